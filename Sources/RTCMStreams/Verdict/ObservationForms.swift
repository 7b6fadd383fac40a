internal import GNSSBasics
internal import TextOutput
/// In which forms a stream has the observations of one constellation.
struct ObservationForms {
  let constellation: Constellation
  /// The types, those before MSM first.
  let types: [TypeStatistics]

  /// `nil` when there are none.
  init?(_ constellation: Constellation, in observations: [TypeStatistics]) {
    self.constellation = constellation
    types = observations.filter { $0.stamp.constellation == constellation }
    if types.isEmpty { return nil }
  }

  /// `GPS`.
  var name: String { constellation.name }

  /// `GPS MSM5 and MSM7`.
  var text: String {
    let forms = types.map { type in
      MSMType(messageType: type.type).map { "MSM\($0.kind)" } ?? "\(type.type)"
    }
    return "\(name) \(PlainText.list(forms))"
  }

  /// Whether one of them has pseudorange and phaserange as a whole.
  var isEnoughForRTK: Bool { types.contains(where: Self.isEnough) }

  /// Whether one of them would do.
  var isRedundant: Bool { types.count > 1 }

  /// The one to keep where bytes are short: the MSM with fewest bytes that is enough.
  var leanest: TypeStatistics? {
    let enough = types.filter(Self.isEnough)
    let msm = enough.filter { MSMType(messageType: $0.type) != nil }
    return (msm.isEmpty ? enough : msm).min { $0.bytes < $1.bytes }
      ?? types.max { $0.bytes < $1.bytes }
  }

  /// Observations from before MSM all have the whole phaserange.
  private static func isEnough(_ type: TypeStatistics) -> Bool {
    MSMType(messageType: type.type).map { $0.kind >= 4 } ?? true
  }
}
