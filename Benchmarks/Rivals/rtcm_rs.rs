// rtcm-rs: MsgFrameIter, get_message and MessageBuilder. The words are those of rival.c.

use rtcm_rs::prelude::*;
use std::hint::black_box;
use std::io::{BufRead, Write};

/// The frames of a file by what became of them.
#[derive(Default)]
struct Counts {
    frames: u32,
    decoded: u32,
    failed: u32,
    unknown: u32,
}

/// A file, and its messages that can be encoded.
struct Work {
    bytes: Vec<u8>,
    counts: Counts,
    messages: Vec<Box<Message>>,
}

/// Frames that are written to a file.
#[derive(Default)]
struct Kept {
    decoded: Vec<u8>,
    encoded: Vec<u8>,
}

/// Calls a function with each frame.
///
/// MsgFrameIter ends before a preamble near the end that begins no frame: such a byte is passed over here.
fn for_each_frame<'a>(bytes: &'a [u8], mut act: impl FnMut(MessageFrame<'a>)) {
    let mut start = 0;
    while start < bytes.len() {
        let mut frames = MsgFrameIter::new(&bytes[start..]);
        for frame in &mut frames {
            act(frame);
        }
        start += frames.consumed() + 1;
    }
}

impl Work {
    /// Decodes a file once, and holds its messages.
    fn new(bytes: Vec<u8>, kept: &mut Kept) -> Work {
        let (mut counts, mut messages, mut builder) = (Counts::default(), Vec::new(), MessageBuilder::new());
        for_each_frame(&bytes, |frame| {
            counts.frames += 1;
            let message = frame.get_message();
            match message {
                Message::Corrupt => counts.failed += 1,
                Message::Empty | Message::MsgNotSupported(_) => counts.unknown += 1,
                _ => {
                    counts.decoded += 1;
                    kept.decoded.extend_from_slice(frame.frame_data());
                    if builder.build_message(&message).is_ok() {
                        kept.encoded.extend_from_slice(frame.frame_data());
                        messages.push(Box::new(message));
                    }
                }
            }
        });
        Work { bytes, counts, messages }
    }

    fn decode(&self) {
        for_each_frame(&self.bytes, |frame| {
            black_box(frame.get_message());
        });
    }

    /// The length of all frames.
    fn encode(&self) -> usize {
        let mut builder = MessageBuilder::new();
        self.messages.iter().map(|message| builder.build_message(message).map_or(0, |frame| black_box(frame).len())).sum()
    }

    fn run(&self, name: &str) {
        if name == "encode" {
            black_box(self.encode());
        } else {
            self.decode();
        }
    }

    fn tell(&self) {
        let Counts { frames, decoded, failed, unknown } = self.counts;
        println!(
            "{{\"frames\": {frames}, \"decoded\": {decoded}, \"failed\": {failed}, \"unknown\": {unknown}, \
             \"encoded\": {}, \"encoded_bytes\": {}}}",
            self.messages.len(),
            self.encode()
        );
    }

    fn take_orders(&self) {
        for line in std::io::stdin().lock().lines() {
            let line = line.unwrap();
            let Some((name, passes)) = line.split_once(' ') else { return };
            let start = user_seconds();
            for _ in 0..passes.parse::<u32>().unwrap() {
                self.run(name);
            }
            println!("{:.6}", user_seconds() - start);
        }
    }
}

/// What happens in here is counted, and nothing else.
#[inline(never)]
#[no_mangle]
extern "C-unwind" fn countedPass(work: &Work, is_encoding: bool) {
    work.run(if is_encoding { "encode" } else { "decode" });
}

/// The beginning of C's struct rusage: user time, and room for the rest.
#[repr(C)]
struct Usage {
    seconds: i64,
    microseconds: i64,
    rest: [i64; 14],
}

extern "C" {
    fn getrusage(who: i32, usage: *mut Usage) -> i32;
}

fn user_seconds() -> f64 {
    let mut usage = Usage { seconds: 0, microseconds: 0, rest: [0; 14] };
    // Sound: the struct is as long as C's on Linux and macOS with 64 bits, 144 bytes.
    unsafe { getrusage(0, &mut usage) };
    // Of the second word macOS uses the lower half.
    usage.seconds as f64 + 1e-6 * f64::from(usage.microseconds as i32)
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let read = |path: &str| std::fs::read(path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let mut kept = Kept::default();
    match words[..] {
        ["turns", file] => {
            let work = Work::new(read(file), &mut kept);
            work.tell();
            work.take_orders();
        }
        ["count", name, file] => {
            let work = Work::new(read(file), &mut kept);
            work.run(name);
            countedPass(&work, name == "encode");
            work.tell();
        }
        ["keep", name, file, output] => {
            let work = Work::new(read(file), &mut kept);
            let frames = if name == "encode" { kept.encoded } else { kept.decoded };
            std::fs::File::create(output).and_then(|mut to| to.write_all(&frames)).unwrap();
            work.tell();
        }
        _ => {
            eprintln!("usage: rtcm_rs turns FILE | count decode|encode FILE | keep decode|encode FILE OUTPUT");
            std::process::exit(2);
        }
    }
}
