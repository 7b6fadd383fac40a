// usage: bench STREAM …   (files of RTCM 3, joined and repeated to about 100 MB)
import Foundation

let files = CommandLine.arguments.dropFirst()
guard !files.isEmpty else {
  print("usage: bench STREAM …")
  exit(2)
}
var once: [UInt8] = []
for file in files { once += [UInt8](try Data(contentsOf: URL(filePath: file))) }
let copies = max(1, 100_000_000 / once.count)
var stream: [UInt8] = []
stream.reserveCapacity(once.count * copies)
for _ in 0..<copies { stream += once }

print("input: \(files.count) files, \(stream.count) bytes in \(copies) copies")
benchmarkFraming(stream)
benchmarkDecoding(stream)
