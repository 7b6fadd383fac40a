public import HTTPMessages

/// An operation of the server below `/api`, named by the original's operation ids.
public enum Operation: String, Hashable, Sendable, CaseIterable {
  /// Rows by number: `GET /api/data`.
  case getData
  /// A new row: `POST /api/data`.
  case postData
  /// The rows of a period: `GET /api/data/findByDate`.
  case getDataByDate
  /// A login: `POST /api/user/login`.
  case postUserLogin
  /// A logout: `POST /api/user/logout`.
  case postUserLogout
  /// A registration: `POST /api/user/register`.
  case postUserRegister
  /// The account of the token: `GET /api/user/me`.
  case getUserMe
  /// A change of the account: `PUT /api/user/me`.
  case putUserMe
  /// The deletion of the account: `DELETE /api/user/me`.
  case deleteUserMe

  /// The operation's HTTP method.
  public var method: HTTPMethod {
    switch self {
    case .getData, .getDataByDate, .getUserMe: .get
    case .postData, .postUserLogin, .postUserLogout, .postUserRegister: .post
    case .putUserMe: .put
    case .deleteUserMe: .delete
    }
  }

  /// The operation's path below ``base``.
  public var path: String {
    switch self {
    case .getData, .postData: "/data"
    case .getDataByDate: "/data/findByDate"
    case .postUserLogin: "/user/login"
    case .postUserLogout: "/user/logout"
    case .postUserRegister: "/user/register"
    case .getUserMe, .putUserMe, .deleteUserMe: "/user/me"
    }
  }

  /// A one-line summary of the operation.
  public var summary: String {
    switch self {
    case .getData: "Rows by number, a page at a time"
    case .postData: "Store what a board answered"
    case .getDataByDate: "Rows of a period, both ends included"
    case .postUserLogin: "Get a token for an e-mail address and a password"
    case .postUserLogout: "End the token"
    case .postUserRegister: "Make an account"
    case .getUserMe: "The account of the token"
    case .putUserMe: "Change the account of the token"
    case .deleteUserMe: "Delete the account of the token; its rows stay, without an owner"
    }
  }

  /// Whether the operation requires a token.
  public var needsToken: Bool { self != .postUserLogin && self != .postUserRegister }

  /// The common prefix of all paths.
  public static let base = "/api"
}

extension Operation {
  /// The result of matching a request with the operations.
  enum Match: Hashable {
    /// A known operation, and whether the path ends with a superfluous slash.
    case operation(Operation, hasTrailingSlash: Bool)
    /// A known path that does not support the request's method; the supported methods.
    case otherMethod(path: String, [HTTPMethod])
    /// A path that the server does not have.
    case nothing
  }

  static func match(_ request: HTTPRequest) -> Match {
    var path = request.path[...]
    let hasTrailingSlash = path.last == "/"
    if hasTrailingSlash { path.removeLast() }
    guard path.hasPrefix(base) else { return .nothing }
    path = path.dropFirst(base.count)
    let known = allCases.filter { $0.path == path }
    guard let first = known.first else { return .nothing }
    let method = request.method == .head ? .get : request.method
    if let operation = known.first(where: { $0.method == method }) {
      return .operation(operation, hasTrailingSlash: hasTrailingSlash)
    }
    return .otherMethod(path: base + first.path, known.map(\.method))
  }
}
