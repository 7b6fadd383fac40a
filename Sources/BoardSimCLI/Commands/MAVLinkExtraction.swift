internal import Platform
internal import RTCMStreams
internal import TextOutput

/// The way of RTCM 3 out of packets of MAVLink.
final class MAVLinkExtraction {
  private let command: RTCMMAVLink
  private let place: MAVLinkPlace
  private var reader = MAVLinkReader()
  private var assembler = MAVLinkAssembler()
  private var scanner = FrameScanner()
  private var output: OutputFile
  private var byteCount = 0

  init(_ command: RTCMMAVLink) throws {
    self.command = command
    place = try MAVLinkPlace(command.file, of: "FILE")
    var isLive = command.file == "-"
    if case .udp = place { isLive = true }
    output = try OutputFile(command.output, inPlace: isLive)
  }

  /// Reads to the end of the input, and tells how much it was.
  func run() throws {
    switch place {
    case .file(let path), .log(let path): try read(path)
    case .udp(let host, let port): try receive(host, port)
    }
    try end()
    scanner.finish { _ in }
    guard reader.packetCount > 0 else {
      throw Failure(
        message:
          "'\(command.file)' has no message GPS_RTCM_DATA (233) of MAVLink 1 or 2 with a correct checksum"
      )
    }
    try output.finish()
    try summarize()
  }

  private func read(_ path: String) throws {
    var input = try InputStream(path)
    var progress = Progress("reading \(path)", of: input.length, isQuiet: command.isQuiet)
    var (bytes, read) = ([UInt8](), 0)
    while try input.read({ bytes.append(contentsOf: $0) }) {
      try take(bytes)
      if input.length == nil { try output.flush() }
      read += bytes.count
      bytes.removeAll(keepingCapacity: true)
      progress.update(after: read)
    }
    progress.finish()
    if path != "-" { try Interruption.check() }
  }

  private func receive(_ host: String, _ port: UInt16) throws {
    let socket = try DatagramSocket(receivingAt: host, port: port)
    if !command.isQuiet {
      Console.note("receiving at udp:\(ListenAddress.authority(host, port: socket.port))")
    }
    let end = command.duration.map { ContinuousClock.now + $0.duration }
    while !Interruption.isRequested {
      let left = end.map { $0 - .now } ?? .seconds(1)
      guard left > .zero else { break }
      Interruption.wait(
        for: socket.descriptor,
        milliseconds: Int32((min(left, .seconds(1)) / .milliseconds(1)).rounded(.up)))
      while let datagram = socket.receive() { try take(datagram) }
      try output.flush()
    }
  }

  private func take(_ bytes: [UInt8]) throws(Failure) {
    var frames: [[UInt8]] = []
    reader.consume(bytes.span) { packet in
      if let frame = assembler.add(packet) { frames.append(frame) }
    }
    try write(frames)
  }

  private func end() throws(Failure) {
    var frames: [[UInt8]] = []
    reader.finish { packet in
      if let frame = assembler.add(packet) { frames.append(frame) }
    }
    assembler.finish()
    try write(frames)
  }

  private func write(_ messages: [[UInt8]]) throws(Failure) {
    for message in messages {
      scanner.consume(message.span) { _ in }
      byteCount += message.count
      try output.write(message)
    }
  }

  private func summarize() throws(Failure) {
    let counts = assembler.counts
    let senders = assembler.senders.map { "\($0)" }.sorted()
    if command.isJSON {
      var json = JSONWriter()
      json.object { json in
        json.member("packets", reader.packetCount)
        json.member("packets_damaged", reader.damagedCount)
        json.member("packets_repeated", counts.repeated)
        json.array("senders") { for sender in senders { $0.value(sender) } }
        json.member("messages", counts.frames)
        json.member("messages_incomplete", counts.incomplete)
        json.member("messages_missing", counts.missing)
        json.member("frames", scanner.counts.frames)
        json.member("bytes_out", byteCount)
      }
      return try Console.print(json.text)
    }
    guard !command.isQuiet else { return }
    Console.note(
      "\(command.output): \(scanner.counts.frames) frames, \(byteCount) bytes, from \(reader.packetCount) packets of "
        + senders.joined(separator: ", "))
    let losses = [
      (counts.incomplete, "incomplete"), (counts.missing, "missing"),
      (reader.damagedCount, "damaged"), (counts.repeated, "repeated"),
    ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    if !losses.isEmpty { Console.note("messages and packets: " + losses.joined(separator: ", ")) }
  }
}
