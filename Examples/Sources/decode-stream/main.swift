// usage: decode-stream [FILE]
//
// Prints a line for each RTCM 3 message of a file, or of standard input: its type, for a station
// message where the antenna is, for observations the satellites and their signals.

import Foundation
import RTCMParser

var input = FileHandle.standardInput
if let path = CommandLine.arguments.dropFirst().first {
  guard let file = FileHandle(forReadingAtPath: path) else {
    print(
      "decode-stream: cannot open \(path); give the path of a capture, or nothing for standard input"
    )
    exit(1)
  }
  input = file
}

var scanner = FrameScanner()
while let chunk = try input.read(upToCount: 65_536), !chunk.isEmpty {
  scanner.consume([UInt8](chunk).span) { frame in print(line(for: frame)) }
}
scanner.finish { frame in print(line(for: frame)) }
print("\(scanner.counts.frames) frames, \(scanner.counts.otherBytes) other bytes")
