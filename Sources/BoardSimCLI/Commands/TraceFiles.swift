internal import BoardSimulation
internal import SensorDrivers
internal import Locks

/// The traces of one board's bus, written to files on the board's thread.
///
/// A file that fails is given up, and ``finish()`` throws the failure.
final class TraceFiles: Sendable {
  private let state: Lock<State>
  private let selection: TraceSelection

  private struct State: Sendable {
    var sinks: [Sink]
    /// Interrupt-line edges since the last transfer.
    var pinChanges: [(pin: String, isHigh: Bool, time: Duration)] = []
    var failure: Failure?
  }

  /// Opens the files.
  ///
  /// - Parameters:
  ///   - arguments: The options of the trace.
  ///   - clock: The bus' clock rate.
  ///   - pins: The interrupt lines of parts from outside.
  /// - Throws: ``Failure`` when a file cannot be written.
  init(
    _ arguments: TraceArguments, clock: I2CClock, pins: [String] = []
  ) throws(Failure) {
    var sinks: [Sink] = []
    for path in arguments.files { sinks.append(try Sink(path, clock: clock, pins: pins)) }
    state = Lock(State(sinks: sinks))
    selection = arguments.selection
  }

  /// Traces a board's bus from this time on.
  func follow(_ board: SimulatedBoard) {
    let bus = board.bus
    let drawsPins = state.withLock { $0.sinks.contains { $0.drawsPins } }
    if drawsPins {
      bus.onPinChange = { [weak self] pin, isHigh, time in
        self?.state.withLock { $0.pinChanges.append((pin, isHigh, time)) }
      }
    }
    bus.onTransfer = { [weak self, unowned bus] transfer in
      // The devices are advanced, so that the interrupt lines are current.
      if drawsPins { bus.advanceDevices() }
      self?.write(transfer, of: bus)
    }
  }

  private func write(_ transfer: I2CTransfer, of bus: SimulatedI2CBus) {
    let part = bus.name(of: transfer.address)
    guard selection.contains(transfer, with: part) else { return }
    state.withLock { state in
      let changes = state.pinChanges
      state.pinChanges = []
      for index in state.sinks.indices { state.sinks[index].append(changes, before: transfer) }
      var line: [UInt8]?
      for index in state.sinks.indices where state.failure == nil {
        do throws(Failure) {
          try state.sinks[index].write(transfer) {
            let known = line ?? transfer.line(part: part, meaning: bus.meaning(of: transfer))
            line = known
            return known
          }
        } catch {
          state.failure = error
        }
      }
    }
  }

  /// Completes the files.
  ///
  /// - Throws: ``Failure`` when a file could not be written.
  func finish() throws(Failure) {
    let failure = state.withLock { state in
      for index in state.sinks.indices where state.failure == nil {
        do throws(Failure) { try state.sinks[index].finish() } catch { state.failure = error }
      }
      return state.failure
    }
    if let failure { throw failure }
  }
}

/// A file of a trace.
private struct Sink: Sendable {
  private let stream: StreamBox
  private var waveform: WaveformTrace?
  /// Interrupt-line edges during the current transfer, written after it.
  private var later: [(pin: String, isHigh: Bool, time: Duration)] = []
  /// Whether the file shows interrupt lines.
  var drawsPins: Bool { waveform != nil }

  init(_ path: String, clock: I2CClock, pins: [String]) throws(Failure) {
    stream = try StreamBox(path)
    waveform =
      path.hasSuffix(".vcd") ? WaveformTrace(clock: clock, pins: ["ccs811.nint"] + pins) : nil
  }

  /// Writes the interrupt-line edges before a transfer, and keeps the later ones until the transfer is
  /// written.
  mutating func append(
    _ changes: [(pin: String, isHigh: Bool, time: Duration)], before transfer: I2CTransfer
  ) {
    guard waveform != nil else { return }
    for change in changes where change.time <= transfer.start {
      waveform?.append(pin: change.pin, isHigh: change.isHigh, at: change.time)
    }
    later = changes.filter { $0.time > transfer.start }
  }

  mutating func write(_ transfer: I2CTransfer, line: () -> [UInt8]) throws(Failure) {
    if waveform != nil {
      waveform?.append(transfer)
      for change in later {
        waveform?.append(pin: change.pin, isHigh: change.isHigh, at: change.time)
      }
      try stream.write(waveform?.take() ?? [])
    } else {
      try stream.write(line())
    }
  }

  func finish() throws(Failure) {
    if var waveform {
      waveform.end()
      try stream.write(waveform.take())
    }
    try stream.close()
  }
}

/// A stream within the trace's state.
///
/// Sound: it is only accessed under the lock of ``TraceFiles``.
private final class StreamBox: @unchecked Sendable {
  private var stream: OutputStream

  init(_ path: String) throws(Failure) { stream = try OutputStream(path) }

  func write(_ bytes: [UInt8]) throws(Failure) { try stream.write(bytes) }
  func close() throws(Failure) { try stream.close() }
}
