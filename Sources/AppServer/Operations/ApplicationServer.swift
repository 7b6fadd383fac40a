public import GNSSBasics
public import HTTPMessages
internal import TextOutput

/// The server of both apps: accounts, tokens, rows.
///
/// Requests, the time, a store and the secrets are passed in. The server keeps no lasting state of its own,
/// so any number of servers may share a store.
///
/// ```swift
/// let server = ApplicationServer(store: store, secrets: secrets, reader: readJSON)
/// let (answer, findings) = await server.answer(request, from: caller, at: now)
/// ```
public struct ApplicationServer: Sendable {
  /// The options of a server.
  public struct Options: Hashable, Sendable {
    /// The style of answers; ``AnswerStyle/apps`` by default.
    public var style = AnswerStyle.apps
    /// Whether clients without a token may read the rows of a period, in the style of the apps.
    public var allowsAnonymousReading = true
    /// Whether rate limits apply.
    public var hasLimits = true

    /// Creates the default options: answers for the apps, anonymous reading, rate limits.
    public init() {}
  }

  /// The server's options.
  public let options: Options
  package let store: any Store
  package let secrets: any Secrets
  let reader: BodyReader
  let knownTokens = KnownTokens()
  let nobody = NobodysPassword()

  /// Creates a server.
  ///
  /// - Parameters:
  ///   - store: The store of accounts and rows.
  ///   - secrets: The cryptography for passwords and tokens.
  ///   - options: The options of the answers.
  ///   - reader: The reader of JSON bodies.
  public init(
    store: any Store, secrets: any Secrets, options: Options = Options(),
    reader: @escaping BodyReader
  ) {
    self.store = store
    self.secrets = secrets
    self.options = options
    self.reader = reader
  }

  var style: AnswerStyle { options.style }

  /// Answers a request below `/api`.
  ///
  /// - Parameters:
  ///   - request: The whole request.
  ///   - caller: The sender of the request.
  ///   - now: The current time.
  /// - Returns: The answer, and the findings about the request.
  public func answer(
    _ request: HTTPRequest, from caller: Caller, at now: UnixTime
  ) async -> (answer: AppAnswer, findings: [Finding]) {
    var exchange = Exchange(request: request, caller: caller, now: now)
    var answer: AppAnswer
    switch Operation.match(request) {
    case .operation(let operation, let hasTrailingSlash):
      if hasTrailingSlash {
        exchange.note(.trailingSlash, expected: "no slash", found: "a slash behind the path")
      }
      do throws(Refusal) {
        answer = try await perform(operation, in: &exchange)
      } catch {
        answer = AppAnswer(error.response(in: style))
      }
    case .otherMethod where request.method == .options:
      answer = AppAnswer(HTTPResponse(status: 204, fields: [], body: []))
    case .otherMethod(let path, let methods):
      answer = AppAnswer(methodNotAllowed(path, methods, request.method))
    case .nothing: answer = AppAnswer(notFound(request))
    }
    answer.response.fields += HTTPResponse.acrossOrigins
    return (answer, exchange.findings)
  }

  private func perform(
    _ operation: Operation, in exchange: inout Exchange
  ) async throws(Refusal) -> AppAnswer {
    switch operation {
    case .getData: try await rows(in: &exchange)
    case .getDataByDate: try await rowsOfPeriod(in: &exchange)
    case .postData: try await addRow(in: &exchange)
    case .postUserLogin: try await logIn(in: &exchange)
    case .postUserLogout: try await logOut(in: &exchange)
    case .postUserRegister: try await register(in: &exchange)
    case .getUserMe: try await account(in: &exchange)
    case .putUserMe: try await changeAccount(in: &exchange)
    case .deleteUserMe: try await deleteAccount(in: &exchange)
    }
  }

  private func methodNotAllowed(
    _ path: String, _ methods: [HTTPMethod], _ method: HTTPMethod
  ) -> HTTPResponse {
    let names = methods.flatMap { $0 == .get ? ["GET", "HEAD"] : [$0.name] }
    let list = names.joined(separator: ", ")
    var response =
      style == .reference
      ? HTTPResponse(
        status: 405,
        errorPage:
          "Error: Route defined in Swagger specification (\(path)) but there is no defined "
          + "\(method.name) operation.")
      : HTTPResponse(status: 405, response: "\(path) takes \(list)")
    response.fields.append(HTTPField("Allow", list))
    return response
  }

  private func notFound(_ request: HTTPRequest) -> HTTPResponse {
    let path = Refusal.shortened(request.path)
    return style == .reference
      ? HTTPResponse(status: 404, errorPage: "Cannot \(request.method.name) \(path)")
      : HTTPResponse(
        status: 404, response: "there is nothing at '\(path)'; /api-docs lists the paths")
  }
}

extension HTTPResponse {
  /// The CORS header fields that let web pages of any origin send requests: both apps have a web target.
  package static let acrossOrigins = [
    HTTPField("Access-Control-Allow-Origin", "*"),
    HTTPField("Access-Control-Allow-Methods", "GET, HEAD, POST, PUT, DELETE, OPTIONS"),
    HTTPField("Access-Control-Allow-Headers", "Authorization, Content-Type, Accept"),
    HTTPField("Access-Control-Max-Age", "86400"),
  ]
}

/// A request, and the findings collected while it is answered.
struct Exchange {
  let request: HTTPRequest
  let caller: Caller
  let now: UnixTime
  private(set) var findings: [Finding] = []

  init(request: HTTPRequest, caller: Caller, now: UnixTime) {
    self.request = request
    self.caller = caller
    self.now = now
  }

  mutating func note(_ kind: FindingKind, expected: String, found: String) {
    findings.append(Finding(kind, expected: expected, found: found))
  }
}
