internal import BoardFirmware
internal import BoardSimulation
internal import Mathematics

/// A value over time that can be asked for by name.
enum HistoryField: Hashable, Sendable {
  /// A quantity that the board measures.
  case measurement(Quantity)
  /// The fix, as its rank from 0, none, to 5, RTK fixed.
  case fix
  /// The age of the corrections in use, seconds.
  case correctionAge
  /// A quantity of the world, which is computed and not kept.
  case truth(WorldQuantity)

  /// The fields that are kept, in the order in which they are stored.
  static let kept = Quantity.allCases.map(Self.measurement) + [fix, correctionAge]
  /// All fields.
  static let all = kept + WorldQuantity.allCases.map(Self.truth)

  /// Finds the field of a name; `nil` for an unknown name.
  init?(name: String) {
    guard let field = Self.all.first(where: { $0.name == name }) else { return nil }
    self = field
  }

  /// The name, as in a measurement, a status or the truth.
  var name: String {
    switch self {
    case .measurement(let quantity): quantity.name
    case .fix: "gnss.fix"
    case .correctionAge: "gnss.correction_age"
    case .truth(let quantity): "truth." + quantity.name
    }
  }

  /// The decimals in output.
  var decimals: Int {
    switch self {
    case .measurement(let quantity): quantity.decimals
    case .fix, .correctionAge: 3
    case .truth(let quantity): quantity.decimals
    }
  }
}

extension BoardSnapshot {
  /// The values of the fields that are kept, in their order; `nil` for a value that is stale or missing.
  var historyValues: [Double?] {
    HistoryField.kept.map { field in
      switch field {
      case .measurement(let quantity):
        measurement[quantity].flatMap { $0.age(at: boardTime) <= staleAfter ? $0.value : nil }
      case .fix: Double(gnss.fix.rawValue)
      case .correctionAge: gnss.correctionAge(at: boardTime)?.inSeconds
      case .truth: nil
      }
    }
  }
}
