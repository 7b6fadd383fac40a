// usage: bench NAME FILE …   (RTCM 3 in files, joined and repeated to about 100 MB)
import Foundation

guard CommandLine.arguments.count > 2 else {
  print("usage: bench NAME FILE …")
  exit(2)
}
let files = CommandLine.arguments.dropFirst(2)
var once: [UInt8] = []
for file in files { once += [UInt8](try Data(contentsOf: URL(filePath: file))) }
guard !once.isEmpty else {
  print("bench: the files are empty")
  exit(1)
}

let input = Input(name: CommandLine.arguments[1], once: once, byteCount: 105_000_000)
print(
  "\(input.name): \(files.count) files, \(input.stream.count) bytes, \(input.frameCount) frames")
var table = Table(input: input, measurements: measurements(of: input))
table.measure()
table.print()
