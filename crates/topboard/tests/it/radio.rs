//! A Bluetooth service in the room: a bus of our own (`dbus-daemon`), on it a service shaped like BlueZ, and behind its
//! characteristics simulated boards. There is no radio, so this does not show that real ones carry it.

use crate::private_bus::Bus;
use board::gatt::Service;
use std::{
    collections::{BTreeSet, HashMap},
    sync::{Arc, Mutex, MutexGuard},
    time::Duration,
};
use tokio::{sync::mpsc, time::sleep};
use zbus::{
    Connection, ObjectServer, fdo, interface,
    zvariant::{OwnedObjectPath, OwnedValue, Value},
};

/// The most bytes of a notification on a connection that has agreed on nothing else.
const NOTIFICATION_MAX: usize = 20;
/// The time from the connection until the board's services are known.
const RESOLVING: Duration = Duration::from_millis(300);

/// A board as the service knows it, and as the board knows itself.
pub(crate) struct Gadget {
    address: String,
    name: String,
    service: &'static Service,
    paired: bool,
    state: Mutex<State>,
    /// The values written to it, for the code that plays the board.
    written: mpsc::UnboundedSender<Vec<u8>>,
}

#[derive(Default)]
struct State {
    bus: Option<Connection>,
    in_reach: bool,
    connected: bool,
    resolved: bool,
    notifying: BTreeSet<&'static str>,
    connections: u32,
}

/// A board's end of the radio link, in place of a cable.
pub(crate) struct Aerial {
    gadget: Arc<Gadget>,
    heard: mpsc::UnboundedReceiver<Vec<u8>>,
    told: mpsc::UnboundedSender<Vec<u8>>,
}

impl Gadget {
    /// Returns a board in reach. The last digits of its address are its number.
    pub(crate) fn new(
        number: u8,
        name: &str,
        service: &'static Service,
        paired: bool,
    ) -> (Arc<Gadget>, Aerial) {
        let (written, heard) = mpsc::unbounded_channel();
        let (told, mut to_tell) = mpsc::unbounded_channel::<Vec<u8>>();
        let gadget = Arc::new(Gadget {
            address: format!("C4:64:E3:00:00:{number:02X}"),
            name: name.to_owned(),
            service,
            paired,
            state: Mutex::new(State { in_reach: true, ..State::default() }),
            written,
        });
        let own = Arc::clone(&gadget);
        tokio::spawn(async move {
            while let Some(bytes) = to_tell.recv().await {
                own.notify(&bytes).await;
            }
        });
        (Arc::clone(&gadget), Aerial { gadget, heard, told })
    }

    /// Returns its name in a configuration.
    pub(crate) fn port(&self) -> String {
        format!("bluetooth:{}", self.address)
    }

    /// Returns how often somebody connected to it.
    pub(crate) fn connections(&self) -> u32 {
        self.state().connections
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("no test panics holding it")
    }

    fn path(&self) -> OwnedObjectPath {
        let path = format!("/org/bluez/hci0/dev_{}", self.address.replace(':', "_"));
        path.try_into().expect("a path")
    }

    fn characteristic(&self, uuid: &str) -> OwnedObjectPath {
        let number = self.uuids().position(|own| own == uuid).expect("it has it");
        format!("{}/service000b/char{number:04x}", self.path()).try_into().expect("a path")
    }

    fn uuids(&self) -> impl Iterator<Item = &'static str> {
        self.service.tells.iter().copied().chain([self.service.takes])
    }

    /// Sends bytes on the first characteristic, in pieces, to current listeners. Nobody else ever gets them.
    pub(crate) async fn notify(&self, bytes: &[u8]) {
        let uuid = self.service.tells[0];
        let bus = {
            let state = self.state();
            state.bus.clone().filter(|_| state.connected && state.notifying.contains(uuid))
        };
        let Some(bus) = bus else { return };
        for piece in bytes.chunks(NOTIFICATION_MAX) {
            let changed = HashMap::from([("Value", Value::from(piece.to_vec()))]);
            changes(&bus, &self.characteristic(uuid), CHARACTERISTIC, changed).await;
        }
    }

    /// Ends the link, or puts the board in reach again.
    async fn reach(&self, in_reach: bool) {
        let bus = {
            let mut state = self.state();
            state.in_reach = in_reach;
            let was_connected = std::mem::take(&mut state.connected);
            state.resolved = false;
            state.notifying.clear();
            state.bus.clone().filter(|_| was_connected)
        };
        if let Some(bus) = bus {
            let changed =
                HashMap::from([("Connected", Value::from(false)), ("ServicesResolved", Value::from(false))]);
            changes(&bus, &self.path(), DEVICE, changed).await;
        }
    }
}

impl Aerial {
    /// Returns what was written to the board; waits while nothing is.
    pub(crate) async fn read(&mut self) -> Vec<u8> {
        self.heard.recv().await.expect("the gadget lives as long")
    }

    pub(crate) fn write(&self, bytes: &[u8]) {
        self.told.send(bytes.to_vec()).expect("its task lives as long");
    }

    pub(crate) async fn reach(&self, in_reach: bool) {
        self.gadget.reach(in_reach).await;
    }
}

const DEVICE: &str = "org.bluez.Device1";
const CHARACTERISTIC: &str = "org.bluez.GattCharacteristic1";

/// Signals that properties changed. A bus that is gone hears nothing.
async fn changes(
    bus: &Connection,
    path: &OwnedObjectPath,
    interface: &str,
    changed: HashMap<&str, Value<'_>>,
) {
    let body = (interface, changed, Vec::<&str>::new());
    let properties = "org.freedesktop.DBus.Properties";
    let _ = bus.emit_signal(None::<&str>, path, properties, "PropertiesChanged", &body).await;
}

/// The state of the service's adapter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Adapter {
    Missing,
    Off,
    On,
}

/// The service: while it lives, it owns the name of BlueZ.
pub(crate) struct BlueZ {
    bus: Connection,
    gadgets: Vec<Arc<Gadget>>,
}

impl BlueZ {
    /// Starts a service that knows some boards and finds the others only when it searches.
    pub(crate) async fn start(
        bus: &Bus,
        adapter: Adapter,
        known: &[Arc<Gadget>],
        others: &[Arc<Gadget>],
    ) -> BlueZ {
        let gadgets = [known, others].concat();
        let builder = zbus::connection::Builder::address(bus.address.as_str()).expect("an address");
        let own = builder.build().await.expect("the bus takes everybody");
        own.object_server().at("/", fdo::ObjectManager).await.expect("it is free");
        if adapter != Adapter::Missing {
            let hidden = Mutex::new(others.to_vec());
            let adapter = AdapterObject { is_on: adapter == Adapter::On, hidden };
            own.object_server().at("/org/bluez/hci0", adapter).await.expect("it is free");
        }
        for gadget in &gadgets {
            let mut state = gadget.state();
            let in_reach = state.in_reach;
            *state = State {
                bus: Some(own.clone()),
                in_reach,
                connections: state.connections,
                ..State::default()
            };
        }
        for gadget in known {
            show(own.object_server(), gadget).await;
        }
        own.request_name("org.bluez").await.expect("nobody else has it");
        BlueZ { bus: own, gadgets }
    }

    /// Ends the service as if the program was killed: it says nothing any more.
    pub(crate) async fn die(self) {
        for gadget in self.gadgets {
            let mut state = gadget.state();
            state.bus = None;
            state.connected = false;
        }
        self.bus.close().await.expect("it was open");
    }
}

/// Makes a device and its characteristics objects of the service.
async fn show(server: &ObjectServer, gadget: &Arc<Gadget>) {
    let _ = server.at(gadget.path(), DeviceObject(Arc::clone(gadget))).await;
    for uuid in gadget.uuids() {
        let object = CharacteristicObject { gadget: Arc::clone(gadget), uuid };
        let _ = server.at(gadget.characteristic(uuid), object).await;
    }
}

struct AdapterObject {
    is_on: bool,
    hidden: Mutex<Vec<Arc<Gadget>>>,
}

#[interface(name = "org.bluez.Adapter1")]
impl AdapterObject {
    #[zbus(property)]
    fn powered(&self) -> bool {
        self.is_on
    }

    fn set_discovery_filter(&self, filter: HashMap<String, OwnedValue>) {
        assert!(filter.contains_key("Transport"), "{filter:?}");
    }

    async fn start_discovery(&self, #[zbus(object_server)] server: &ObjectServer) -> fdo::Result<()> {
        if !self.is_on {
            return Err(fdo::Error::Failed("Not Ready".to_owned()));
        }
        let hidden = std::mem::take(&mut *self.hidden.lock().expect("no test panics holding it"));
        for gadget in hidden {
            show(server, &gadget).await;
        }
        Ok(())
    }

    fn stop_discovery(&self) {}
}

struct DeviceObject(Arc<Gadget>);

#[interface(name = "org.bluez.Device1")]
impl DeviceObject {
    #[zbus(property)]
    fn address(&self) -> String {
        self.0.address.clone()
    }

    #[zbus(property)]
    fn alias(&self) -> String {
        self.0.name.clone()
    }

    #[zbus(property)]
    fn connected(&self) -> bool {
        self.0.state().connected
    }

    #[zbus(property)]
    fn paired(&self) -> bool {
        self.0.paired
    }

    #[zbus(property)]
    fn services_resolved(&self) -> bool {
        self.0.state().resolved
    }

    #[zbus(property, name = "UUIDs")]
    fn uuids(&self) -> Vec<String> {
        vec!["00001800-0000-1000-8000-00805f9b34fb".to_owned(), self.0.service.uuid.to_owned()]
    }

    fn connect(&self) -> fdo::Result<()> {
        let mut state = self.0.state();
        if !state.in_reach {
            return Err(fdo::Error::Failed("le-connection-abort-by-local".to_owned()));
        }
        state.connected = true;
        state.connections += 1;
        let gadget = Arc::clone(&self.0);
        tokio::spawn(async move {
            sleep(RESOLVING).await;
            let mut state = gadget.state();
            state.resolved = state.connected;
        });
        Ok(())
    }

    async fn disconnect(&self) {
        let in_reach = self.0.state().in_reach;
        self.0.reach(in_reach).await;
    }
}

struct CharacteristicObject {
    gadget: Arc<Gadget>,
    uuid: &'static str,
}

#[interface(name = "org.bluez.GattCharacteristic1")]
impl CharacteristicObject {
    #[zbus(property, name = "UUID")]
    fn uuid(&self) -> String {
        self.uuid.to_owned()
    }

    #[zbus(property)]
    fn flags(&self) -> Vec<String> {
        // Some boards take values only with an answer.
        let flag = match self.uuid {
            uuid if uuid != self.gadget.service.takes => "notify",
            _ if self.gadget.paired => "write",
            _ => "write-without-response",
        };
        vec![flag.to_owned()]
    }

    #[zbus(property)]
    fn notifying(&self) -> bool {
        self.gadget.state().notifying.contains(self.uuid)
    }

    fn start_notify(&self) -> fdo::Result<()> {
        let mut state = self.gadget.state();
        if !state.connected {
            return Err(fdo::Error::Failed("Not Connected".to_owned()));
        }
        state.notifying.insert(self.uuid);
        Ok(())
    }

    fn write_value(&self, value: Vec<u8>, options: HashMap<String, OwnedValue>) -> fdo::Result<()> {
        let manner = options.get("type").and_then(|manner| manner.downcast_ref::<&str>().ok());
        let wanted = if self.gadget.paired { "request" } else { "command" };
        if !self.gadget.state().connected || self.uuid != self.gadget.service.takes || manner != Some(wanted)
        {
            return Err(fdo::Error::Failed("Not Permitted".to_owned()));
        }
        assert!(value.len() <= NOTIFICATION_MAX, "a connection carries no more");
        let _ = self.gadget.written.send(value);
        Ok(())
    }
}
