/// The messages that a rover can do without, most expendable first; a position and one constellation are
/// kept.
struct Expendables {
  let savings: [LinkBudget.Saving]

  init(of statistics: StreamStatistics) {
    let seconds = statistics.seconds ?? 1
    let types = statistics.types
    let ranks = Ranks(of: types)
    let ranked = types.compactMap { type in ranks[type].map { (type: type, rank: $0) } }
      .sorted { ($0.rank.order, $1.type.bytes) < ($1.rank.order, $0.type.bytes) }
    let stray = Double(statistics.counts.otherBytes) / seconds
    var savings = ranked.map { type, rank in
      LinkBudget.Saving(
        type: type.type, reason: rank.reason, bytesPerSecond: Double(type.bytes) / seconds,
        busiestSecondBytes: type.busiestSecondBytes)
    }
    if statistics.counts.otherBytes >= LinkBudget.longestFrame {
      let saving = LinkBudget.Saving(
        type: nil, reason: "not part of a frame", bytesPerSecond: stray,
        busiestSecondBytes: Int(rounding: stray))
      savings.insert(saving, at: 0)
    }
    self.savings = savings
  }
}

extension LinkBudget {
  /// The ephemeris types of every system; 63 is the BeiDou ephemeris from before 1042 was assigned.
  package static let ephemerisTypes: Set<UInt16> = [
    63, 1019, 1020, 1041, 1042, 1043, 1044, 1045, 1046,
  ]
}

/// The order in which a rover can do without message types, with the reason for each.
private struct Ranks {
  struct Rank {
    let order: Int
    let reason: String
  }

  private let forms: [Constellation: ObservationForms]
  private let kept: Constellation?

  /// The constellations from the least to the most useful.
  private static let order: [Constellation] = [
    .sbas, .navic, .qzss, .glonass, .beidou, .galileo, .gps,
  ]

  init(of types: [TypeStatistics]) {
    let found = Self.order.compactMap { ObservationForms($0, in: types) }
    forms = Dictionary(uniqueKeysWithValues: found.map { ($0.constellation, $0) })
    kept = found.last { $0.isEnoughForRTK }?.constellation ?? found.last?.constellation
  }

  /// The rank of a message type; `nil` for a type that must stay.
  subscript(type: TypeStatistics) -> Rank? {
    if let constellation = type.stamp.constellation { return rank(of: type, constellation) }
    switch type.type {
    case 1005, 1006, 1033: return nil
    case 1230:
      guard kept != .glonass, let order = Self.order.firstIndex(of: .glonass) else { return nil }
      return Rank(order: 11 + 2 * order, reason: "of no use without GLONASS")
    case 1007, 1008: return Rank(order: 3, reason: "only names the antenna")
    case _ where LinkBudget.ephemerisTypes.contains(type.type):
      return Rank(order: 2, reason: "the rover has ephemerides from the satellites")
    default: return Rank(order: 0, reason: "not needed for RTK with one fixed base")
    }
  }

  private func rank(of type: TypeStatistics, _ constellation: Constellation) -> Rank? {
    guard let form = forms[constellation] else { return nil }
    if let leanest = form.leanest, leanest.type != type.type {
      return Rank(order: 1, reason: "\(form.name) is in \(leanest.type) as well")
    }
    guard constellation != kept, let order = Self.order.firstIndex(of: constellation) else {
      return nil
    }
    return Rank(order: 10 + 2 * order, reason: "the rover then works without \(form.name)")
  }
}
