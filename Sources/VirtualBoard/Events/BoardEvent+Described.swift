internal import BoardSimulation
internal import Mathematics
public import TextOutput

extension BoardEvent {
  /// The event in the form of a scenario's file, for a report.
  ///
  /// Events of the world and of power have a member `at`; faults have a member `fault`.
  public var described: DescribedValue {
    let at = Self.time("at", time ?? .zero)
    switch deed {
    case .world(let orders):
      let ramp = orders.map(\.ramp).max() ?? .zero
      let set = orders.map { Described($0.quantity.name, number: $0.value, decimals: 6) }
      return .object(
        [at, Described("set", set)] + (ramp > .zero ? [Self.time("over", ramp)] : []))
    case .power(let isOn): return .object([at, Described("power", text: isOn ? "on" : "off")])
    case .wifi(let isOn, _): return .object([at, Described("wifi", text: isOn ? "on" : "off")])
    case .settings(let settings):
      let interval = Self.time("sample_interval", settings.sampleInterval)
      return .object([at, Described("settings", [interval])])
    case .fault(let fault): return fault.described(notBefore: time ?? .zero)
    case .scenario(let scenario):
      return .object([at, Described(ScenarioOrdersText.scenarioKey, text: scenario.name)])
    case .endFault: return .object([at])
    }
  }

  /// Returns a member that is a time, in seconds.
  static func time(_ name: String, _ time: Duration) -> Described {
    Described(name, number: time.inSeconds, decimals: 9)
  }
}

extension BoardFault {
  fileprivate func described(notBefore time: Duration) -> DescribedValue {
    var fault = self
    fault.begin(notBefore: time)
    return fault.described
  }

  private var described: DescribedValue {
    var members = [Described("fault", text: kind.rawValue)]
    if let part { members.append(Described("part", text: part)) }
    members.append(BoardEvent.time("from", start))
    if let end { members.append(BoardEvent.time("to", end)) }
    if probability < 1 {
      members.append(Described("probability", number: probability, decimals: 6))
    }
    for parameter in kind.parameters {
      guard let value = parameters[parameter.name] else { continue }
      members.append(Described(parameter.name.rawValue, number: value, decimals: 6))
    }
    return .object(members)
  }
}
