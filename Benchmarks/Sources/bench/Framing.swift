import ByteTable
import RTCMParser

/// Framing and CRC, against the same walk with a byte-table CRC in C.
func benchmarkFraming(_ stream: [UInt8]) {
  var expected = 0
  let baseline = leastSeconds {
    expected = stream.withUnsafeBufferPointer { byte_table_count_frames($0.baseAddress, $0.count) }
  }
  var found = 0
  let ours = leastSeconds {
    var scanner = FrameScanner()
    found = 0
    scanner.consume(stream.span) { _ in found += 1 }
    scanner.finish { _ in found += 1 }
  }
  precondition(found == expected, "the two walks differ: \(found) and \(expected) frames")
  let megabytes = Double(stream.count) * 1e-6
  report(
    "framing + CRC", ratio: baseline / ours, target: 3.5,
    "\(Int(megabytes / ours)) MB/s against \(Int(megabytes / baseline)) MB/s of a byte table in C, "
      + "\(found) frames")
}

/// Decoding every frame to typed values, against the same walk.
func benchmarkDecoding(_ stream: [UInt8]) {
  let baseline = leastSeconds {
    keep(stream.withUnsafeBufferPointer { byte_table_count_frames($0.baseAddress, $0.count) })
  }
  var decoded = 0
  let ours = leastSeconds {
    var scanner = FrameScanner()
    decoded = 0
    scanner.consume(stream.span) { frame in
      if let message = try? RTCMMessage(decoding: frame.payload) {
        keep(message)
        decoded += 1
      }
    }
  }
  let megabytes = Double(stream.count) * 1e-6
  report(
    "framing + decoding to owned values", ratio: baseline / ours, target: nil,
    "\(Int(megabytes / ours)) MB/s, \(decoded) messages")
}

/// One line of results.
func report(_ name: String, ratio: Double, target: Double?, _ detail: String) {
  let rounded = (ratio * 100).rounded() / 100
  let aim = target.map { " (at least \($0)x: \(ratio >= $0 ? "met" : "MISSED"))" } ?? ""
  print("\(name): \(rounded)x\(aim); \(detail)")
}
