internal import Platform
internal import RTCMStreams

/// A place of MAVLink packets: a file, a telemetry log, or a UDP port.
enum MAVLinkPlace: Equatable {
  /// A file with packets one after the other; `-` for standard input and output.
  case file(String)
  /// A file with a time before each packet, by its ending `.tlog`.
  case log(String)
  /// A port, sent to or received at.
  case udp(host: String, port: UInt16)

  /// Reads the name of a place.
  ///
  /// - Throws: ``UsageError`` for `udp:` without a host and a port.
  init(_ name: String, of parameter: String) throws(UsageError) {
    guard name.hasPrefix("udp:") else {
      self = name.hasSuffix(".tlog") ? .log(name) : .file(name)
      return
    }
    let place = name.dropFirst(4)
    let colon = place.lastIndex(of: ":") ?? place.startIndex
    let host = place[..<colon].drop { $0 == "[" }.prefix { $0 != "]" }
    guard let port = UInt16(place[colon...].dropFirst()), !host.isEmpty else {
      throw UsageError(
        message: "\(parameter) '\(name)' needs a host and a port, as in udp:127.0.0.1:14550")
    }
    self = .udp(host: String(host), port: port)
  }
}

/// An output of MAVLink packets.
struct MAVLinkOutput: ~Copyable {
  private var file: OutputFile?
  private var socket: DatagramSocket?
  private let isLog: Bool
  /// The number of bytes written or sent.
  private(set) var byteCount = 0
  /// The number of packets that nobody received, as far as the receiving machine told.
  private(set) var unheardCount = 0

  /// Opens an output.
  ///
  /// - Parameters:
  ///   - place: The place.
  ///   - isLive: Whether the input is a live stream, so that a partial file is worth keeping.
  /// - Throws: ``Failure`` when the file or socket cannot be opened, ``UsageError`` for a port 0.
  init(_ place: MAVLinkPlace, isLive: Bool) throws {
    switch place {
    case .file(let path), .log(let path): file = try OutputFile(path, inPlace: isLive)
    case .udp(let host, let port):
      guard port > 0 else { throw UsageError(message: "udp: needs a port from 1 to send to") }
      do throws(ConnectionError) {
        socket = try DatagramSocket(sendingTo: host, port: port)
      } catch {
        throw Failure(message: "udp:\(ListenAddress.authority(host, port: port)): \(error)")
      }
    }
    if case .log = place { isLog = true } else { isLog = false }
  }

  /// Writes or sends packets.
  ///
  /// - Parameters:
  ///   - packets: The packets.
  ///   - microseconds: Their time, microseconds since 1970, for a telemetry log.
  /// - Throws: ``Failure`` when the file cannot be written.
  mutating func write(_ packets: [[UInt8]], at microseconds: UInt64) throws(Failure) {
    for packet in packets {
      let bytes = isLog ? MAVLinkWriter.record(of: packet, at: microseconds) : packet
      byteCount += bytes.count
      if file == nil { send(bytes) } else { try file?.write(bytes) }
    }
  }

  private mutating func send(_ packet: [UInt8]) {
    // That nobody received a datagram fails the next one, which has not gone then.
    if socket?.send(packet) == true { return }
    unheardCount += 1
    _ = socket?.send(packet)
  }

  /// Hands over what is buffered.
  mutating func flush() throws(Failure) { try file?.flush() }

  /// Completes the file.
  mutating func finish() throws(Failure) { try file?.finish() }
}
