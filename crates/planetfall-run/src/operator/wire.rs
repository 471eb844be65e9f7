//! The socket under a conversation, with its deadlines.

use super::Loss;
use std::io::{ErrorKind, Read, Write};
use std::net::{IpAddr, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// What carries the bytes of a conversation.
pub trait Wire {
    /// Sends all bytes by an instant.
    ///
    /// # Errors
    /// If they were not taken.
    fn send(&mut self, bytes: &[u8], by: Instant) -> Result<(), Loss>;

    /// Waits until an instant for bytes and appends what came.
    ///
    /// # Errors
    /// If none came, or none will come any more.
    fn receive(&mut self, into: &mut Vec<u8>, by: Instant) -> Result<(), Loss>;
}

/// A connection over TCP.
#[derive(Debug)]
pub struct Socket {
    stream: TcpStream,
    buffer: Vec<u8>,
    interrupted: Arc<AtomicBool>,
    /// The time-out that the stream has now.
    set: Duration,
}

/// How long a wait lasts before it is checked whether the user wants no more. Chosen: less than a person
/// notices.
const SLICE: Duration = Duration::from_millis(200);

impl Socket {
    fn new(stream: TcpStream, interrupted: Arc<AtomicBool>) -> std::io::Result<Self> {
        stream.set_nonblocking(false)?;
        // A packet that waits for more to send would cost more than the step it belongs to.
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(SLICE))?;
        stream.set_write_timeout(Some(SLICE))?;
        Ok(Self { stream, buffer: vec![0; 64 * 1024], interrupted, set: SLICE })
    }

    /// The time left, in slices; what is over is a loss.
    fn left(&self, by: Instant) -> Result<Duration, Loss> {
        if self.interrupted.load(Ordering::Relaxed) {
            return Err(Loss::Interrupted);
        }
        match by.checked_duration_since(Instant::now()) {
            Some(left) if !left.is_zero() => Ok(left.min(SLICE)),
            _ => Err(Loss::Silent(Duration::ZERO)),
        }
    }

    /// Waits no longer than this in the next read. Whole slices need no word to the system.
    fn limit(&mut self, left: Duration) -> Result<(), Loss> {
        if left != self.set {
            self.stream.set_read_timeout(Some(left)).map_err(|error| broken(&error))?;
            self.set = left;
        }
        Ok(())
    }
}

fn broken(error: &std::io::Error) -> Loss {
    Loss::Left(error.to_string())
}

fn is_wait(error: &std::io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted)
}

impl Wire for Socket {
    fn send(&mut self, mut bytes: &[u8], by: Instant) -> Result<(), Loss> {
        while !bytes.is_empty() {
            match self.stream.write(bytes) {
                Ok(0) => return Err(Loss::Left(String::new())),
                Ok(sent) => bytes = &bytes[sent..],
                Err(error) if is_wait(&error) => {
                    self.left(by)?;
                }
                Err(error) => return Err(broken(&error)),
            }
        }
        Ok(())
    }

    fn receive(&mut self, into: &mut Vec<u8>, by: Instant) -> Result<(), Loss> {
        loop {
            let left = self.left(by)?;
            self.limit(left)?;
            match self.stream.read(&mut self.buffer) {
                Ok(0) => return Err(Loss::Left(String::new())),
                Ok(count) => {
                    into.extend_from_slice(&self.buffer[..count]);
                    return Ok(());
                }
                Err(error) if is_wait(&error) => {}
                Err(error) => return Err(broken(&error)),
            }
        }
    }
}

/// Why nobody can be listened for.
#[derive(Debug, thiserror::Error)]
pub enum ListenError {
    /// An address that others reach.
    #[error(
        "{0} is no address of this machine alone (127.0.0.1, ::1): whoever reaches it could drive the \
         run; add --listen-anywhere if that is wanted"
    )]
    NotLoopback(IpAddr),
    /// The system refuses it.
    #[error("cannot listen on {address}: {source}")]
    Refused {
        /// The address.
        address: SocketAddr,
        /// What the system said.
        source: std::io::Error,
    },
}

/// Listens for one program.
#[derive(Debug)]
pub struct Listener {
    listener: TcpListener,
    address: SocketAddr,
}

impl Listener {
    /// On an address; one that others reach only if `anywhere`.
    ///
    /// # Errors
    /// If the address is not to be listened on.
    pub fn bind(address: SocketAddr, anywhere: bool) -> Result<Self, ListenError> {
        if !address.ip().is_loopback() && !anywhere {
            return Err(ListenError::NotLoopback(address.ip()));
        }
        let refused = |source| ListenError::Refused { address, source };
        let listener = TcpListener::bind(address).map_err(refused)?;
        listener.set_nonblocking(true).map_err(refused)?;
        let address = listener.local_addr().map_err(refused)?;
        Ok(Self { listener, address })
    }

    /// Where a program finds it.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Waits for the one program; whoever comes later is refused. `gone` says, while it waits, why
    /// nobody will come.
    ///
    /// # Errors
    /// If nobody came.
    pub fn accept(
        self,
        timeout: Duration,
        interrupted: &Arc<AtomicBool>,
        gone: &mut dyn FnMut() -> Option<String>,
    ) -> Result<Socket, Loss> {
        let by = Instant::now() + timeout;
        loop {
            match self.listener.accept() {
                Ok((stream, _)) => {
                    return Socket::new(stream, Arc::clone(interrupted)).map_err(|e| broken(&e));
                }
                Err(error) if is_wait(&error) => {}
                Err(error) => return Err(broken(&error)),
            }
            if interrupted.load(Ordering::Relaxed) {
                return Err(Loss::Interrupted);
            }
            if let Some(why) = gone() {
                return Err(Loss::Left(why));
            }
            if Instant::now() >= by {
                return Err(Loss::Silent(timeout));
            }
            std::thread::sleep(Duration::from_millis(2));
        }
    }
}
