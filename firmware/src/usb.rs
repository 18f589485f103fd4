//! The USB serial port: frames of the station out, bytes of the host in.

use crate::board::Board;
use rp2040_hal::{clocks::UsbClock, pac, usb::UsbBus};
use sensor::Frame;
use usb_device::{
    bus::UsbBusAllocator,
    device::{StringDescriptors, UsbDevice, UsbDeviceBuilder, UsbDeviceState, UsbVidPid},
};
use usbd_serial::{SerialPort, USB_CLASS_CDC};

/// A number that serial devices of many makers share. Such devices are told apart by their texts
/// (udev/70-topboard.rules), and by what they send.
const VID_PID: UsbVidPid = UsbVidPid(0x16c0, 0x27dd);

/// The serial port.
pub struct Usb {
    device: UsbDevice<'static, UsbBus>,
    serial: SerialPort<'static, UsbBus>,
    /// A frame on its way, and the number of its bytes that were sent.
    unsent: Option<(Frame, usize)>,
}

impl Usb {
    /// The serial port of the board with this number.
    pub fn new(
        registers: pac::USBCTRL_REGS,
        memory: pac::USBCTRL_DPRAM,
        clock: UsbClock,
        resets: &mut pac::RESETS,
        unit: [u8; 8],
    ) -> Usb {
        let bus: &'static UsbBusAllocator<UsbBus> = cortex_m::singleton!(
            : UsbBusAllocator<UsbBus> =
                UsbBusAllocator::new(UsbBus::new(registers, memory, clock, true, resets))
        )
        .expect("there is one port");
        let digits: &'static mut [u8; 16] =
            cortex_m::singleton!(: [u8; 16] = [0; 16]).expect("there is one port");
        for (pair, byte) in digits.chunks_exact_mut(2).zip(unit) {
            pair.copy_from_slice(&[HEX[usize::from(byte >> 4)], HEX[usize::from(byte & 15)]]);
        }
        let serial = SerialPort::new(bus);
        let texts = StringDescriptors::default()
            .manufacturer("Topboard")
            .product("Topboard sensor board")
            .serial_number(core::str::from_utf8(digits).unwrap_or("?"));
        let device = UsbDeviceBuilder::new(bus, VID_PID)
            .strings(&[texts])
            .expect("one language is possible")
            .max_packet_size_0(64)
            .expect("64 is a size of USB")
            .device_class(USB_CLASS_CDC)
            .build();
        Usb { device, serial, unsent: None }
    }

    /// Takes the bytes that came and sends what waits, without blocking.
    pub fn serve(&mut self, now_ms: u32, board: &mut Board) {
        self.device.poll(&mut [&mut self.serial]);
        // The host raises DTR when somebody opens the port.
        let is_attached = self.device.state() == UsbDeviceState::Configured && self.serial.dtr();
        board.station().handle_attached(now_ms, is_attached);
        if !is_attached {
            self.unsent = None;
            return;
        }
        self.receive(now_ms, board);
        self.send(now_ms, board);
    }

    fn receive(&mut self, now_ms: u32, board: &mut Board) {
        let mut buffer = [0; 64];
        let Ok(length) = self.serial.read(&mut buffer) else { return };
        for &byte in &buffer[..length] {
            if let Some(order) = board.station().handle_byte(now_ms, byte) {
                board.obey(order);
            }
        }
    }

    fn send(&mut self, now_ms: u32, board: &mut Board) {
        loop {
            let next = self.unsent.take().or_else(|| Some((board.station().poll_transmit(now_ms)?, 0)));
            let Some((frame, gone)) = next else { break };
            let Ok(length) = self.serial.write(&frame.bytes()[gone..]) else {
                self.unsent = Some((frame, gone));
                break;
            };
            if gone + length < frame.bytes().len() {
                self.unsent = Some((frame, gone + length));
                break;
            }
        }
        // Bytes that do not go now go in the next millisecond.
        let _ = self.serial.flush();
    }
}

const HEX: &[u8; 16] = b"0123456789ABCDEF";
