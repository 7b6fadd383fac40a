internal import BoardHost
internal import Locks
internal import TextOutput

/// The lines that `boardsim avr` prints.
final class SketchLog: Sendable {
  private let isJSON: Bool
  private let isQuiet: Bool
  /// Whether the ready line is printed: a sketch may serve again.
  private let isReady = Lock(false)

  init(isJSON: Bool, isQuiet: Bool) {
    (self.isJSON, self.isQuiet) = (isJSON, isQuiet)
  }

  /// Prints a line that the sketch has printed.
  func print(_ line: String) throws(Failure) {
    guard isJSON else { return try Console.print(line) }
    try write("sketch", [("text", line)])
  }

  /// Prints that the processor waits for a debugger, as the emulator's first line tells it.
  func tellDebugger(_ line: String, of sketch: String) throws(Failure) {
    let place = line.split(separator: " ").last.map(String.init) ?? ""
    guard !isJSON else { return try write("gdb", [("address", place)]) }
    try Console.print(line)
    note("the sketch waits: avr-gdb -ex 'target remote \(place)' \(sketch)")
  }

  /// Prints an event of the modem; a reader that has gone does not end the modem's thread.
  func tell(_ event: ModemService.Event) {
    switch event {
    case .serves(_, let place): tellReady("http://\(place)/")
    case .cannotServe(let port, let error):
      note("the sketch's port \(port) cannot be served: \(error)")
    case .connects(let named, let place): note("the sketch connects to \(named), which is \(place)")
    case .refuses(let named):
      note("the sketch wants \(named): --dial \(named)=HOST:PORT or --dial any lets it")
    case .failed(let place, let error): note("no connection to \(place): \(error)")
    }
  }

  private func tellReady(_ url: String) {
    let isFirst = isReady.withLock { isReady in
      defer { isReady = true }
      return !isReady
    }
    guard isFirst else { return }
    guard isJSON else {
      try? Console.print("sketch ready: \(url)")
      return
    }
    try? write("ready", [("url", url)])
  }

  /// Prints the emulator's last line.
  func finish(_ words: String) throws(Failure) {
    guard isJSON else { return note(words) }
    try write("end", [("text", words)])
  }

  private func note(_ sentence: String) {
    if !isQuiet { Console.note("  \(sentence)") }
  }

  private func write(_ event: String, _ members: [(String, String)]) throws(Failure) {
    var json = JSONWriter()
    json.object { json in
      json.member("event", event)
      for (name, value) in members { json.member(name, value) }
    }
    try Console.print(json.text)
  }
}
