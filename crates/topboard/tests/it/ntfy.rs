//! A strict service of topics behind a real socket: it takes what ntfy documents, and notes whatever it would not take, or would
//! take otherwise than it was meant.

use std::{
    collections::{BTreeMap, VecDeque},
    io::{BufRead, BufReader, Read, Write},
    net::{TcpListener, TcpStream},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    thread,
};

/// The greatest length of a message; a longer one becomes a file that is attached.
const MESSAGE_MAX: usize = 4_096;

/// The service, with one topic.
#[derive(Clone)]
pub(crate) struct Ntfy {
    pub(crate) address: String,
    topic: &'static str,
    token: Option<&'static str>,
    state: Arc<Mutex<State>>,
}

/// What came, and what becomes of what comes.
#[derive(Default)]
pub(crate) struct State {
    pub(crate) messages: Vec<Message>,
    pub(crate) violations: Vec<String>,
    /// The statuses of the next answers, whatever is asked.
    pub(crate) statuses: VecDeque<u16>,
}

/// A message that was taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Message {
    pub(crate) title: String,
    pub(crate) priority: String,
    pub(crate) tags: String,
    pub(crate) text: String,
}

impl Ntfy {
    pub(crate) fn start(topic: &'static str, token: Option<&'static str>) -> Ntfy {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
        let address = listener.local_addr().expect("it is bound").to_string();
        let service = Ntfy { address, topic, token, state: Arc::default() };
        let serving = service.clone();
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                // Whoever goes away before the answer is no matter.
                let _ = serving.serve(&stream);
            }
        });
        service
    }

    pub(crate) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn messages(&self) -> Vec<Message> {
        self.state().messages.clone()
    }

    fn serve(&self, mut stream: &TcpStream) -> std::io::Result<()> {
        let mut reader = BufReader::new(stream);
        let (mut first, mut headers) = (String::new(), BTreeMap::new());
        reader.read_line(&mut first)?;
        loop {
            let mut line = String::new();
            reader.read_line(&mut line)?;
            let Some((name, value)) = line.trim_end().split_once(": ") else { break };
            headers.insert(name.to_ascii_lowercase(), value.to_owned());
        }
        let length = headers.get("content-length").and_then(|length| length.parse().ok()).unwrap_or(0);
        let mut body = vec![0; length];
        reader.read_exact(&mut body)?;
        let status = self.answer(&first, &headers, body);
        let body = r#"{"id":"hwQ2YpKdmg","time":1796000000,"event":"message"}"#;
        write!(
            stream,
            "HTTP/1.1 {status} x\r\nContent-Type: application/json\r\nLocation: http://{}/elsewhere\r\nContent-Length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        )
    }

    fn answer(&self, first: &str, headers: &BTreeMap<String, String>, body: Vec<u8>) -> u16 {
        let of = |name: &str| headers.get(name).cloned().unwrap_or_default();
        let mut state = self.state();
        if let Some(status) = state.statuses.pop_front() {
            return status;
        }
        if self.token.is_some_and(|token| of("authorization") != format!("Bearer {token}")) {
            return 403;
        }
        if first.split(' ').take(2).ne(["POST", &format!("/{}", self.topic)]) {
            state.violations.push(format!("this is no message to the topic: {first}"));
            return 404;
        }
        let text = String::from_utf8(body).unwrap_or_default();
        let message = Message { title: of("title"), priority: of("priority"), tags: of("tags"), text };
        let is_header = |text: &str| !text.is_empty() && text.bytes().all(|byte| (32..127).contains(&byte));
        for (is_wrong, what) in [
            (message.text.is_empty(), "no text, or none in UTF-8: an empty one would read \"triggered\""),
            (message.text.len() > MESSAGE_MAX, "too long: it would be a file"),
            (!is_header(&message.title), "the title is no ASCII"),
            (!["1", "2", "3", "4", "5"].contains(&&*message.priority), "no priority"),
            (message.tags.contains(' ') || !is_header(&message.tags), "no tags"),
            (!of("content-type").starts_with("text/plain"), "another type would be a file, too"),
            (of("host") != self.address, "the host is another"),
        ] {
            if is_wrong {
                state.violations.push(format!("{what}: {message:?}"));
            }
        }
        state.messages.push(message);
        200
    }
}
