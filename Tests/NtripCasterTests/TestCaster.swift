import TestSupport
import NtripCaster
import NtripProtocol
import RTCMStreams

/// Serves one capture as `M` on a free or given port.
func serve(
  _ capture: [UInt8], on port: UInt16 = 0, speed: Double = 1, mode: CapturePlayer.Mode = .once,
  password: String? = nil,
  backlogLimit: Int = 65_536
) throws -> NtripCasterServer {
  let credentials = password.map { NtripCredentials(user: "u", password: $0) }
  let mountpoint = Mountpoint(name: "M", capture: capture, mode: mode)
  let users = credentials.map { CasterUsers(only: $0) }
  return try NtripCasterServer(
    port: port, caster: Caster([mountpoint], users: users), speed: speed,
    backlogLimit: backlogLimit)
}

/// Returns epochs of one frame with a given payload size, a second apart.
func capture(epochs count: Int, payloadSize: Int = 100) throws -> [UInt8] {
  var capture: [UInt8] = []
  for epoch in 0..<UInt32(count) {
    var payload = [UInt8](repeating: UInt8(truncatingIfNeeded: epoch), count: payloadSize)
    let time = epoch * 1000
    // 1077, station 1, 30 bits of time, followed by the flag that says "last".
    payload.replaceSubrange(0..<3, with: [0x43, 0x50, 0x01])
    for (index, shift) in [UInt32(22), 14, 6].enumerated() {
      payload[3 + index] = UInt8(truncatingIfNeeded: time >> shift)
    }
    payload[6] = UInt8(truncatingIfNeeded: time << 2) & 0xFC
    capture += try RTCMFrame.encoding(payload: payload.span)
  }
  return capture
}

/// Whether bytes consist only of whole valid frames.
func isWholeFrames(_ bytes: [UInt8]) -> Bool {
  var scanner = FrameScanner()
  scanner.consume(bytes.span) { _ in }
  scanner.finish { _ in }
  return scanner.counts.otherBytes == 0
}

let requestVersion1 = "GET /M HTTP/1.0\r\nUser-Agent: NTRIP test\r\n\r\n"
let headVersion1 = Array("ICY 200 OK\r\n\r\n".utf8)
