//! The limit of what any server can do: one loop writes the same bytes to all sockets, and nothing else. Nobody is
//! pinged, checked or waited for.

use super::greeting::head;
use crate::public::server;
use crate::terminal::{
    failure::{Failure, Outcome},
    stdout::say,
};
use std::{cell::RefCell, future::pending, io, rc::Rc};
use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader},
    net::{TcpListener, TcpStream},
    task::{LocalSet, spawn_local},
};
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;

type Sockets = Rc<RefCell<Vec<TcpStream>>>;

/// Serves until the process is killed. Each line of the publisher goes out as one frame.
pub(super) fn serve() -> Outcome {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| broken(&error))?;
    LocalSet::new().block_on(&runtime, async {
        let viewers = server::bind(super::HERE).await?;
        let control = server::bind(super::HERE).await?;
        let place = |listener: &TcpListener| listener.local_addr().map_err(|error| broken(&error));
        say!("{} {}", place(&viewers)?, place(&control)?);
        let sockets = Sockets::default();
        let joined = Rc::clone(&sockets);
        spawn_local(async move {
            while let Ok((stream, _)) = viewers.accept().await {
                let joined = Rc::clone(&joined);
                spawn_local(async move {
                    if let Ok(stream) = shake(stream).await {
                        joined.borrow_mut().push(stream);
                    }
                });
            }
        });
        let (publisher, _) = control.accept().await.map_err(|error| broken(&error))?;
        let mut lines = BufReader::new(publisher).lines();
        while let Ok(Some(line)) = lines.next_line().await {
            let frame = [&head(0x81, line.len(), None)[..], line.as_bytes()].concat();
            sockets.borrow_mut().retain(|socket| is_open(&socket.try_write(&frame)));
        }
        pending().await
    })
}

fn is_open(written: &io::Result<usize>) -> bool {
    match written {
        Ok(_) => true,
        Err(error) => error.kind() == io::ErrorKind::WouldBlock,
    }
}

/// Answers the handshake of a client.
async fn shake(mut stream: TcpStream) -> io::Result<TcpStream> {
    stream.set_nodelay(true)?;
    let mut request = Vec::with_capacity(1024);
    while !request.ends_with(b"\r\n\r\n") {
        if stream.read_buf(&mut request).await? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
    }
    let text = String::from_utf8_lossy(&request);
    let key = text.lines().find_map(|line| line.strip_prefix("Sec-WebSocket-Key: ")).unwrap_or_default();
    let accept = derive_accept_key(key.as_bytes());
    let answer = format!(
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: \
         {accept}\r\n\r\n"
    );
    stream.write_all(answer.as_bytes()).await?;
    Ok(stream)
}

fn broken(error: &io::Error) -> Failure {
    Failure::Environment(format!("the yardstick cannot serve ({error}); try again"))
}
