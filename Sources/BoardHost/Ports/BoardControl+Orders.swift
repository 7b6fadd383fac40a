internal import BoardFirmware
internal import BoardSimulation
internal import HTTPMessages
internal import HTTPServer
internal import Mathematics
internal import TextOutput
internal import VirtualBoard

extension BoardControl {
  // MARK: Power

  func switchPower(_ request: HTTPRequest) -> HTTPReply {
    order(request) { body throws(EventError) in try BoardEvent.power(json: body) }
  }

  func switchWiFi(_ request: HTTPRequest) -> HTTPReply {
    order(request) { body throws(EventError) in try BoardEvent.wifi(json: body) }
  }

  // MARK: Settings

  func settings(_ request: HTTPRequest) -> HTTPReply {
    .later { [runner] whenDone in
      runner.ask { board, time in
        guard let board else { return whenDone(.now(HTTPResponse(EventError.stopped(at: time)))) }
        let settings = board.settings.json(unsaved: board.settingsError)
        whenDone(.now(HTTPResponse(status: 200, json: settings)))
      }
    }
  }

  func changeSettings(_ request: HTTPRequest) -> HTTPReply {
    .later { [runner] whenDone in
      runner.ask { board, time in
        guard let board else { return whenDone(.now(HTTPResponse(EventError.stopped(at: time)))) }
        do throws(EventError) {
          let event = try BoardEvent.settings(json: request.body, changing: board.settings)
          runner.order(event) { whenDone(.now(Self.answer(to: $0))) }
        } catch {
          whenDone(.now(HTTPResponse(error)))
        }
      }
    }
  }

  // MARK: Faults

  func listFaults(_ request: HTTPRequest) -> HTTPReply {
    let now = now
    var json = JSONWriter()
    json.object { $0.faults(faults.all, at: now) }
    return .now(HTTPResponse(status: 200, json: json))
  }

  func listFaultKinds(_ request: HTTPRequest) -> HTTPReply {
    var json = JSONWriter()
    json.object { json in
      json.array("kinds") { json in
        for kind in BoardFault.Kind.allCases { kind.listed.write(to: &json) }
      }
    }
    return .now(HTTPResponse(status: 200, json: json))
  }

  func addFault(_ request: HTTPRequest) -> HTTPReply {
    let outside = Set(board.options.outsideParts.map(\.name))
    return order(request, status: 201) { body throws(EventError) in
      try BoardEvent.fault(json: body, outside: outside)
    }
  }

  /// Ends all faults at the present board time.
  func endFaults(_ request: HTTPRequest) -> HTTPReply {
    order(request) { _ throws(EventError) in BoardEvent(.endFault(nil)) }
  }

  /// Ends the fault whose number is the last part of the path.
  func endFault(_ request: HTTPRequest) -> HTTPReply {
    let text = request.path.split(separator: "/").last.map(String.init) ?? ""
    guard let number = Int(text) else {
      let error = "'\(text.withControlsEscaped)' is no fault's number; GET /api/v1/faults has them"
      return .now(HTTPResponse(status: 400, error: error))
    }
    return order(request) { _ throws(EventError) in BoardEvent(.endFault(number)) }
  }

  func order(
    _ request: HTTPRequest, status: Int = 200,
    _ read: ([UInt8]) throws(EventError) -> BoardEvent
  ) -> HTTPReply {
    let event: BoardEvent
    do throws(EventError) {
      event = try read(request.body)
    } catch {
      return .now(HTTPResponse(error))
    }
    return .later { [runner] whenDone in
      runner.order(event) { whenDone(.now(Self.answer(to: $0, status: status))) }
    }
  }

  private static func answer(
    to order: Result<EventReceipt, EventError>, status: Int = 200
  ) -> HTTPResponse {
    switch order {
    case .success(let receipt):
      var json = JSONWriter()
      json.object { json in
        json.member("board_time", receipt.time.inSeconds, decimals: 3)
        json.member("id", receipt.id)
      }
      return HTTPResponse(status: status, json: json)
    case .failure(let error): return HTTPResponse(error)
    }
  }
}

extension BoardSettings {
  /// Returns the JSON of `GET /api/v1/settings`, which never contains a password.
  ///
  /// - Parameter error: The error that kept the settings off the card; `nil` when they are saved.
  /// - Returns: A JSON object.
  fileprivate func json(unsaved error: CardError?) -> JSONWriter {
    var json = JSONWriter()
    json.object { json in
      json.member("sample_interval", sampleInterval.inSeconds, decimals: 3)
      json.member("ssid", network.ssid)
      json.member("password", network.password.map { _ in "set" })
      json.member("error", error.map { "not on the card: \($0)" })
    }
    return json
  }
}

extension JSONWriter {
  /// Writes the faults given to a board as the member `faults`, each with its number.
  mutating func faults(_ faults: [BoardFault], at now: Duration) {
    array("faults") { json in
      for (index, fault) in faults.enumerated() {
        let given = GivenFault(
          index + 1, fault.kind.rawValue, of: fault.part, from: fault.start.inSeconds,
          to: fault.end?.inSeconds, probability: fault.probability,
          isActive: fault.isActive(at: now))
        given.write(
          to: &json, affecting: "part",
          fault.kind.parameters.map { ($0.name.rawValue, fault.value($0.name)) })
      }
    }
  }
}
