//! The bytes that clients and publishers say to each kind of server.

/// The key of a handshake that RFC 6455 gives as its example.
const KEY: &str = "dGhlIHNhbXBsZSBub25jZQ==";
/// The subject, channel or topic of the messages.
pub(super) const SUBJECT: &str = "t";

/// The language that a server's clients and publisher speak.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Speech {
    /// Text frames, and a publisher that writes lines.
    Lines,
    /// Protocol 2 of this program, with a publisher that writes lines.
    Protocol2,
    /// The protocol of NATS.
    Nats,
    /// Text frames, and a publisher that posts.
    Http,
    /// MQTT 3.1.1.
    Mqtt,
}

impl Speech {
    /// Returns the request that opens a client's WebSocket.
    pub(super) fn request(self) -> Vec<u8> {
        let (path, more) = match self {
            Speech::Protocol2 => ("/ws/v2", ""),
            Speech::Http => ("/sub", ""),
            Speech::Mqtt => ("/mqtt", "Sec-WebSocket-Protocol: mqtt\r\n"),
            Speech::Lines | Speech::Nats => ("/", ""),
        };
        let request = format!(
            "GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {KEY}\r\n{more}\r\n"
        );
        request.into_bytes()
    }

    /// Returns what client `number` says once its WebSocket is open: that it wants everything.
    pub(super) fn subscription(self, number: usize) -> Vec<u8> {
        match self {
            Speech::Lines | Speech::Http => Vec::new(),
            Speech::Protocol2 => masked(0x81, br#"{"sub":"all"}"#),
            Speech::Nats => {
                masked(0x82, format!("CONNECT {{\"verbose\":false}}\r\nSUB {SUBJECT} 1\r\n").as_bytes())
            }
            Speech::Mqtt => {
                let subscribe = [&[0x82, 6, 0, 1, 0, 1][..], SUBJECT.as_bytes(), &[0]].concat();
                masked(0x82, &[mqtt_connect(&format!("c{number}")), subscribe].concat())
            }
        }
    }

    /// Returns what a publisher says first.
    pub(super) fn introduction(self) -> Vec<u8> {
        match self {
            Speech::Lines | Speech::Protocol2 | Speech::Http => Vec::new(),
            Speech::Nats => b"CONNECT {\"verbose\":false}\r\n".to_vec(),
            Speech::Mqtt => mqtt_connect("publisher"),
        }
    }

    /// Returns the bytes that publish a text.
    pub(super) fn publishing(self, text: &str) -> Vec<u8> {
        let length = text.len();
        match self {
            Speech::Lines | Speech::Protocol2 => format!("{text}\n").into_bytes(),
            Speech::Nats => format!("PUB {SUBJECT} {length}\r\n{text}\r\n").into_bytes(),
            Speech::Http => {
                format!("POST /pub HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {length}\r\n\r\n{text}")
                    .into_bytes()
            }
            Speech::Mqtt => {
                let mut packet = vec![0x30];
                packet.extend(mqtt_length(2 + SUBJECT.len() + length));
                packet.extend([0, 1]);
                packet.extend(SUBJECT.bytes().chain(text.bytes()));
                packet
            }
        }
    }
}

/// Returns an MQTT CONNECT with a clean session. A keep-alive of 0 turns the server's own timer off.
fn mqtt_connect(name: &str) -> Vec<u8> {
    let mut packet = vec![0x10];
    packet.extend(mqtt_length(12 + name.len()));
    packet.extend(b"\0\x04MQTT\x04\x02\0\0\0");
    packet.push(u8::try_from(name.len()).unwrap_or(u8::MAX));
    packet.extend(name.bytes());
    packet
}

fn mqtt_length(mut length: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    loop {
        let low = u8::try_from(length % 128).unwrap_or_default();
        length /= 128;
        bytes.push(if length > 0 { low | 0x80 } else { low });
        if length == 0 {
            return bytes;
        }
    }
}

/// Returns the header of a frame (RFC 6455, 5.2).
pub(super) fn head(first: u8, length: usize, mask: Option<[u8; 4]>) -> Vec<u8> {
    let bit = if mask.is_some() { 0x80 } else { 0 };
    let mut head = vec![first];
    match (u8::try_from(length), u16::try_from(length)) {
        (Ok(short @ ..=125), _) => head.push(bit | short),
        (_, Ok(middle)) => {
            head.push(bit | 126);
            head.extend(middle.to_be_bytes());
        }
        (_, Err(_)) => {
            head.push(bit | 127);
            head.extend((length as u64).to_be_bytes());
        }
    }
    head.extend(mask.into_iter().flatten());
    head
}

/// Returns a client's frame: masked, as RFC 6455 wants it.
pub(super) fn masked(first: u8, body: &[u8]) -> Vec<u8> {
    const MASK: [u8; 4] = [0x37, 0xfa, 0x21, 0x3d];
    let mut frame = head(first, body.len(), Some(MASK));
    frame.extend(body.iter().zip(MASK.iter().cycle()).map(|(byte, mask)| byte ^ mask));
    frame
}

#[cfg(test)]
mod tests {
    use super::{Speech, head, masked, mqtt_length};

    #[test]
    fn frames_and_packets_have_the_lengths_of_their_standards() {
        assert_eq!(head(0x81, 125, None), [0x81, 125]);
        assert_eq!(head(0x81, 300, None), [0x81, 126, 1, 44]);
        assert_eq!(head(0x82, 1 << 16, None), [0x82, 127, 0, 0, 0, 0, 0, 1, 0, 0]);
        assert_eq!(masked(0x81, b"a"), [0x81, 0x81, 0x37, 0xfa, 0x21, 0x3d, b'a' ^ 0x37]);
        assert_eq!((mqtt_length(127), mqtt_length(321)), (vec![127], vec![0xc1, 0x02]));
        let packet = Speech::Mqtt.publishing(&"x".repeat(300));
        assert_eq!(packet.len(), 3 + 303);
    }
}
