//! Connections: how many at once, and how long they may keep the server waiting.
//!
//! Another user of the machine, or a page that was left open, can open connections and say nothing on
//! them, or a letter a minute. So a request's head must be there in time, its body too, and where no byte
//! moves for long the connection ends. What is answered waits for its reader no longer than that either.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, Sleep, sleep};

/// How long connections may keep the server waiting, and how many there may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Patience {
    /// From the opening of a connection, or the last answer on it, to the end of a request's head.
    pub head: Duration,
    /// From the end of the head to the end of the body.
    pub body: Duration,
    /// Without a byte in the direction that is waited for.
    pub idle: Duration,
    /// Connections at once: a page has up to seven.
    pub connections: usize,
}

impl Default for Patience {
    fn default() -> Self {
        Self {
            head: Duration::from_secs(15),
            body: Duration::from_secs(15),
            idle: Duration::from_secs(120),
            connections: 64,
        }
    }
}

/// What is said to a connection above the limit.
const FULL: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nRetry-After: 5\r\n\
                      Connection: close\r\n\r\n";

/// Wait before accepting again where the system has no more sockets. Chosen.
const BREATH: Duration = Duration::from_millis(100);

/// Accepts connections and answers on each of them, until it is dropped.
pub(crate) async fn serve(listener: TcpListener, router: Router, patience: Patience) {
    let places = Arc::new(Semaphore::new(patience.connections));
    loop {
        let Ok((mut stream, _)) = listener.accept().await else {
            sleep(BREATH).await;
            continue;
        };
        let Ok(place) = Arc::clone(&places).try_acquire_owned() else {
            // What fits into the system's buffer is sent without waiting for the reader.
            tokio::spawn(async move { stream.write_all(FULL).await });
            continue;
        };
        let service = TowerToHyperService::new(router.clone());
        let stream = TokioIo::new(Impatient::new(stream, patience.idle, place));
        tokio::spawn(async move {
            let mut protocol = http1::Builder::new();
            protocol.timer(TokioTimer::new()).header_read_timeout(patience.head);
            // A connection that breaks, or that was ended here, has nobody to report to.
            let _ = protocol.serve_connection(stream, service).with_upgrades().await;
        });
    }
}

/// A connection that ends where nothing moves.
struct Impatient {
    stream: TcpStream,
    idle: Duration,
    reading: Pin<Box<Sleep>>,
    writing: Pin<Box<Sleep>>,
    /// Its place among the connections, also where it has become one of messages.
    _place: OwnedSemaphorePermit,
}

impl Impatient {
    fn new(stream: TcpStream, idle: Duration, place: OwnedSemaphorePermit) -> Self {
        let [reading, writing] = [(); 2].map(|()| Box::pin(sleep(idle)));
        Self { stream, idle, reading, writing, _place: place }
    }
}

/// What came of trying to move bytes: waiting too long is an error, and moving any begins the wait anew.
fn hurried<T>(
    tried: Poll<io::Result<T>>,
    wait: &mut Pin<Box<Sleep>>,
    idle: Duration,
    context: &mut Context<'_>,
) -> Poll<io::Result<T>> {
    match tried {
        Poll::Pending => wait.as_mut().poll(context).map(|()| Err(io::ErrorKind::TimedOut.into())),
        ready @ Poll::Ready(_) => {
            wait.as_mut().reset(Instant::now() + idle);
            ready
        }
    }
}

impl AsyncRead for Impatient {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let Self { stream, idle, reading, .. } = &mut *self;
        let tried = Pin::new(stream).poll_read(context, buffer);
        hurried(tried, reading, *idle, context)
    }
}

impl AsyncWrite for Impatient {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let Self { stream, idle, writing, .. } = &mut *self;
        if writing.is_elapsed() {
            // It has not been tried for long: the wait begins now.
            writing.as_mut().reset(Instant::now() + *idle);
        }
        let tried = Pin::new(stream).poll_write(context, bytes);
        hurried(tried, writing, *idle, context)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
