//! The connection of a page: it gets the news some thirty times a second, and says what the user does.
//!
//! A page that is gone, or that has fallen silent while a key was held, does not drive on: what it held
//! is let go. When the last page is gone, goals are given up as well.

use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::ws::{Message, WebSocket};
use planetfall_files::live::Order;
use serde_json::{Value, json};
use tokio::time::{Instant, sleep, timeout_at};

use super::news::{Knowledge, News};
use super::wishes::{Own, Refused, Wish};
use super::{Current, Hall, Saved};

/// From one portion of news to the next. Chosen: 30 a second.
const PORTION: Duration = Duration::from_millis(33);
/// A page repeats what is held by hand; one that does not for so long has lost its user. Chosen.
const SILENCE: Duration = Duration::from_millis(1500);

/// A page that says nothing is asked whether it is still there; its browser answers by itself. A
/// connection without an answer is idle, and ended. Chosen.
const ASKED_EVERY: Duration = Duration::from_secs(20);

/// A page that is loaded again comes back within this time. Chosen.
const GRACE: Duration = Duration::from_secs(3);

/// A page that watches.
struct Watcher {
    hall: Arc<Hall>,
    current: Current,
    knowledge: Knowledge,
    saved: Option<Saved>,
    /// Whether it has been asked to keep a session that came to its end by itself.
    keeping: bool,
    /// What is held by hand through this page, and since when.
    held: Option<(Order, Instant)>,
    /// What others have to say to the page.
    outbox: Arc<Mutex<Vec<Value>>>,
}

/// Talks with a page until it is gone.
pub(crate) async fn talk(mut socket: WebSocket, hall: Arc<Hall>) {
    let current = hall.current();
    let hello = json!({ "session": current.id }).to_string();
    let knowledge = Knowledge::new(Arc::clone(&current.session));
    let mut watcher = Watcher {
        hall,
        current,
        knowledge,
        saved: None,
        keeping: false,
        held: None,
        outbox: Arc::default(),
    };
    watcher.hall.watchers.fetch_add(1, Ordering::Relaxed);
    if socket.send(Message::from(hello)).await.is_ok() {
        watcher.listen(&mut socket).await;
    }
    watcher.let_go();
    let Watcher { hall, .. } = watcher;
    if hall.watchers.fetch_sub(1, Ordering::Relaxed) == 1 {
        tokio::spawn(leave(hall));
    }
}

/// The last page is gone: unless it was only loaded again, a rover on its way to a goal stands.
async fn leave(hall: Arc<Hall>) {
    sleep(GRACE).await;
    if hall.watchers.load(Ordering::Relaxed) == 0 {
        hall.current().session.abandon();
    }
}

impl Watcher {
    async fn listen(&mut self, socket: &mut WebSocket) {
        let mut due = Instant::now();
        let mut asked = Instant::now();
        loop {
            match timeout_at(due, socket.recv()).await {
                Ok(None | Some(Err(_) | Ok(Message::Close(_)))) => return,
                Ok(Some(Ok(Message::Text(text)))) => self.heard(text.as_bytes()),
                Ok(Some(Ok(_))) => {}
                Err(_) => {
                    due = Instant::now() + PORTION;
                    if !self.send_news(socket).await {
                        return;
                    }
                    if asked.elapsed() > ASKED_EVERY {
                        asked = Instant::now();
                        if socket.send(Message::Ping(Bytes::new())).await.is_err() {
                            return;
                        }
                    }
                }
            }
        }
    }

    /// Says what is new; false where nobody hears it any more.
    async fn send_news(&mut self, socket: &mut WebSocket) -> bool {
        if self.held.as_ref().is_some_and(|(_, since)| since.elapsed() > SILENCE) {
            self.let_go();
        }
        let now = self.hall.current();
        if now.id != self.current.id {
            // The page begins anew with the other session.
            let word = json!({ "session": now.id }).to_string();
            let _ = socket.send(Message::from(word)).await;
            return false;
        }
        // Its files are written already: it only has to be offered.
        if !self.keeping && now.saved.is_none() && now.session.status().ended.is_some() {
            self.keeping = true;
            self.errand(Own::Save {});
        }
        let mut messages: Vec<Message> = Vec::new();
        for news in self.knowledge.news() {
            messages.push(match news {
                News::Bytes(bytes) => Message::from(bytes),
                News::Words(text) => Message::from(text),
            });
        }
        if now.saved != self.saved {
            messages.push(Message::from(json!({ "saved": now.saved }).to_string()));
            self.saved = now.saved;
        }
        let words =
            std::mem::take(&mut *self.outbox.lock().unwrap_or_else(PoisonError::into_inner));
        messages.extend(words.iter().map(|word| Message::from(word.to_string())));
        for message in messages {
            if socket.send(message).await.is_err() {
                return false;
            }
        }
        true
    }

    fn heard(&mut self, text: &[u8]) {
        let done = Wish::read(text).and_then(|wish| match wish {
            Wish::Own(own @ Own::Watch { .. }) => {
                self.knowledge.watch(&own);
                Ok(())
            }
            Wish::Own(own) => {
                self.errand(own);
                Ok(())
            }
            Wish::Order(order) => self.order(order),
        });
        if let Err(refused) = done {
            post(&self.outbox, &refused);
        }
    }

    fn order(&mut self, order: Order) -> Result<(), Refused> {
        let wish = serde_json::to_value(&order).ok();
        let wish = wish.as_ref().and_then(|order| order.get("do")).and_then(Value::as_str);
        let wish = wish.unwrap_or_default().to_owned();
        match at_rest(&order) {
            Some(rest) if rest != order => self.held = Some((rest, Instant::now())),
            Some(_) => self.held = None,
            None => {}
        }
        self.current.session.order(order).map_err(|sentence| Refused { wish, sentence })
    }

    /// What takes time goes on beside the news.
    fn errand(&self, own: Own) {
        let (hall, outbox) = (Arc::clone(&self.hall), Arc::clone(&self.outbox));
        let id = self.current.id.clone();
        tokio::task::spawn_blocking(move || {
            let (wish, done) = match own {
                Own::Save {} => ("save", hall.save_own(&id)),
                Own::Restart { choice } => ("restart", hall.restart(&choice)),
                Own::Watch { .. } => return,
            };
            if let Err(sentence) = done {
                post(&outbox, &Refused { wish: wish.to_owned(), sentence });
            }
        });
    }

    fn let_go(&mut self) {
        if let Some((rest, _)) = self.held.take() {
            // Refused only where the run is over, and then nothing drives.
            let _ = self.current.session.order(rest);
        }
    }
}

/// What an order becomes when the hand is taken off; nothing for what is not held by hand.
fn at_rest(order: &Order) -> Option<Order> {
    match order {
        Order::Drive { .. } => Some(Order::Drive { forward: 0.0, turn: 0.0, sideways: 0.0 }),
        // Without thrust it would fall: the throttle stays, and it is held upright.
        Order::Fly { throttle, .. } => {
            Some(Order::Fly { throttle: *throttle, roll: 0.0, pitch: 0.0, yaw: 0.0 })
        }
        Order::Pause
        | Order::Go
        | Order::Step { .. }
        | Order::Speed { .. }
        | Order::Goal { .. }
        | Order::Stop
        | Order::Joint { .. }
        | Order::Release { .. }
        | Order::Sun { .. }
        | Order::Strike { .. }
        | Order::Mend { .. }
        | Order::Auto => None,
    }
}

fn post(outbox: &Mutex<Vec<Value>>, refused: &Refused) {
    let word = json!({ "refused": refused.sentence, "do": refused.wish });
    outbox.lock().unwrap_or_else(PoisonError::into_inner).push(word);
}
