internal import HTTPMessages
internal import TextOutput

extension Refusal {
  /// Returns the response to the refusal in the given style.
  func response(in style: AnswerStyle) -> HTTPResponse {
    switch style {
    case .reference: referenceResponse
    case .apps: modernResponse
    case .strict: isWrongLogin ? said(401, "E-mail or password is wrong") : modernResponse
    }
  }

  /// Whether the refusal tells which half of a login is wrong, and thereby which addresses are registered.
  private var isWrongLogin: Bool { self == .wrongPassword || self == .unknownUser }

  private var modernResponse: HTTPResponse {
    switch self {
    case .badToken(.unknown): commonResponse
    case .unauthorized, .badToken: said(401, "Unauthorized")
    case .wrongPassword: said(401, "Password is wrong")
    case .unknownUser: said(401, "You must be register")
    case .taken: said(409, "You are already register")
    case .invalid(_, let text): said(400, text)
    case .database(.notANumber): said(400, "data has a field that is no number")
    case .database(.noSuchColumn(let name)): said(400, "\(name) is no member of a user")
    case .gone: said(401, "Unauthorized")
    default: commonResponse
    }
  }

  /// The original's response.
  ///
  /// The original's own code answered with status 200, and its libraries with an HTML page.
  private var referenceResponse: HTTPResponse {
    switch self {
    case .unauthorized: said(200, "Unauthorized", .reference)
    case .badToken(.expired):
      HTTPResponse(status: 500, errorPage: "TokenExpiredError: jwt expired")
    case .badToken(.badSignature):
      HTTPResponse(status: 500, errorPage: "JsonWebTokenError: invalid signature")
    case .badToken(.unknown): commonResponse
    case .badToken: HTTPResponse(status: 500, errorPage: "JsonWebTokenError: jwt malformed")
    case .wrongPassword: said(200, "Password is wrong", .reference)
    case .unknownUser: said(200, "You must be register", .reference)
    case .taken: said(200, "You are already register", .reference)
    case .invalid(let name, _):
      HTTPResponse(
        status: 400,
        errorPage: "Error: Request validation failed: Parameter (\(Self.parameter(name))) failed "
          + "schema validation")
    case .database(let fault): fault.response
    case .gone:
      HTTPResponse(
        status: 200, fields: [HTTPField("Content-Type", "application/json")], body: [])
    default: commonResponse
    }
  }

  /// Returns a value's parameter name in the original's description, where every member of a body is
  /// `body`.
  private static func parameter(_ name: String) -> String {
    ["offset", "limit", "startDate", "endDate"].contains(name) ? name : "body"
  }

  private var commonResponse: HTTPResponse {
    switch self {
    case .tooOften(let seconds):
      later(said(429, "too many attempts, again in \(seconds) s"), seconds)
    case .busy: later(said(503, "too many passwords are being looked at; again in a moment"), 1)
    case .store(let error), .badToken(.unknown(let error)): later(said(503, error.description), 1)
    default: said(500, "this should not happen: \(self)")
    }
  }

  private func said(
    _ status: Int, _ text: String, _ style: AnswerStyle = .apps
  ) -> HTTPResponse {
    HTTPResponse(status: status, response: text, style: style)
  }

  private func later(_ response: HTTPResponse, _ seconds: Int) -> HTTPResponse {
    var response = response
    response.fields.append(HTTPField("Retry-After", "\(seconds)"))
    return response
  }
}

extension Refusal.DatabaseFault {
  /// The error object of the original's database driver, which the original's handlers sent as an answer.
  fileprivate var response: HTTPResponse {
    let (code, routine) =
      switch self {
      case .notANumber: ("22P02", "float4in_internal")
      case .noSuchColumn: ("42703", "checkInsertTargets")
      }
    return HTTPResponse(status: 200, style: .reference) { json in
      json.object { json in
        json.member("name", "error")
        json.member("severity", "ERROR")
        json.member("code", code)
        json.member("routine", routine)
      }
    }
  }
}
