internal import BoardSimulation
internal import HTTPServer
internal import Mathematics
internal import ScenarioFiles
internal import TextOutput
internal import VirtualBoard

extension BoardEvent {
  /// Reads the body of `PATCH /api/v1/world`.
  ///
  /// Example: `{"temperature": -10, "humidity": {"to": 30, "over": 60}, "pressure": null, "at": 100}`.
  ///
  /// - Throws: ``EventError`` for an unknown or invalid member, and for a body that is no JSON object.
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

  /// Reads the body of `POST /api/v1/power`: `{"on": false, "at": 100}`.
  ///
  /// - Throws: ``EventError`` for an invalid time, and for a body of another form.
  static func power(json body: [UInt8]) throws(EventError) -> BoardEvent {
    guard let members = members(of: body), case .flag(let isOn) = members["on"],
      members.keys.allSatisfy({ $0 == "on" || $0 == "at" })
    else { throw .notASwitch("") }
    return BoardEvent(.power(isOn: isOn), at: try time(in: members))
  }

  /// Reads the body of `POST /api/v1/wifi`: `{"on": true, "at": 100, "ssid": "Pixel", "password": null}`.
  ///
  /// - Throws: ``EventError`` for an invalid time or network, and for a body of another form.
  static func wifi(json body: [UInt8]) throws(EventError) -> BoardEvent {
    let names: Set = ["on", "at", "ssid", "password"]
    guard let members = members(of: body), case .flag(let isOn) = members["on"],
      names.isSuperset(of: members.keys)
    else { throw .notASwitch(#", "ssid" and "password" of the hotspot"#) }
    var network: WiFiNetwork?
    if members["ssid"] != nil || members["password"] != nil {
      network = try settings(in: members, changing: .standard).network
    }
    return BoardEvent(.wifi(isOn: isOn, network: network), at: try time(in: members))
  }

  /// Reads the body of `PUT /api/v1/settings`: `{"sample_interval": 5, "ssid": "Pixel", "password": "…"}`.
  ///
  /// Settings without a member keep their present value.
  ///
  /// - Throws: ``EventError`` for an invalid setting, and for a body of another form.
  static func settings(
    json body: [UInt8], changing present: BoardSettings
  ) throws(EventError) -> BoardEvent {
    let names: Set = ["at", "sample_interval", "ssid", "password"]
    guard let members = members(of: body), !members.isEmpty, names.isSuperset(of: members.keys)
    else { throw .notSettings }
    return BoardEvent(
      .settings(try settings(in: members, changing: present)), at: try time(in: members))
  }

  private static func settings(
    in members: [String: OrderMember], changing present: BoardSettings
  ) throws(EventError) -> BoardSettings {
    var (interval, network) = (present.sampleInterval, present.network)
    switch members["sample_interval"] {
    case nil: break
    case .number(let seconds) where abs(seconds) < 1e9: interval = .seconds(seconds)
    default: throw .notSettings
    }
    switch members["ssid"] {
    case nil: break
    case .text(let text): network.ssid = text
    default: throw .notSettings
    }
    switch members["password"] {
    case nil: break
    case .text(let text): network.password = text
    case .null: network.password = nil
    default: throw .notSettings
    }
    return try BoardSettings(sampleInterval: interval, network: network)
  }

  /// Reads the body of `POST /api/v1/faults`: `{"fault": "nack", "part": "sps30", "from": 60, "to": 70}`.
  ///
  /// - Parameters:
  ///   - body: The body.
  ///   - outside: The names of the board's parts from outside.
  /// - Returns: The fault as an event.
  /// - Throws: ``EventError`` for an invalid fault, and for a body of another form.
  static func fault(
    json body: [UInt8], outside: Set<String> = []
  ) throws(EventError) -> BoardEvent {
    let members = members(of: body)
    let text: FaultText<BoardFault.Kind>?
    do throws(FaultError) {
      text = try FaultText(order: members) { outside.contains($0) }
    } catch {
      throw .badFault(error)
    }
    guard let text else { throw .notAFault }
    // Without `from` the fault begins now, and `for` counts from there.
    let fault = BoardFault(text)
    return BoardEvent(.fault(fault), at: members?["from"] == nil ? nil : fault.start)
  }

  /// Reads the body of `PUT /api/v1/scenario`: `{"name": "kitchen"}`, or `{"text": "scenario: 1\n…"}`.
  ///
  /// - Throws: ``EventError`` for an unknown name, for a faulty text, and for a body of another form.
  static func scenario(json body: [UInt8]) throws(EventError) -> BoardEvent {
    guard let members = members(of: body), members.count == 1 else { throw .notAScenario }
    switch (members["name"], members["text"]) {
    case (.text(let name), nil):
      if let scenario = BundledScenarios.scenario(named: name) {
        return BoardEvent(.scenario(scenario))
      }
      throw .badScenario(BundledScenarios.unknown(name))
    case (nil, .text(let text)):
      do throws(ScenarioError) {
        return BoardEvent(.scenario(try Scenario(yaml: Array(text.utf8), file: "text")))
      } catch {
        throw .badScenario(error)
      }
    default: throw .notAScenario
    }
  }

  private static func members(of body: [UInt8]) -> [String: OrderMember]? {
    OrderMember.members(of: body)
  }

  private static func time(in members: [String: OrderMember]) throws(EventError) -> Duration? {
    guard let member = members["at"] else { return nil }
    guard case .number(let seconds) = member, let time = Duration(eventSeconds: seconds) else {
      throw .badTime("at")
    }
    return time
  }
}

extension OrderMember {
  fileprivate func order(for quantity: WorldQuantity) throws(EventError) -> WorldOrder {
    switch self {
    case .null: return try WorldOrder(quantity, nil)
    case .number(let value): return try WorldOrder(quantity, value)
    case .object(let ramp):
      guard case .number(let target) = ramp["to"] else { throw .notAnOrder(quantity.name) }
      switch ramp["over"] {
      case nil, .null: return try WorldOrder(quantity, target, over: .zero)
      case .number(let seconds):
        guard let time = Duration(eventSeconds: seconds) else { throw .badTime("over") }
        return try WorldOrder(quantity, target, over: time)
      default: throw .notAnOrder(quantity.name)
      }
    case .flag, .text, .other: throw .notAnOrder(quantity.name)
    }
  }
}
