import RTCMParser
import RTCMText

extension Seeds {
  /// A line of JSON for each payload, every third with raw integers.
  var lines: [[UInt8]] {
    var lines: [[UInt8]] = []
    for (index, payload) in payloads.enumerated() {
      guard let frame = try? RTCMFrame.encoding(payload: payload.span) else { continue }
      var scanner = FrameScanner()
      scanner.consume(frame.span) { frame in
        guard let description = try? FrameDescription(of: frame) else { return }
        lines.append(Array(description.json(showsRaw: index % 3 == 0).utf8))
      }
    }
    return lines.filter { $0.count < 4096 }
  }
}

extension FuzzTarget {
  /// What lines of messages are made of.
  static var jsonWords: [String] {
    [
      "{", "}", "[", "]", ":", ",", "\"", "null", "true", "-0", "-0.0", "1e9", "0.5", "-1",
      "18446744073709551615", "\"message\":{", "\"raw\":{", "\"type\":", "\"message_type\":",
      "\"payload\":\"", "\"trailing_bits\":\"", "\"satellites\":[{", "\"cells\":[{",
      "\"satellite_id\":", "\"signal\":\"1C\"", "\"signal 31\"", "\"satellite_mask\":",
      "\"signal_mask\":", "\"cell_mask\":", "\"satellite_count\":", "\"station_id\":",
      "\"reserved\":", "\"text\":\"", "_metres\":", "_bytes\":\"", "1005", "1029", "1077", "4076",
    ]
  }
}
