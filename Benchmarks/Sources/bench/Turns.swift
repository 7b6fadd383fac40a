import Foundation
import RTCMParser

/// Decodes and encodes the frames of a file when it is told to, beside other decoders that do the same.
///
/// `scripts/bench/bench-rivals` runs this program and those of `Benchmarks/Rivals`, which all take the same words.
struct Turns {
  private let stream: [UInt8]
  private let messages: [Held]
  private let counts: Counts

  private struct Counts {
    var frames = 0
    var decoded = 0
    var failed = 0
    var unknown = 0
  }

  /// Decodes the file once, and holds its messages.
  ///
  /// - Parameters:
  ///   - stream: The bytes of the file.
  ///   - onDecoded: Gets each frame that is decoded.
  ///   - onEncoded: Gets each frame whose message is encoded again.
  init(
    _ stream: [UInt8], onDecoded: (Span<UInt8>) -> Void = { _ in },
    onEncoded: (Span<UInt8>) -> Void = { _ in }
  ) {
    var (counts, messages) = (Counts(), [Held]())
    func take(_ frame: borrowing FrameView) {
      counts.frames += 1
      guard let message = try? RTCMMessage(decoding: frame.payload) else {
        counts.failed += 1
        return
      }
      if case .other = message {
        counts.unknown += 1
        return
      }
      counts.decoded += 1
      onDecoded(frame.bytes)
      let held = Held(message)
      if held.encode() > 0 {
        messages.append(held)
        onEncoded(frame.bytes)
      }
    }
    var scanner = FrameScanner()
    scanner.consume(stream.span) { take($0) }
    scanner.finish { take($0) }
    (self.stream, self.messages, self.counts) = (stream, messages, counts)
  }

  /// Prints what was counted as a line of JSON.
  func tell() {
    print(
      """
      {"frames": \(counts.frames), "decoded": \(counts.decoded), "failed": \(counts.failed), \
      "unknown": \(counts.unknown), "encoded": \(messages.count), \
      "encoded_bytes": \(encodeAll())}
      """)
  }

  /// Takes orders from standard input, a line each: `decode 9`, nine passes; prints the user time of them in seconds.
  func take() {
    tell()
    fflush(nil)
    while let line = readLine() {
      let words = line.split(separator: " ")
      guard words.count == 2, let passes = Int(words[1]) else { return }
      let work = work(called: String(words[0]))
      print(userSeconds { for _ in 0..<passes { work() } })
      fflush(nil)
    }
  }

  /// A pass of some work.
  func work(called name: String) -> () -> Void {
    if name == "encode" { return { keep(encodeAll()) } }
    return {
      scan(stream) { payload in
        do { keep(try RTCMMessage(decoding: payload)) } catch {}
      }
    }
  }

  private func encodeAll() -> Int {
    var byteCount = 0
    for index in messages.indices { byteCount += messages[index].encode() }
    return byteCount
  }
}

/// Does what the words of the command line say: `turns FILE`, `count decode|encode FILE` or `keep decode|encode FILE OUTPUT`.
///
/// - Returns: Whether they are such words.
func takeTurns(_ words: [String]) throws -> Bool {
  func bytes(of path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(filePath: path)))
  }
  switch (words.first, words.count) {
  case ("turns", 2): Turns(try bytes(of: words[1])).take()
  case ("count", 3):
    let turns = Turns(try bytes(of: words[2]))
    let work = turns.work(called: words[1])
    work()
    countedPass(work)
    turns.tell()
  case ("keep", 4):
    var kept: [UInt8] = []
    func keep(_ frame: Span<UInt8>) { for index in frame.indices { kept.append(frame[index]) } }
    let isDecoding = words[1] == "decode"
    let turns = Turns(
      try bytes(of: words[2]), onDecoded: { if isDecoding { keep($0) } },
      onEncoded: { if !isDecoding { keep($0) } })
    try Data(kept).write(to: URL(filePath: words[3]))
    turns.tell()
  default: return false
  }
  return true
}
