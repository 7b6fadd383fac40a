internal import Bytes

/// The command line that a modem reads, byte by byte.
struct ModemLine: Sendable {
  /// Whether `AT` has come.
  var isOpen = false
  /// The byte before, which may be the `A` of `AT`.
  var head: UInt8 = 0
  /// The bytes behind `AT`.
  var bytes: [UInt8] = []
}

extension WiFiModem {
  /// Takes a byte that has arrived from the sketch.
  mutating func take(_ byte: UInt8) {
    statistics.received += 1
    guard mode != .booting, output.backlog < ModemSizes.output,
      !troubles.isOn(.silent, at: now)
    else {
      statistics.lost += 1
      return
    }
    if case .payload(let link, let left) = mode { return collect(byte, for: link, left: left) }
    // Echoed is what is no payload, also while a command runs; the line feed is not, but the line's end is.
    if echoes, byte != .lineFeed { echo(byte) }
    guard mode == .ready else { return takeWhileBusy(byte) }
    if line.isOpen { extendLine(byte) } else { seekLine(byte) }
  }

  private mutating func echo(_ byte: UInt8) {
    guard troubles.isEmpty else { return say([byte]) }
    output.append(byte, at: now)
  }

  private mutating func takeWhileBusy(_ byte: UInt8) {
    guard byte == .lineFeed else { return }
    statistics.busy += 1
    if case .sending = mode { say("\r\nbusy s...\r\n") } else { say("\r\nbusy p...\r\n") }
  }

  /// Looks for `AT` or `at`; a line without it is an error.
  private mutating func seekLine(_ byte: UInt8) {
    let isHead =
      line.head == UInt8(ascii: "A") && byte == UInt8(ascii: "T")
      || line.head == UInt8(ascii: "a") && byte == UInt8(ascii: "t")
    if isHead {
      line.isOpen = true
      line.bytes.removeAll(keepingCapacity: true)
    } else if byte == .lineFeed {
      say("\r\nERROR\r\n")
    }
    line.head = isHead ? 0 : byte
  }

  /// Keeps a byte of the line, and forgets the line when it grows too long.
  private mutating func extendLine(_ byte: UInt8) {
    guard byte != .lineFeed else { return endLine() }
    guard line.bytes.count < ModemSizes.line - 1 else {
      statistics.lost += line.bytes.count + 1
      line = ModemLine()
      return
    }
    line.bytes.append(byte)
  }

  private mutating func endLine() {
    if echoes { say("\r\n") }
    line.isOpen = false
    guard !troubles.isOn(.busy, at: now) else {
      statistics.busy += 1
      return say("\r\nbusy p...\r\n")
    }
    mode = .busy
    agenda.add(.execute, at: now + ModemTimes.command)
  }

  /// Carries out the line that has been read; the part takes none without a carriage return.
  mutating func execute() {
    statistics.commands += 1
    guard let end = line.bytes.firstIndex(of: .carriageReturn),
      let command = ATCommand(parsing: Array(line.bytes[..<end])),
      let row = ATTable.row(of: command, in: settings.version)
    else { return error() }
    row.run(&self, command)
  }
}

// MARK: Payloads

extension WiFiModem {
  /// Begins to read the payload of a link.
  mutating func prompt(for link: Int, count: Int) {
    payload.removeAll(keepingCapacity: true)
    answer("\r\nOK\r\n> ")
    if mode == .ready { mode = .payload(link: link, left: count) }
  }

  private mutating func collect(_ byte: UInt8, for link: Int, left: Int) {
    payload.append(byte)
    guard left == 1 else {
      mode = .payload(link: link, left: left - 1)
      return
    }
    sendPayload(to: link)
  }
}
