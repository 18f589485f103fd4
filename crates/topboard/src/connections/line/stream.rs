//! The bytes of a WebSocket: read and written without waiting, over a plain or an encrypted connection.

use rustls::ServerConnection;
use socket2::SockRef;
use std::{
    io::{self, IoSlice, Read, Write},
    net::Shutdown,
    sync::Arc,
};
use tokio::net::TcpStream;

/// The greatest number of bytes that are encrypted and not yet taken by the system.
const ENCRYPTED_MAX: usize = 16 << 10;
/// The greatest number of reads at once of bytes that hold no text, such as those of a renewed key.
const READS_MAX: usize = 16;

/// A connection after its upgrade.
#[derive(Debug)]
pub(crate) struct Stream {
    tcp: Arc<TcpStream>,
    secure: Option<Box<Secure>>,
}

#[derive(Debug)]
struct Secure {
    session: ServerConnection,
    /// Whether decrypted bytes may wait: then nothing more needs to arrive before there is something to read.
    has_text: bool,
}

impl Stream {
    pub(super) fn plain(tcp: TcpStream) -> Stream {
        Stream { tcp: Arc::new(tcp), secure: None }
    }

    pub(super) fn secure(tcp: TcpStream, mut session: ServerConnection) -> Stream {
        session.set_buffer_limit(Some(ENCRYPTED_MAX));
        let secure = Some(Box::new(Secure { session, has_text: true }));
        Stream { tcp: Arc::new(tcp), secure }
    }

    /// Returns the connection if it is plain.
    pub(crate) fn as_plain(&self) -> Option<Arc<TcpStream>> {
        self.secure.is_none().then(|| Arc::clone(&self.tcp))
    }

    /// Waits until there may be something to read.
    pub(crate) async fn readable(&self) -> io::Result<()> {
        match &self.secure {
            Some(secure) if secure.has_text => Ok(()),
            _ => self.tcp.readable().await,
        }
    }

    /// Waits until there may be room for more bytes.
    pub(crate) async fn writable(&self) -> io::Result<()> {
        self.tcp.writable().await
    }

    /// Reads what is there. Returns 0 at the end of the connection.
    pub(crate) fn try_read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match &mut self.secure {
            None => self.tcp.try_read(buffer),
            Some(secure) => {
                let read = secure.read(&self.tcp, buffer);
                secure.has_text = matches!(read, Ok(length) if length == buffer.len());
                read
            }
        }
    }

    /// Writes what the system takes. Over TLS bytes count as written when they are encrypted; whether the system has them,
    /// [`Stream::is_flushed`] says. Writing nothing sends what is left.
    pub(crate) fn try_write_vectored(&mut self, slices: &[IoSlice<'_>]) -> io::Result<usize> {
        match &mut self.secure {
            None => self.tcp.try_write_vectored(slices),
            Some(secure) => secure.write(&self.tcp, slices),
        }
    }

    /// Returns whether the system has taken every byte that was written.
    pub(crate) fn is_flushed(&self) -> bool {
        self.secure.as_ref().is_none_or(|secure| !secure.session.wants_write())
    }

    /// Tells the other side that nothing more comes.
    pub(crate) async fn shutdown(&mut self) -> io::Result<()> {
        if let Some(secure) = &mut self.secure {
            secure.session.send_close_notify();
            while secure.session.wants_write() {
                self.tcp.writable().await?;
                if let Err(error) = secure.flush(&self.tcp)
                    && error.kind() != io::ErrorKind::WouldBlock
                {
                    return Err(error);
                }
            }
        }
        self.socket().shutdown(Shutdown::Write)
    }

    /// Reads and drops whatever still comes, until the other side has ended the connection.
    pub(crate) async fn drain(&self) -> io::Result<()> {
        let mut rest = [0; 1024];
        loop {
            self.tcp.readable().await?;
            match self.tcp.try_read(&mut rest) {
                Ok(0) => return Ok(()),
                Ok(_) => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Returns the socket, for its options.
    pub(crate) fn socket(&self) -> SockRef<'_> {
        SockRef::from(&*self.tcp)
    }
}

impl Secure {
    fn read(&mut self, tcp: &TcpStream, buffer: &mut [u8]) -> io::Result<usize> {
        for _ in 0..READS_MAX {
            match self.session.reader().read(buffer) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                done => return done,
            }
            self.session.read_tls(&mut Raw(tcp))?;
            self.session
                .process_new_packets()
                .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))?;
            // What the session answers, such as a renewed key, goes out with the next frame where there is no room now.
            match self.flush(tcp) {
                Err(error) if error.kind() != io::ErrorKind::WouldBlock => return Err(error),
                Ok(()) | Err(_) => {}
            }
        }
        Err(io::ErrorKind::WouldBlock.into())
    }

    fn write(&mut self, tcp: &TcpStream, slices: &[IoSlice<'_>]) -> io::Result<usize> {
        // Room is needed first: an encrypted byte cannot be taken back.
        self.flush(tcp)?;
        if self.session.wants_write() {
            return Ok(0);
        }
        let written = self.session.writer().write_vectored(slices)?;
        match self.flush(tcp) {
            Err(error) if error.kind() != io::ErrorKind::WouldBlock => Err(error),
            Ok(()) | Err(_) => Ok(written),
        }
    }

    /// Sends what is encrypted. An error says that the system takes nothing; it may also have taken a part.
    fn flush(&mut self, tcp: &TcpStream) -> io::Result<()> {
        let mut has_moved = false;
        while self.session.wants_write() {
            match self.session.write_tls(&mut Raw(tcp)) {
                Ok(_) => has_moved = true,
                Err(error) if has_moved && error.kind() == io::ErrorKind::WouldBlock => break,
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}

/// The encrypted side of a connection.
struct Raw<'tcp>(&'tcp TcpStream);

impl Read for Raw<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.try_read(buffer)
    }
}

impl Write for Raw<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.try_write(bytes)
    }

    fn write_vectored(&mut self, slices: &[IoSlice<'_>]) -> io::Result<usize> {
        self.0.try_write_vectored(slices)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
