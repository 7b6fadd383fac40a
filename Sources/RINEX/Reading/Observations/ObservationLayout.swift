internal import GNSSBasics
import RTCMParser

/// The signals in the records of a satellite system, with the columns of their values.
struct ObservationLayout: Sendable {
  /// A signal, and the column of its pseudorange.
  struct Signal: Sendable {
    let code: RINEXSignalCode
    let signalID: UInt8?
    var pseudorange: Int?
  }

  /// Signals that share columns of phase, Doppler and strength: one signal, in version 2 all of a band.
  struct Group: Sendable {
    /// The signals, of which the first with a pseudorange has the shared values.
    var signals: [Signal]
    /// Whether the columns belong to one signal by their names, as in version 2.12 or 3.
    var isOfOneSignal = true
    var phase: Int?
    var doppler: Int?
    var strength: Int?
  }

  private(set) var groups: [Group] = []
  /// The number that each column's values are divided by; its length is the number of columns.
  private(set) var divisors: [Double] = []

  /// The number of columns.
  var count: Int { divisors.count }

  /// Creates the layout of a system's records.
  init(of constellation: Constellation, in header: RINEXObservationHeader) {
    let types = header.observationTypes(of: constellation)
    divisors = types.map { header.scaleFactor(of: $0, constellation) }
    for (column, type) in types.enumerated() {
      guard let kind = type.kind else { continue }
      if header.version >= 3 {
        guard let code = type.code(of: constellation, version: header.version) else { continue }
        let group = group {
          $0.signals[0].code == code
        } orWith: {
          Signal(code, of: constellation)
        }
        groups[group].set(kind, code, column)
      } else {
        addVersion2(type, kind, of: constellation, at: column)
      }
    }
    for index in groups.indices { groups[index].removePlaceholder() }
    removeRepeatedSignals()
  }

  /// Removes signals that an earlier group has, such as C1 behind CA in version 2.12.
  private mutating func removeRepeatedSignals() {
    var codes: Set<RINEXSignalCode> = []
    for index in groups.indices {
      groups[index].signals.removeAll { !codes.insert($0.code).inserted }
    }
    groups.removeAll { $0.signals.isEmpty }
  }

  /// Adds a column of version 2, where a band's signals are in one group.
  private mutating func addVersion2(
    _ type: ObservationType, _ kind: ObservationKind, of constellation: Constellation,
    at column: Int
  ) {
    let own = type.version2Code(of: constellation)
    guard let code = own ?? type.version2DefaultCode(of: constellation) else { return }
    // A type with a letter in place of the band belongs to one signal, the others to all of the band.
    let isOfOneSignal = type.rest.first.map { $0 >= 0x41 } ?? false
    let group = group {
      $0.isOfOneSignal == isOfOneSignal
        && (isOfOneSignal
          ? $0.signals[0].code == code : $0.signals[0].code.band == code.band)
    } orWith: {
      Signal(code, of: constellation)
    }
    groups[group].isOfOneSignal = isOfOneSignal
    if kind == .pseudorange {
      groups[group].add(Signal(code, of: constellation), rank: code.version2Rank(of: constellation))
      {
        $0.version2Rank(of: constellation)
      }
    }
    groups[group].set(kind, code, column)
  }

  private mutating func group(
    where isMeant: (Group) -> Bool, orWith signal: () -> Signal
  ) -> Int {
    if let index = groups.firstIndex(where: isMeant) { return index }
    groups.append(Group(signals: [signal()]))
    return groups.count - 1
  }
}

extension ObservationLayout.Signal {
  fileprivate init(_ code: RINEXSignalCode, of constellation: Constellation) {
    self.init(code: code, signalID: constellation.signalID(of: code))
  }
}

extension ObservationLayout.Group {
  /// Adds a signal in the order of ranks, unless the group has it.
  fileprivate mutating func add(
    _ signal: ObservationLayout.Signal, rank: Int, _ rankOf: (RINEXSignalCode) -> Int
  ) {
    if signals.contains(where: { $0.code == signal.code }) { return }
    let place = signals.firstIndex { rankOf($0.code) > rank } ?? signals.count
    signals.insert(signal, at: place)
  }

  /// Removes the signal that stood for the band, where other signals of the band have pseudoranges.
  fileprivate mutating func removePlaceholder() {
    if signals.contains(where: { $0.pseudorange != nil }) {
      signals.removeAll { $0.pseudorange == nil }
    }
  }

  /// Sets the column of a kind of values; of a type that is listed twice, the first column counts.
  fileprivate mutating func set(_ kind: ObservationKind, _ code: RINEXSignalCode, _ column: Int) {
    switch kind {
    case .pseudorange:
      guard let index = signals.firstIndex(where: { $0.code == code }) else { return }
      signals[index].pseudorange = signals[index].pseudorange ?? column
    case .phase: phase = phase ?? column
    case .doppler: doppler = doppler ?? column
    case .signalStrength: strength = strength ?? column
    }
  }
}
