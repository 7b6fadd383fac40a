//! Drivers in Rust on the parts of `boardsim bus`, with the standard library alone.
//!
//! ```sh
//! rustc --edition 2021 -O boardsim_bus.rs && ./boardsim_bus 127.0.0.1:7070
//! ```
//!
//! `Bus::transaction` has the shape of embedded-hal's `I2c`: implementing that trait is one line for each
//! of its methods.

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;

/// Why the bus did not do as it was told.
#[derive(Debug)]
#[allow(dead_code)]
pub enum Error {
    /// Not acknowledged: in which message, and at which byte of it; `None` is the address.
    Nack { message: usize, byte: Option<usize> },
    /// The words behind ERR.
    Refused(String),
    /// The connection is broken.
    Io(std::io::Error),
}

impl From<std::io::Error> for Error {
    fn from(error: std::io::Error) -> Self {
        Error::Io(error)
    }
}

/// One message of a transfer; between two there is a repeated START.
pub enum Operation<'a> {
    Write(&'a [u8]),
    Read(&'a mut [u8]),
}

/// A connection, with a board of its own.
pub struct Bus {
    input: BufReader<TcpStream>,
    output: TcpStream,
}

impl Bus {
    pub fn connect(place: &str) -> Result<Self, Error> {
        let output = TcpStream::connect(place)?;
        output.set_nodelay(true)?;
        let mut bus = Bus { input: BufReader::new(output.try_clone()?), output };
        bus.ask("HELLO 1")?;
        Ok(bus)
    }

    /// Sends a line and gives what stands behind OK.
    pub fn ask(&mut self, line: &str) -> Result<String, Error> {
        self.output.write_all(format!("{line}\n").as_bytes())?;
        let mut answer = String::new();
        self.input.read_line(&mut answer)?;
        let answer = answer.trim_end();
        if let Some(rest) = answer.strip_prefix("OK") {
            return Ok(rest.trim_start().to_string());
        }
        if let Some(rest) = answer.strip_prefix("NACK m=") {
            let mut numbers = rest.split(" b=").map(|word| word.parse::<i64>().unwrap_or(-1));
            let (message, byte) = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(-1));
            return Err(Error::Nack { message: message as usize, byte: if byte < 0 { None } else { Some(byte as usize) } });
        }
        Err(Error::Refused(answer.to_string()))
    }

    /// Makes one transfer.
    pub fn transaction(&mut self, address: u8, operations: &mut [Operation]) -> Result<(), Error> {
        let mut line = format!("T {address:02x}");
        for operation in operations.iter() {
            match operation {
                Operation::Write(bytes) => {
                    line.push_str(" w ");
                    for byte in bytes.iter() {
                        let _ = write!(line, "{byte:02x}");
                    }
                }
                Operation::Read(buffer) => {
                    let _ = write!(line, " r {}", buffer.len());
                }
            }
        }
        let answer = self.ask(&line)?;
        let hex = answer.split(' ').next().unwrap_or("").as_bytes();
        let mut digits = hex.chunks(2).map(|pair| {
            let pair = std::str::from_utf8(pair).unwrap_or("");
            u8::from_str_radix(pair, 16).unwrap_or(0xFF)
        });
        for operation in operations.iter_mut() {
            if let Operation::Read(buffer) = operation {
                for byte in buffer.iter_mut() {
                    *byte = digits.next().unwrap_or(0xFF);
                }
            }
        }
        Ok(())
    }

    pub fn write_read(&mut self, address: u8, bytes: &[u8], buffer: &mut [u8]) -> Result<(), Error> {
        self.transaction(address, &mut [Operation::Write(bytes), Operation::Read(buffer)])
    }

    /// Lets board time pass.
    pub fn delay_us(&mut self, microseconds: u64) -> Result<(), Error> {
        self.ask(&format!("D {microseconds}")).map(|_| ())
    }
}

fn main() -> Result<(), Error> {
    let place = std::env::args().nth(1).expect("usage: boardsim_bus HOST:PORT");
    let mut bus = Bus::connect(&place)?;
    bus.delay_us(2_000)?;
    let mut id = [0];
    bus.write_read(0x77, &[0xD0], &mut id)?;
    println!("the BME280 says that it is 0x{:02X}", id[0]);
    match bus.transaction(0x12, &mut [Operation::Write(&[])]) {
        Err(Error::Nack { byte: None, .. }) => println!("nobody is at 0x12"),
        other => println!("unexpected: {other:?}"),
    }
    Ok(())
}
