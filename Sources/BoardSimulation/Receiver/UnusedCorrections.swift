/// The types of corrections in a stream that the receiver model ignores, as a ZED-F9P does.
public struct UnusedCorrections: Hashable, Sendable {
  /// The message types, ascending, at most eight.
  public private(set) var types: [UInt16]
  private static let capacity = 8

  /// Creates a list with one message type.
  public init(_ type: UInt16) { types = [type] }

  /// Adds a message type; beyond eight types nothing is added.
  public mutating func insert(_ type: UInt16) {
    guard !types.contains(type), types.count < Self.capacity else { return }
    types = (types + [type]).sorted()
  }

  /// The corrections and their types as text: `network residuals (1030, 1031)`.
  var list: String {
    let families = Family.allCases.compactMap { family -> String? in
      let own = types.filter { Family(messageType: $0) == family }
      return own.isEmpty
        ? nil : "\(family.rawValue) (\(own.map { "\($0)" }.joined(separator: ", ")))"
    }
    return families.joined(separator: " and ")
  }
}

extension UnusedCorrections {
  /// The kind of unused corrections; the raw value is a plural phrase for a sentence.
  enum Family: String, CaseIterable {
    case masterAuxiliary = "network corrections of master and auxiliary stations"
    case residuals = "network residuals"
    case gradients = "network gradients (FKP)"
    case transformations = "coordinate transformations"
    case stateSpace = "state space corrections (SSR)"

    /// Creates the family of a message type; `nil` for any other type.
    init?(messageType: UInt16) {
      switch messageType {
      case 1014...1017, 1037...1039: self = .masterAuxiliary
      case 1030, 1031, 1303, 1304: self = .residuals
      case 1034, 1035: self = .gradients
      case 1021...1027, 1300...1302: self = .transformations
      case 1057...1068, 1240...1270, 4076: self = .stateSpace
      default: return nil
      }
    }
  }
}
