internal import GNSSBasics
internal import RTCMStreams
internal import TextOutput

/// The way of an RTCM 3 stream into packets of MAVLink.
final class MAVLinkSending {
  private let command: RTCMMAVLink
  private var converter: StreamConverter
  private var scanner = FrameScanner()
  private var writer: MAVLinkWriter
  private var output: MAVLinkOutput
  private let isUDP: Bool
  private var frameCount = 0
  private var packetCount = 0

  init(_ command: RTCMMAVLink) throws {
    self.command = command
    var rules = ConversionRules()
    rules.maximumFrameLength = MAVLinkFragment.maximumFrameLength
    converter = StreamConverter(rules)
    writer = MAVLinkWriter(as: command.sender?.sender ?? MAVLinkSender())
    let place = try MAVLinkPlace(command.output, of: "--output")
    if case .udp = place { isUDP = true } else { isUDP = false }
    output = try MAVLinkOutput(place, isLive: command.isLive)
  }

  /// Sends the whole stream, and tells how much it was.
  func run() async throws {
    if command.isLive { try await follow() } else { try play() }
    try output.finish()
    try summarize()
    let counts = converter.counts
    guard counts.droppedByLength == 0 else {
      let types = counts.framesTooLong.compactMap { $0.type.map(String.init) }.joined(
        separator: ", ")
      let dropped = counts.droppedByLength
      let count = dropped == 1 ? "1 frame" : "\(dropped) frames"
      throw Failure(
        message: "'\(command.output)' lacks \(count) of \(types) over "
          + "\(MAVLinkFragment.maximumFrameLength) bytes, which four packets do not hold; 'boardsim rtcm convert' with "
          + "--msm 4, --drop-signal or --drop-type makes the stream shorter")
    }
  }

  /// Sends a capture, over UDP at its pace.
  private func play() throws {
    let capture = try CaptureInput.capture(command.file)
    var player = CapturePlayer(capture, mode: .once)
    var progress = Progress(
      "sending \(command.file)", of: capture.bytes.count, isQuiet: command.isQuiet)
    let begin = (command.date?.time ?? DateArgument.present).nanoseconds / 1000
    let start = ContinuousClock.now
    var last: Duration = .zero
    while let time = player.nextTime {
      if isUDP, case .times(let factor) = command.speed ?? .times(1) {
        let due = start + time / factor
        while ContinuousClock.now < due, !Interruption.isRequested {
          Interruption.pause(for: min(due - .now, .milliseconds(500)))
        }
      }
      try Interruption.check()
      guard let slice = player.due(at: time) else { break }
      last = time
      try send(slice.bytes, at: begin + Int64(time / .microseconds(1)))
      progress.update(after: converter.scanned.bytes)
    }
    try end(at: begin + Int64(last / .microseconds(1)))
    progress.finish()
  }

  /// Sends what comes, as it comes.
  private func follow() async throws {
    var input = try StreamInput(
      command.file, isQuiet: command.isQuiet, duration: command.duration?.duration)
    var bytes: [UInt8] = []
    while try await input.read({ bytes.append(contentsOf: $0) }) {
      try send(bytes, at: DateArgument.present.nanoseconds / 1000)
      try output.flush()
      bytes.removeAll(keepingCapacity: true)
    }
    try end(at: DateArgument.present.nanoseconds / 1000)
    try input.beginning.checkFrames(of: command.file, converter.scanned)
  }

  private func send(_ bytes: [UInt8], at microseconds: Int64) throws {
    var converted: [UInt8] = []
    converter.consume(bytes.span, into: &converted)
    try write(converted, at: microseconds)
  }

  private func end(at microseconds: Int64) throws {
    var converted: [UInt8] = []
    converter.finish(into: &converted)
    try write(converted, at: microseconds)
  }

  /// Writes whole frames.
  private func write(_ frames: [UInt8], at microseconds: Int64) throws {
    var whole: [[UInt8]] = []
    scanner.consume(frames.span) { whole.append(Array($0.bytes)) }
    for frame in whole {
      let packets = writer.packets(of: frame) ?? []
      frameCount += 1
      packetCount += packets.count
      try output.write(packets, at: UInt64(max(microseconds, 0)))
    }
  }

  private func summarize() throws(Failure) {
    let counts = converter.counts
    if command.isJSON {
      var json = JSONWriter()
      json.object { json in
        json.member("frames", frameCount)
        json.member("packets", packetCount)
        json.member("bytes_out", output.byteCount)
        json.member("frames_split", counts.framesSplit)
        json.member("dropped_by_length", counts.droppedByLength)
        json.member("packets_unheard", output.unheardCount)
      }
      return try Console.print(json.text)
    }
    guard !command.isQuiet else { return }
    var line =
      "\(command.output): \(frameCount) frames in \(packetCount) packets, \(output.byteCount) bytes"
    if counts.framesSplit > 0 { line += "; \(counts.framesSplit) MSMs split by satellites" }
    Console.note(line)
    if output.unheardCount > 0 {
      Console.note("nobody received \(output.unheardCount) of the packets at \(command.output)")
    }
  }
}

extension RTCMMAVLink {
  /// Whether the input comes as it is made.
  fileprivate var isLive: Bool { file == "-" || StreamInput.isCaster(file) }
}
