internal import GNSSBasics
internal import TextOutput
/// The message types in which a stream has the observations of one constellation.
struct ObservationForms {
  let constellation: Constellation
  /// The types, with those from before MSM first.
  let types: [TypeStatistics]

  /// Creates the forms of a constellation; `nil` when the stream has no observations of it.
  init?(_ constellation: Constellation, in observations: [TypeStatistics]) {
    self.constellation = constellation
    types = observations.filter { $0.stamp.constellation == constellation }
    if types.isEmpty { return nil }
  }

  /// The constellation's name: `GPS`.
  var name: String { constellation.name }

  /// The constellation and its forms: `GPS MSM5 and MSM7`.
  var text: String {
    let forms = types.map { type in
      MSMType(messageType: type.type).map { "MSM\($0.kind)" } ?? "\(type.type)"
    }
    return "\(name) \(PlainText.list(forms))"
  }

  /// Whether one of the forms has whole pseudoranges and phaseranges.
  var isEnoughForRTK: Bool { types.contains(where: Self.isEnough) }

  /// Whether the stream has the observations in more than one form.
  var isRedundant: Bool { types.count > 1 }

  /// The form to keep where bandwidth is short: the MSM with the fewest bytes that is enough for RTK.
  var leanest: TypeStatistics? {
    let enough = types.filter(Self.isEnough)
    let msm = enough.filter { MSMType(messageType: $0.type) != nil }
    return (msm.isEmpty ? enough : msm).min { $0.bytes < $1.bytes }
      ?? types.max { $0.bytes < $1.bytes }
  }

  /// Whether a form is enough for RTK: MSM4 and above; forms from before MSM all have the whole phaserange.
  private static func isEnough(_ type: TypeStatistics) -> Bool {
    MSMType(messageType: type.type).map { $0.kind >= 4 } ?? true
  }
}
