//! What a program was sent and what it answered, on disk while the run is unfinished: `packets.journal`.
//!
//! A program has a memory that no checkpoint holds. One that is started again is therefore sent the same
//! packets until the checkpoint, and must give the same answers; then it is where its predecessor was.
//! The file is made of [`planetfall_files::records`].

use super::message::{Choice, Form};
use planetfall_files::bounded;
use planetfall_files::records::{self, Put, RecordError, Records, Take};
use planetfall_files::run_folder::{OutputFolder, RunFile};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

/// A packet and its answer.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Exchange {
    pub(super) tick: u64,
    pub(super) time_ns: u64,
    /// Those that the program asked for, in its order.
    pub(super) readings: Vec<f64>,
    /// Levers and their values.
    pub(super) orders: Vec<(usize, f64)>,
}

/// The end of a conversation before that of the run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Lost {
    pub(super) text: String,
    pub(super) answers: u64,
    pub(super) mistakes: u64,
}

/// What a conversation was until a checkpoint.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Past {
    /// What the program asked for; none where it was lost before it did.
    pub(super) choice: Option<Choice>,
    /// A program that brought its memory along has joined in between: no other was sent all packets.
    pub(super) joined: bool,
    pub(super) exchanges: Vec<Exchange>,
    pub(super) lost: Option<Lost>,
}

/// The file that is written.
#[derive(Debug)]
pub(super) struct Transcript {
    file: File,
    path: PathBuf,
    record: Put,
    /// The disk has refused a record: the run goes on, and cannot be resumed with a program.
    broken: bool,
}

/// Kind of the record of a choice.
const CHOICE: u64 = 0;
/// Kind of the record of an exchange.
const EXCHANGE: u64 = 1;
/// Kind of the record of what was lost.
const LOST: u64 = 2;

impl Transcript {
    /// A new one.
    pub(super) fn begin(folder: &OutputFolder) -> io::Result<Self> {
        let path = folder.file(RunFile::Packets);
        let file = File::create(&path)?;
        Ok(Self { file, path, record: Put::default(), broken: false })
    }

    /// Goes on after so many bytes.
    pub(super) fn resume(folder: &OutputFolder, bytes: u64) -> io::Result<Self> {
        let path = folder.file(RunFile::Packets);
        let file = File::options().append(true).open(&path)?;
        file.set_len(bytes)?;
        Ok(Self { file, path, record: Put::default(), broken: false })
    }

    pub(super) fn choice(&mut self, choice: &Choice) {
        self.record.0.clear();
        self.record.word(CHOICE);
        self.record.word(u64::from(choice.form == Form::Binary));
        self.record.word(u64::from(choice.replay));
        for places in [&choice.readings, &choice.levers] {
            self.record.count(places.len());
            places.iter().for_each(|place| self.record.count(*place));
        }
        self.append();
    }

    pub(super) fn exchange(
        &mut self,
        (tick, time_ns): (u64, u64),
        readings: impl ExactSizeIterator<Item = f64>,
        orders: &[(usize, f64)],
    ) {
        self.record.0.clear();
        [EXCHANGE, tick, time_ns].into_iter().for_each(|word| self.record.word(word));
        self.record.count(readings.len());
        readings.for_each(|reading| self.record.real(reading));
        self.record.count(orders.len());
        for (lever, value) in orders {
            self.record.count(*lever);
            self.record.real(*value);
        }
        self.append();
    }

    pub(super) fn lost(&mut self, lost: &Lost) {
        self.record.0.clear();
        [LOST, lost.answers, lost.mistakes].into_iter().for_each(|word| self.record.word(word));
        self.record.bytes(lost.text.as_bytes());
        self.append();
    }

    /// Out of the process at once: an answer cannot be had again.
    fn append(&mut self) {
        if self.broken {
            return;
        }
        if records::append(&mut self.file, &self.record.0).is_err() {
            self.broken = true;
            // Half a conversation would be taken for a whole one.
            let _ = fs::remove_file(&self.path);
        }
    }
}

impl Past {
    /// What the file says that has so many bytes at the checkpoint.
    ///
    /// # Errors
    /// If it is not there or damaged.
    pub(super) fn read(path: &Path, bytes: u64) -> io::Result<Self> {
        let all = bounded::read(path, bounded::STATE)?;
        let seen = usize::try_from(bytes).ok().and_then(|bytes| all.get(..bytes));
        let seen = seen.ok_or(io::ErrorKind::UnexpectedEof)?;
        Self::of(seen).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
    }

    fn of(bytes: &[u8]) -> Result<Self, RecordError> {
        let mut past = Self::default();
        let mut all = Records::of(bytes);
        for record in all.by_ref() {
            past.add(&mut Take(record?))?;
        }
        // A checkpoint counts whole records only.
        if all.place() == bytes.len() { Ok(past) } else { Err(RecordError::Content) }
    }

    fn add(&mut self, take: &mut Take<'_>) -> Result<(), RecordError> {
        match take.word()? {
            CHOICE => {
                let form = if take.word()? == 0 { Form::Json } else { Form::Binary };
                let replay = take.word()? != 0;
                let [readings, levers] = [places(take)?, places(take)?];
                // A new program that is sent all packets has asked for the same.
                self.joined |= !replay && self.choice.is_some();
                self.choice = Some(Choice { form, readings, levers, replay });
            }
            EXCHANGE => self.exchanges.push(exchange(take)?),
            LOST => {
                let [answers, mistakes] = [take.word()?, take.word()?];
                self.lost = Some(Lost { text: take.text()?, answers, mistakes });
            }
            _ => return Err(RecordError::Content),
        }
        if take.0.is_empty() { Ok(()) } else { Err(RecordError::Content) }
    }
}

fn places(take: &mut Take<'_>) -> Result<Vec<usize>, RecordError> {
    let index = |word| usize::try_from(word).map_err(|_| RecordError::Content);
    take.words()?.into_iter().map(index).collect()
}

fn exchange(take: &mut Take<'_>) -> Result<Exchange, RecordError> {
    let [tick, time_ns] = [take.word()?, take.word()?];
    let readings = take.words()?.into_iter().map(f64::from_bits).collect();
    let orders = (0..take.count()?).map(|_| Ok((take.count()?, take.real()?)));
    let orders = orders.collect::<Result<_, RecordError>>()?;
    Ok(Exchange { tick, time_ns, readings, orders })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn whatever_a_record_holds_is_read_or_refused(
            bodies in prop::collection::vec(prop::collection::vec(0..4_u64, 0..12), 0..5),
            cut in 0..9_usize,
        ) {
            let mut bytes = Vec::new();
            for words in &bodies {
                let mut put = Put::default();
                words.iter().for_each(|word| put.word(if *word == 3 { u64::MAX } else { *word }));
                let length = put.0.len().saturating_sub(cut);
                records::append(&mut bytes, &put.0[..length]).unwrap();
            }
            let _ = Past::of(&bytes);
            prop_assert!(bytes.is_empty() || Past::of(&bytes[..bytes.len() - 1]).is_err());
        }
    }

    #[test]
    fn what_was_said_until_the_checkpoint_is_read_back_and_what_came_after_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let claimed = OutputFolder::claim(&folder.path().join("r"), false, false).unwrap();
        let path = claimed.file(RunFile::Packets);
        let choice =
            Choice { form: Form::Binary, readings: vec![2, 0, 3], levers: vec![1], replay: true };
        let exchanges = [0, 1, 2].map(|tick| Exchange {
            tick,
            time_ns: 1000 * tick,
            readings: vec![0.1, -0.0, 1e300],
            orders: vec![(1, 0.25 * tick as f64)],
        });
        let mut transcript = Transcript::begin(&claimed).unwrap();
        transcript.choice(&choice);
        for one in &exchanges[..2] {
            transcript.exchange((one.tick, one.time_ns), one.readings.iter().copied(), &one.orders);
        }
        let checkpoint = fs::metadata(&path).unwrap().len();
        let after = &exchanges[2];
        transcript.exchange(
            (after.tick, after.time_ns),
            after.readings.iter().copied(),
            &after.orders,
        );
        let past = Past::read(&path, checkpoint).unwrap();
        assert_eq!(past.choice, Some(choice));
        assert_eq!(past.exchanges, exchanges[..2]);
        assert!(past.lost.is_none() && !past.joined);
        Past::read(&path, checkpoint - 1).unwrap_err();
        Past::read(&path, 1 << 40).unwrap_err();
    }
}
