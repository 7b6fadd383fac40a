internal import BoardHost
internal import BoardSimulation
internal import Mathematics
internal import SensorDrivers
internal import VirtualBoard

/// A part from outside: `name=lm75 address=0x48 socket=127.0.0.1:7071`, or `… command=./lm75.py`.
struct OutsidePartArgument: OptionValue {
  let name: String
  let address: I2CAddress
  let place: PartPlace
  /// The real time that the program has for each line of an answer.
  let limit: Duration

  /// The part with the connection to its program.
  var part: OutsidePart {
    OutsidePart(named: name, at: address, from: place.text) {
      [place, limit] () throws(PartFailure) in try place.connect(limit: limit)
    }
  }

  init(optionText text: String, of parameter: String) throws(UsageError) {
    do throws(OutsidePartComplaint) {
      try self.init(Self.fields(of: text))
    } catch {
      throw UsageError(message: "\(parameter) '\(text)': \(error.sentence)")
    }
  }

  private init(_ fields: [String: String]) throws(OutsidePartComplaint) {
    name = try Self.name(fields["name"])
    address = try Self.address(fields["address"])
    limit = try Self.limit(fields["within"])
    switch (fields["socket"], fields["command"]) {
    case (let socket?, nil):
      guard let place = PartPlace(socket: socket) else {
        throw OutsidePartComplaint("socket= must be HOST:PORT, not '\(socket)'")
      }
      self.place = place
    case (nil, let command?):
      guard let place = PartPlace(command: command) else {
        throw OutsidePartComplaint("command= needs a program")
      }
      self.place = place
    default:
      throw OutsidePartComplaint("give the program's place, socket=HOST:PORT or command=PROGRAM")
    }
  }

  /// Splits a text into keys and values; the value of `command` is all that follows.
  private static func fields(of text: String) throws(OutsidePartComplaint) -> [String: String] {
    var fields: [String: String] = [:]
    var rest = text[...].drop { $0 == " " }
    while !rest.isEmpty {
      let key = String(rest.prefix { $0 != "=" && $0 != " " })
      guard keys.contains(key), rest.dropFirst(key.count).first == "=" else {
        throw OutsidePartComplaint(
          "'\(rest.prefix { $0 != " " })' is no part of it; it takes name= address= within= and "
            + "socket=HOST:PORT, or at the end command=PROGRAM ARGUMENTS")
      }
      rest = rest.dropFirst(key.count + 1)
      let value = key == "command" ? rest : rest.prefix { $0 != " " }
      guard fields.updateValue(String(value), forKey: key) == nil else {
        throw OutsidePartComplaint("\(key)= is there twice; leave one out")
      }
      rest = rest.dropFirst(value.count).drop { $0 == " " }
    }
    return fields
  }

  private static let keys = ["name", "address", "within", "socket", "command"]

  private static func name(_ text: String?) throws(OutsidePartComplaint) -> String {
    guard let text, OutsidePart.isName(text) else {
      throw OutsidePartComplaint("name= must be 1 to 32 letters, digits and '-'")
    }
    guard !BoardFault.Kind.allCases.contains(where: { $0.parts.contains(text) }) else {
      throw OutsidePartComplaint("'\(text)' is the name of a part of the board; choose another")
    }
    return text
  }

  private static func address(_ text: String?) throws(OutsidePartComplaint) -> I2CAddress {
    guard let text, text.hasPrefix("0x"), let number = UInt8(text.dropFirst(2), radix: 16) else {
      throw OutsidePartComplaint("address= must be a number such as 0x48")
    }
    guard OutsidePart.addresses.contains(number) else {
      throw OutsidePartComplaint(
        "address= must be 0x08 to 0x77, not \(text): the others are reserved")
    }
    return I2CAddress(rawValue: number)
  }

  private static func limit(_ text: String?) throws(OutsidePartComplaint) -> Duration {
    guard let text else { return .seconds(1) }
    guard let seconds = Double(text), (0.05...60).contains(seconds) else {
      throw OutsidePartComplaint("within= must be 0.05 to 60 seconds, not '\(text)'")
    }
    return .seconds(seconds)
  }
}

/// The reason for which a text is no part from outside.
private struct OutsidePartComplaint: Error {
  let sentence: String
  init(_ sentence: String) { self.sentence = sentence }
}

// MARK: The option and its rule

extension PartArguments {
  /// Returns the parameter of parts from outside.
  static func outsideParameters<C>(
    in path: WritableKeyPath<C, PartArguments>
  ) -> [Parameter<C>] {
    [
      .list(
        "part", path.appending(path: \.outside), "WHAT",
        help: "a further part whose model is a program of yours, in any language:\n"
          + "'name=lm75 address=0x48 socket=127.0.0.1:7071', or '… command=./lm75.py', which\n"
          + "speaks on its standard input and output; docs/adding-a-sensor.md; repeatable")
    ]
  }

  /// Returns the rule that parts from outside differ from each other and from the board's own.
  ///
  /// - Parameters:
  ///   - path: The options.
  ///   - isThere: Returns whether the board has the part of its own with a name; by default, it has all.
  /// - Returns: The rule.
  static func outsideRule<C>(
    in path: KeyPath<C, PartArguments>,
    where isThere: @escaping (C, String) -> Bool = { _, _ in true }
  ) -> CommandRule<C> {
    CommandRule(["part"]) { command in
      command[keyPath: path].complaintAboutOutside { isThere(command, $0) }
    }
  }

  private func complaintAboutOutside(where isThere: (String) -> Bool) -> String? {
    var (names, addresses) = (Set<String>(), Set<I2CAddress>())
    for part in outside {
      guard names.insert(part.name).inserted else {
        return "--part: two parts have the name \(part.name); choose another for one of them"
      }
      guard addresses.insert(part.address).inserted else {
        return "--part: two parts have the address \(part.address); choose another for one of them"
      }
      if let own = OutsidePart.ownPart(at: part.address, light: light.light), isThere(own) {
        return "--part: \(part.name) cannot have the address \(part.address), which is that of "
          + "\(own); choose another"
      }
    }
    return nil
  }

  /// Returns the refusal of a fault whose part is neither of the board nor from outside; `nil` for none.
  func complaintAboutFaults() -> String? {
    for case .outside(let fault, let text) in faults {
      guard let part = fault.part, !outside.contains(where: { $0.name == part }) else { continue }
      return "--fault '\(text)': \(fault.kind.refusal(of: part))"
    }
    if profile == .direct, let fault = modemFaults.first {
      return "--fault \(fault.kind.rawValue): only a board with a modem has it, which is "
        + "'boardsim run' or 'replay' with --profile \(BoardProfile.unoESP8266.rawValue)"
    }
    return nil
  }
}
