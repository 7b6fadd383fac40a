// usage: bench NAME FILE …   (RTCM 3 in files, joined and repeated to about 100 MB)
//        bench --count MEASUREMENT FILE …   (what valgrind is given to run)
//        bench turns|count|keep …   (what scripts/bench/bench-rivals runs)
import Foundation

var arguments = Array(CommandLine.arguments.dropFirst())
if try takeTurns(arguments) { exit(0) }
let isCounted = arguments.first == "--count"
if isCounted { arguments.removeFirst() }
guard arguments.count > 1 else {
  print("usage: bench NAME FILE …")
  exit(2)
}
let (name, files) = (arguments[0], Array(arguments.dropFirst()))
var once: [UInt8] = []
for file in files { once += [UInt8](try Data(contentsOf: URL(filePath: file))) }
guard !once.isEmpty else {
  print("bench: the files are empty")
  exit(1)
}

if isCounted {
  count(name, of: once)
  exit(0)
}

let input = Input(name: name, once: once, byteCount: 105_000_000)
print(
  "\(input.name): \(files.count) files, \(input.stream.count) bytes, \(input.frameCount) frames")
var table = Table(input: input, measurements: measurements(of: input))
table.measure()
if let counter = InstructionCounter(files: files) {
  table.countInstructions(by: counter)
  counter.finish()
} else {
  print("  (instructions are not counted: valgrind or objcopy is missing)")
}
table.print()
