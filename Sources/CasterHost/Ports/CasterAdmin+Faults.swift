internal import HTTPMessages
internal import HTTPServer
internal import Mathematics
internal import NtripProtocol
internal import TextOutput

extension CasterAdmin {
  /// Adds the faults to the routes, in the form of a board's control port.
  static func addFaults(to routes: inout RouteTable<Route>) {
    routes.add(
      .init(
        .get, "/api/v1/faults", id: "listFaults",
        "The last \(FaultDesk.limit) faults that were given, also those that are over",
        answer: .json("The faults", schema: "Faults"))
    ) { admin, _ in { _ in admin.listFaults() } }
    routes.add(
      .init(
        .post, "/api/v1/faults", id: "addFault", "Lets the caster misbehave, from now or a time on",
        body: .json(schema: "FaultOrder"),
        answer: .created("The fault is taken; 'id' is its number", schema: "Receipt"))
    ) { admin, _ in { admin.addFault($0) } }
    routes.add(
      .init(
        .delete, "/api/v1/faults", id: "endFaults", "Ends all faults now",
        answer: .json("They are over", schema: "Receipt"))
    ) { admin, _ in { _ in admin.endFault(nil) } }
    // Before the path of one fault, which any other name would match.
    routes.add(
      .init(
        .get, "/api/v1/faults/kinds", id: "listFaultKinds",
        "The kinds of fault that a caster can have, with the parameters of each",
        answer: .json("The kinds", schema: "FaultKinds"))
    ) { _, _ in { _ in Self.listFaultKinds() } }
    routes.add(
      .init(
        .delete, "/api/v1/faults/{id}", id: "endFault", "Ends one fault now",
        parameters: [.init("id", "The fault's number", schema: "Number")],
        answer: .json("It is over", schema: "Receipt"))
    ) { admin, _ in { admin.endFault($0) } }
  }

  private func listFaults() -> HTTPResponse {
    let now = parts.faults.now
    var json = JSONWriter()
    json.object { json in
      json.member("time", now.inSeconds, decimals: 3)
      json.array("faults") { json in
        for given in parts.faults.all { given.write(to: &json, at: now) }
      }
    }
    return HTTPResponse(status: 200, json: json.bytes)
  }

  private static func listFaultKinds() -> HTTPResponse {
    var json = JSONWriter()
    json.object { json in
      json.array("kinds") { json in
        for kind in CasterFault.Kind.allCases { kind.listed.write(to: &json) }
      }
    }
    return HTTPResponse(status: 200, json: json.bytes)
  }

  private func addFault(_ request: HTTPRequest) -> HTTPResponse {
    let members = OrderMember.members(of: request.body)
    do throws(CasterFaultError) {
      guard let text = try FaultText<CasterFault.Kind>(order: members) else {
        return Self.notAFault
      }
      return begin(text, isFromNow: members?["from"] == nil)
    } catch {
      return HTTPResponse(refused: error)
    }
  }

  private func begin(_ text: FaultText<CasterFault.Kind>, isFromNow: Bool) -> HTTPResponse {
    if let mountpoint = text.affected, parts.shelf.content.mount(mountpoint) == nil {
      let shown = String(mountpoint.prefix(100)).withControlsEscaped
      return HTTPResponse(
        status: 400,
        error: "there is no mountpoint \"\(shown)\"; leave 'mount' out for all, or name one of "
          + "GET /api/v1/mountpoints")
    }
    do throws(FaultDesk.Refusal) {
      let given = try parts.faults.begin(text, isFromNow: isFromNow)
      return receipt(201, at: given.fault.start, given.number)
    } catch {
      return HTTPResponse(status: 409, error: "\(error)")
    }
  }

  /// Ends the fault whose number is the last part of the path.
  private func endFault(_ request: HTTPRequest) -> HTTPResponse {
    let text = request.path.split(separator: "/").last.map(String.init) ?? ""
    guard let number = Int(text) else {
      let shown = String(text.prefix(40)).withControlsEscaped
      return HTTPResponse(
        status: 400, error: "'\(shown)' is no fault's number; GET /api/v1/faults has them")
    }
    return endFault(number)
  }

  private func endFault(_ number: Int?) -> HTTPResponse {
    do throws(FaultDesk.Refusal) {
      try parts.faults.end(number)
      return receipt(200, at: parts.faults.now, number)
    } catch {
      return HTTPResponse(status: 404, error: "\(error)")
    }
  }

  private func receipt(_ status: Int, at time: Duration, _ number: Int?) -> HTTPResponse {
    var json = JSONWriter()
    json.object { json in
      json.member("time", time.inSeconds, decimals: 3)
      json.member("id", number)
    }
    return HTTPResponse(status: status, json: json.bytes)
  }

  private static let notAFault = HTTPResponse(
    status: 400,
    error: #"the body must be a fault, such as {"fault":"stall","mount":"BASE","from":60,"for":30}"#
  )
}

extension FaultDesk.Given {
  fileprivate func write(to json: inout JSONWriter, at now: Duration) {
    let given = GivenFault(
      number, fault.kind.rawValue, of: fault.mountpoint, from: fault.start.inSeconds,
      to: fault.end?.inSeconds, probability: fault.probability, isActive: fault.isActive(at: now))
    given.write(
      to: &json, affecting: "mount",
      fault.kind.parameters.map { ($0.name.rawValue, fault.value($0.name)) })
  }
}

extension HTTPResponse {
  /// Creates the response to an invalid fault, with the list of kinds for one that is unknown.
  fileprivate init(refused error: CasterFaultError) {
    var json = JSONWriter()
    json.object { json in
      json.member("error", error.description.withControlsEscaped)
      json.member("status", 400)
      if case .unknown = error {
        json.array("names") { json in for name in CasterFaultError.names { json.value(name) } }
      }
    }
    self.init(status: 400, json: json.bytes)
  }
}
