internal import BoardSimulation
internal import Mathematics
internal import VirtualBoard

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension BoardEvent {
  /// Reads what `PATCH /api/v1/world` is sent: `{"temperature": -10, "humidity": {"to": 30, "over": 60},
  /// "pressure": null, "at": 100}`.
  ///
  /// - Throws: ``EventError`` for a member that is none, and for what is no JSON object.
  static func world(json body: [UInt8]) throws(EventError) -> BoardEvent {
    guard let members = members(of: body) else { throw .notAWorld }
    var orders: [WorldOrder] = []
    for quantity in WorldQuantity.allCases {
      if let value = members[quantity.name] { orders.append(try value.order(for: quantity)) }
    }
    let unknown = members.keys.filter { $0 != "at" && WorldQuantity(rawValue: $0) == nil }
    if let name = unknown.min() { throw .unknownQuantity(name) }
    guard !orders.isEmpty else { throw .empty }
    return BoardEvent(.world(orders), at: try time(in: members))
  }

  /// Reads what `POST /api/v1/power` is sent: `{"on": false, "at": 100}`.
  ///
  /// - Throws: ``EventError`` for a bad time, and for what is no such object.
  static func power(json body: [UInt8]) throws(EventError) -> BoardEvent {
    guard let members = members(of: body), case .flag(let isOn) = members["on"],
      members.keys.allSatisfy({ $0 == "on" || $0 == "at" })
    else { throw .notAPower }
    return BoardEvent(.power(isOn: isOn), at: try time(in: members))
  }

  private static func members(of body: [UInt8]) -> [String: JSONOrder]? {
    try? JSONDecoder().decode([String: JSONOrder].self, from: Data(body))
  }

  private static func time(in members: [String: JSONOrder]) throws(EventError) -> Duration? {
    guard let member = members["at"] else { return nil }
    guard case .number(let seconds) = member, let time = Duration(eventSeconds: seconds) else {
      throw .badTime("at")
    }
    return time
  }
}

/// What may stand for a member of an order.
private enum JSONOrder: Decodable {
  case null
  case number(Double)
  case flag(Bool)
  case ramp(Ramp)
  case other

  struct Ramp: Decodable {
    var to: Double
    var over: Double?
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let flag = try? container.decode(Bool.self) {
      self = .flag(flag)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else if let ramp = try? container.decode(Ramp.self) {
      self = .ramp(ramp)
    } else {
      self = .other
    }
  }

  func order(for quantity: WorldQuantity) throws(EventError) -> WorldOrder {
    switch self {
    case .null: return try WorldOrder(quantity, nil)
    case .number(let value): return try WorldOrder(quantity, value)
    case .ramp(let ramp):
      guard let time = Duration(eventSeconds: ramp.over ?? 0) else { throw .badTime("over") }
      return try WorldOrder(quantity, ramp.to, over: time)
    case .flag, .other: throw .notAnOrder(quantity.name)
    }
  }
}
