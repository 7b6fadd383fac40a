import Foundation

// usage: fuzz TARGET [CORPUS] [libFuzzer's options]   looks for findings
//        fuzz TARGET FILE                             runs one input again
//        fuzz seeds DIRECTORY CAPTURE                 makes dictionaries and first inputs
//        fuzz targets                                 lists the targets
// libFuzzer brings the main function and calls the two functions below.

/// What to fuzz; written once, before the first input.
nonisolated(unsafe) private var chosen = FuzzTarget.frames

/// Takes our own argument off and leaves the rest to libFuzzer.
@_cdecl("LLVMFuzzerInitialize")
public func initializeFuzzing(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>
) -> CInt {
  let words = (1..<max(1, Int(count.pointee))).compactMap {
    arguments.pointee[$0].map { String(cString: $0) }
  }
  switch words.first {
  case "targets":
    for target in FuzzTarget.allCases { print(target.rawValue) }
    exit(0)
  case "seeds" where words.count == 3:
    do { try writeSeeds(to: words[1], capture: words[2]) } catch { stop("fuzz seeds: \(error)") }
    exit(0)
  case let name?:
    guard let target = FuzzTarget(rawValue: name) else {
      stop("fuzz: there is no target '\(name)'; 'fuzz targets' lists them")
    }
    chosen = target
  case nil: stop("usage: fuzz TARGET [CORPUS] [libFuzzer's options]")
  }
  arguments.pointee[1] = arguments.pointee[0]
  arguments.pointee += 1
  count.pointee -= 1
  return 0
}

/// Runs the chosen target on one input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  chosen.run([UInt8](UnsafeBufferPointer(start: start, count: count)))
  return 0
}

private func stop(_ message: String) -> Never {
  FileHandle.standardError.write(Data((message + "\n").utf8))
  exit(2)
}
