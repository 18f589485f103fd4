//! Boards over Bluetooth LE, through the system's Bluetooth service (BlueZ) on D-Bus. The only file that speaks to it.
//!
//! ```text
//!  bluetooth:C4:64:E3:00:12:34 ─▶ found among the known devices, else searched for ─▶ connected, services resolved
//!  ─▶ the characteristics of board::gatt ─▶ notifications are what is read, values are what is written
//! ```
//! Nothing is paired: none of these boards asks for it. The program connects to a device only because the configuration
//! or a person names it; no other gadget in the room is touched.
//!
//! Invariants:
//! * Whatever ends the link (the board out of reach, the adapter switched off, the service or the bus gone) ends
//!   reading with an error that says so. The driver starts over, for ever.
//! * One value is written at a time, and at most `VALUE_MAX` bytes of it: as much as every connection can carry.
//!
//! The file is long so that no other file needs to know BlueZ.
//!
//! Limits: a search lasts `SEARCH_MAX`, a connection attempt `CONNECT_MAX`; the caller tries both again.

use crate::devices::{natural_order, port::Refusal};
use board::gatt::Service;
use futures_util::Stream;
use std::{
    collections::{BTreeMap, HashMap},
    fmt, io,
    pin::Pin,
    task::{Context, Poll, ready},
    time::Duration,
};
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    runtime::Handle,
    time::{Instant, sleep, timeout},
};
use zbus::{
    Connection, Message, MessageStream,
    fdo::ManagedObjects,
    message::Type,
    zvariant::{DynamicType, OwnedObjectPath, OwnedValue, Value},
};

/// The prefix of a Bluetooth port's name; the board's address or its name follows.
pub const PREFIX: &str = "bluetooth:";
/// The greatest length of a value, in bytes: every connection can carry this much.
const VALUE_MAX: usize = 20;
/// The longest time for which an unknown board is searched for.
const SEARCH_MAX: Duration = Duration::from_secs(8);
/// The time limit for connecting to a board and reading its list of services.
const CONNECT_MAX: Duration = Duration::from_secs(40);
/// The time limit for any other answer of the Bluetooth service.
const ANSWER_MAX: Duration = Duration::from_secs(10);
/// The interval at which the service's objects are read while the program waits for a change.
const LOOK_EVERY: Duration = Duration::from_millis(200);

const BLUEZ: &str = "org.bluez";
const ADAPTER: &str = "org.bluez.Adapter1";
const DEVICE: &str = "org.bluez.Device1";
const CHARACTERISTIC: &str = "org.bluez.GattCharacteristic1";
const BUS: &str = "org.freedesktop.DBus";

/// A board connected over Bluetooth LE.
pub struct Bluez {
    bus: Connection,
    device: OwnedObjectPath,
    service: &'static Service,
    tells: Vec<OwnedObjectPath>,
    takes: OwnedObjectPath,
    /// The way a value is written: `command` if the board need not answer, else `request`.
    manner: &'static str,
    signals: MessageStream,
    /// The bytes that were received and have not been read yet.
    heard: Vec<u8>,
    /// The write in progress, if there is one, and the length of its value in bytes.
    writing: Option<(usize, Writing)>,
}

type Writing = Pin<Box<dyn Future<Output = Result<(), String>> + Send>>;

impl fmt::Debug for Bluez {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Bluez").field("device", &self.device).finish_non_exhaustive()
    }
}

/// A device that the Bluetooth service knows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seen {
    /// The name of the device's port, as the configuration would give it.
    pub port: String,
    /// The name that the device gives itself.
    pub name: String,
    /// Set if it is likely a board: somebody paired it, or its name is one of a maker's. Other devices are asked only
    /// when they are named: any gadget may have a service that boards have.
    pub is_likely: bool,
}

/// Returns whether a port is reached over Bluetooth.
pub fn is_bluetooth(port: &str) -> bool {
    port.starts_with(PREFIX)
}

/// Searches for this long. Returns the devices that have a service that boards have, in the order of their addresses.
pub async fn present(search: Duration) -> Result<Vec<Seen>, String> {
    let bus = bus().await?;
    let adapter = objects(&bus).await?.adapter()?;
    begin_search(&bus, &adapter).await?;
    sleep(search.min(SEARCH_MAX)).await;
    let known = objects(&bus).await?;
    end_search(&bus, &adapter).await;
    let seen = |device: &Device| {
        let service = device.services.iter().find_map(|uuid| Service::with_uuid(uuid))?;
        Some(Seen {
            port: format!("{PREFIX}{}", device.address),
            name: device.name.clone(),
            is_likely: device.is_paired || service.is_named(&device.name),
        })
    };
    let mut seen: Vec<Seen> = known.devices.iter().filter_map(seen).collect();
    seen.sort_by(|one, other| natural_order::compare(&one.port, &other.port));
    Ok(seen)
}

impl Bluez {
    /// Finds the board of a port, connects to it, and listens to it from then on.
    pub async fn open(port: &str) -> Result<Bluez, Refusal> {
        let wanted = port.strip_prefix(PREFIX).unwrap_or(port);
        let present = |reason| Refusal { reason, absent: false };
        let bus = bus().await.map_err(present)?;
        let Some(device) = find(&bus, wanted).await.map_err(present)? else {
            let reason = format!(
                "no such Bluetooth board is seen; switch it on, bring it near, and check its address or name ({wanted})"
            );
            return Err(Refusal { reason, absent: true });
        };
        Bluez::connect(bus, device).await.map_err(present)
    }

    async fn connect(bus: Connection, device: OwnedObjectPath) -> Result<Bluez, String> {
        let has = timeout(CONNECT_MAX, resolve(&bus, &device));
        let has =
            has.await.map_err(|_| "the board does not answer; switch it off and on again".to_owned())??;
        let with = |uuid: &str| has.iter().find(|one| one.uuid.eq_ignore_ascii_case(uuid));
        let Some(service) = Service::with_characteristics(|uuid| with(uuid).is_some()) else {
            disconnect(&bus, &device).await;
            return Err("it has none of the services of boards; name another device".to_owned());
        };
        let tells: Vec<&Characteristic> = service.tells.iter().filter_map(|uuid| with(uuid)).collect();
        if tells.iter().any(|one| one.is_notifying) {
            return Err(
                "another program uses it, or the configuration names it twice; close that program or delete one name"
                    .to_owned(),
            );
        }
        let takes = with(service.takes).expect("the service was chosen for it");
        let manner = if takes.needs_no_answer { "command" } else { "request" };
        let signals = listen(&bus, &device).await?;
        let open = Bluez {
            service,
            tells: tells.into_iter().map(|one| one.path.clone()).collect(),
            takes: takes.path.clone(),
            manner,
            signals,
            heard: Vec::new(),
            writing: None,
            device,
            bus,
        };
        for path in &open.tells {
            call(&open.bus, path, CHARACTERISTIC, "StartNotify", &(), ANSWER_MAX).await?;
        }
        // The board may have disconnected before the program listened for that.
        match objects(&open.bus).await?.devices.iter().find(|one| one.path == open.device) {
            Some(device) if device.is_connected => Ok(open),
            Some(_) | None => Err(OUT_OF_REACH.to_owned()),
        }
    }

    /// Returns the service the board offers, which says what boards it may be.
    pub fn service(&self) -> &'static Service {
        self.service
    }

    /// Disconnects the board, so that other programs can use it. The call blocks, so async tasks must not make it.
    pub fn close(self) {
        let gone = async { disconnect(&self.bus, &self.device).await };
        if let Ok(runtime) = Handle::try_current() {
            runtime.block_on(gone);
        }
    }

    /// Handles a message of the bus that concerns the board.
    fn take(&mut self, message: &Message) -> io::Result<()> {
        let header = message.header();
        let (Some(path), Some(member)) = (header.path(), header.member()) else { return Ok(()) };
        if header.message_type() != Type::Signal {
            return Ok(());
        }
        match member.as_str() {
            "PropertiesChanged" => {
                let body = message.body();
                let Ok((interface, changed, _)) =
                    body.deserialize::<(&str, HashMap<&str, Value<'_>>, Vec<&str>)>()
                else {
                    return Ok(());
                };
                match interface {
                    CHARACTERISTIC if self.tells.iter().any(|one| one.as_str() == path.as_str()) => {
                        let told = changed.get("Value").and_then(|value| value.try_clone().ok());
                        let bytes = told.and_then(|value| Vec::<u8>::try_from(value).ok());
                        self.heard.extend(bytes.unwrap_or_default());
                    }
                    DEVICE if changed.get("Connected") == Some(&Value::Bool(false)) => {
                        return Err(io::Error::other(OUT_OF_REACH));
                    }
                    _ => {}
                }
                Ok(())
            }
            "InterfacesRemoved" => {
                let body = message.body();
                let removed = body.deserialize::<(OwnedObjectPath, Vec<String>)>();
                let is_ours = |(path, _): &(OwnedObjectPath, Vec<String>)| *path == self.device;
                if removed.is_ok_and(|removed| is_ours(&removed)) {
                    return Err(io::Error::other(
                        "the Bluetooth service has forgotten it, or its adapter is gone",
                    ));
                }
                Ok(())
            }
            // The match rule selects this signal for the name of the Bluetooth service alone.
            "NameOwnerChanged" => Err(io::Error::other("the Bluetooth service ended")),
            _ => Ok(()),
        }
    }
}

const OUT_OF_REACH: &str = "it was switched off, or is out of reach";

/// Opens a connection to the system's bus. Each board has its own: when it is dropped, the service forgets the board's
/// requests.
async fn bus() -> Result<Connection, String> {
    let opened = timeout(ANSWER_MAX, Connection::system()).await;
    match opened {
        Ok(Ok(bus)) => Ok(bus),
        Ok(Err(error)) => Err(format!(
            "this computer's system bus is not there ({error}); Bluetooth boards need it: install and start dbus and bluez"
        )),
        Err(_) => Err("this computer's system bus does not answer; start dbus again".to_owned()),
    }
}

/// The Bluetooth service's objects that concern boards.
#[derive(Debug, Default)]
struct Objects {
    /// The adapters, each with whether it is switched on.
    adapters: BTreeMap<String, (OwnedObjectPath, bool)>,
    devices: Vec<Device>,
    characteristics: Vec<Characteristic>,
}

#[derive(Debug)]
struct Device {
    path: OwnedObjectPath,
    address: String,
    name: String,
    services: Vec<String>,
    is_connected: bool,
    is_resolved: bool,
    is_paired: bool,
}

#[derive(Debug, Clone)]
struct Characteristic {
    path: OwnedObjectPath,
    uuid: String,
    needs_no_answer: bool,
    is_notifying: bool,
}

impl Objects {
    /// Returns an adapter that is switched on. Fails if there is none.
    fn adapter(&self) -> Result<OwnedObjectPath, String> {
        if self.adapters.is_empty() {
            return Err("this computer has no Bluetooth adapter; plug one in".to_owned());
        }
        let on = self.adapters.values().find(|(_, is_powered)| *is_powered);
        on.map(|(path, _)| path.clone()).ok_or_else(|| SWITCHED_OFF.to_owned())
    }
}

const SWITCHED_OFF: &str = "the Bluetooth adapter is switched off; switch it on: bluetoothctl power on";

async fn objects(bus: &Connection) -> Result<Objects, String> {
    let root = OwnedObjectPath::try_from("/").expect("a path");
    let told =
        call(bus, &root, "org.freedesktop.DBus.ObjectManager", "GetManagedObjects", &(), ANSWER_MAX).await?;
    let body = told.body();
    let managed: ManagedObjects = body.deserialize().map_err(|error| {
        format!("the Bluetooth service says what nobody understands ({error}); update bluez")
    })?;
    let mut objects = Objects::default();
    for (path, interfaces) in managed {
        for (interface, properties) in interfaces {
            let path = path.clone();
            match interface.as_str() {
                ADAPTER => {
                    objects.adapters.insert(path.to_string(), (path, is(&properties, "Powered")));
                }
                DEVICE => objects.devices.push(Device {
                    path,
                    address: text(&properties, "Address"),
                    name: text(&properties, "Alias"),
                    services: texts(&properties, "UUIDs"),
                    is_connected: is(&properties, "Connected"),
                    is_resolved: is(&properties, "ServicesResolved"),
                    is_paired: is(&properties, "Paired"),
                }),
                CHARACTERISTIC => objects.characteristics.push(Characteristic {
                    path,
                    uuid: text(&properties, "UUID"),
                    needs_no_answer: texts(&properties, "Flags")
                        .iter()
                        .any(|flag| flag == "write-without-response"),
                    is_notifying: is(&properties, "Notifying"),
                }),
                _ => {}
            }
        }
    }
    Ok(objects)
}

type Properties = HashMap<String, OwnedValue>;

fn is(properties: &Properties, name: &str) -> bool {
    properties.get(name).is_some_and(|value| **value == Value::Bool(true))
}

fn text(properties: &Properties, name: &str) -> String {
    let value = properties.get(name).and_then(|value| value.downcast_ref::<&str>().ok());
    value.unwrap_or_default().to_owned()
}

fn texts(properties: &Properties, name: &str) -> Vec<String> {
    let value = properties.get(name).and_then(|value| value.try_clone().ok());
    value.and_then(|value| Vec::<String>::try_from(value).ok()).unwrap_or_default()
}

/// Finds the device with this address or name, among the known devices or by a search; `None` if it is not found.
async fn find(bus: &Connection, wanted: &str) -> Result<Option<OwnedObjectPath>, String> {
    let is_wanted = |device: &Device| device.address.eq_ignore_ascii_case(wanted) || device.name == wanted;
    let known = objects(bus).await?;
    let adapter = known.adapter()?;
    if let Some(device) = known.devices.into_iter().find(is_wanted) {
        return Ok(Some(device.path));
    }
    begin_search(bus, &adapter).await?;
    let end = Instant::now() + SEARCH_MAX;
    let mut found = None;
    while found.is_none() && Instant::now() < end {
        sleep(LOOK_EVERY).await;
        found = objects(bus).await?.devices.into_iter().find(is_wanted);
    }
    end_search(bus, &adapter).await;
    Ok(found.map(|device| device.path))
}

async fn begin_search(bus: &Connection, adapter: &OwnedObjectPath) -> Result<(), String> {
    let filter = HashMap::from([("Transport", Value::from("le"))]);
    call(bus, adapter, ADAPTER, "SetDiscoveryFilter", &(filter,), ANSWER_MAX).await?;
    call(bus, adapter, ADAPTER, "StartDiscovery", &(), ANSWER_MAX).await.map(drop)
}

/// Ends a search. A failure is ignored: the search then ends when its connection to the bus is closed.
async fn end_search(bus: &Connection, adapter: &OwnedObjectPath) {
    let _ = call(bus, adapter, ADAPTER, "StopDiscovery", &(), ANSWER_MAX).await;
}

/// Connects to a device, and waits until its characteristics are known.
async fn resolve(bus: &Connection, device: &OwnedObjectPath) -> Result<Vec<Characteristic>, String> {
    let mut is_asked = false;
    loop {
        let known = objects(bus).await?;
        let state = known.devices.iter().find(|one| one.path == *device);
        match state.map(|one| (one.is_connected, one.is_resolved)) {
            Some((true, true)) => {
                let below = format!("{device}/");
                let own = |one: &Characteristic| one.path.starts_with(&below);
                return Ok(known.characteristics.into_iter().filter(own).collect());
            }
            Some((true, false)) => sleep(LOOK_EVERY).await,
            Some((false, _)) if !is_asked => {
                is_asked = true;
                call(bus, device, DEVICE, "Connect", &(), CONNECT_MAX).await?;
            }
            Some((false, _)) | None => return Err(OUT_OF_REACH.to_owned()),
        }
    }
}

/// Disconnects a device. A failure is ignored: the device may have gone already.
async fn disconnect(bus: &Connection, device: &OwnedObjectPath) {
    let _ = call(bus, device, DEVICE, "Disconnect", &(), ANSWER_MAX).await;
}

/// Subscribes to all messages of the bus about this device, and to the end of the service.
async fn listen(bus: &Connection, device: &OwnedObjectPath) -> Result<MessageStream, String> {
    let signals = MessageStream::from(bus);
    for rule in [
        format!(
            "type='signal',sender='{BLUEZ}',interface='org.freedesktop.DBus.Properties',member='PropertiesChanged',path_namespace='{device}'"
        ),
        format!(
            "type='signal',sender='{BLUEZ}',interface='org.freedesktop.DBus.ObjectManager',member='InterfacesRemoved'"
        ),
        format!("type='signal',sender='{BUS}',interface='{BUS}',member='NameOwnerChanged',arg0='{BLUEZ}'"),
    ] {
        let asked = timeout(
            ANSWER_MAX,
            bus.call_method(Some(BUS), "/org/freedesktop/DBus", Some(BUS), "AddMatch", &rule),
        );
        answer(asked.await)?;
    }
    Ok(signals)
}

/// Calls a method of the service.
async fn call<B: serde::Serialize + DynamicType>(
    bus: &Connection,
    path: &OwnedObjectPath,
    interface: &str,
    member: &str,
    body: &B,
    patience: Duration,
) -> Result<Message, String> {
    answer(timeout(patience, bus.call_method(Some(BLUEZ), path, Some(interface), member, body)).await)
}

/// Returns the message of a successful call. Turns an error into a sentence that says what to do.
fn answer(answer: Result<zbus::Result<Message>, tokio::time::error::Elapsed>) -> Result<Message, String> {
    let error = match answer {
        Ok(Ok(message)) => return Ok(message),
        Ok(Err(error)) => error,
        Err(_) => {
            return Err("the Bluetooth service does not answer; start it again: systemctl restart bluetooth"
                .to_owned());
        }
    };
    let zbus::Error::MethodError(name, detail, _) = &error else {
        return Err(format!("this computer's system bus is gone ({error}); start dbus again"));
    };
    Err(match name.as_str() {
        "org.freedesktop.DBus.Error.ServiceUnknown" | "org.freedesktop.DBus.Error.NameHasNoOwner" => {
            "the Bluetooth service does not run; install bluez, or start it: systemctl start bluetooth"
                .to_owned()
        }
        "org.freedesktop.DBus.Error.AccessDenied" | "org.bluez.Error.NotAuthorized" => {
            "this user may not use Bluetooth; join the group bluetooth".to_owned()
        }
        "org.bluez.Error.NotReady" => SWITCHED_OFF.to_owned(),
        "org.freedesktop.DBus.Error.UnknownObject" => OUT_OF_REACH.to_owned(),
        other => {
            let detail = detail.as_deref().unwrap_or(other);
            format!("the board cannot be reached ({detail}); switch it on and bring it near")
        }
    })
}

impl AsyncRead for Bluez {
    fn poll_read(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        while this.heard.is_empty() {
            match ready!(Pin::new(&mut this.signals).poll_next(cx)) {
                Some(Ok(message)) => this.take(&message)?,
                // Any other error is a message that cannot be parsed; it is not meant for this program.
                Some(Err(zbus::Error::InputOutput(_))) | None => {
                    return Poll::Ready(Err(io::Error::other("this computer's system bus is gone")));
                }
                Some(Err(_)) => {}
            }
        }
        let length = this.heard.len().min(buffer.remaining());
        buffer.put_slice(&this.heard[..length]);
        this.heard.drain(..length);
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for Bluez {
    /// Writes one value. A caller that stops waiting and calls again with these bytes, and perhaps more, waits for the
    /// value that is being written.
    fn poll_write(self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        let (length, writing) = this.writing.get_or_insert_with(|| {
            let value = bytes[..bytes.len().min(VALUE_MAX)].to_vec();
            let (bus, path, manner) = (this.bus.clone(), this.takes.clone(), this.manner);
            let length = value.len();
            let write = async move {
                let how = HashMap::from([("type", Value::from(manner))]);
                call(&bus, &path, CHARACTERISTIC, "WriteValue", &(value, how), ANSWER_MAX).await.map(drop)
            };
            (length, Box::pin(write))
        });
        let written = ready!(writing.as_mut().poll(cx));
        let length = *length;
        this.writing = None;
        Poll::Ready(written.map(|()| length).map_err(io::Error::other))
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}
