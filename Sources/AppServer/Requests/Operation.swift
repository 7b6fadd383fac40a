public import HTTPMessages

/// An operation of the server below `/api`, by the original's operation ids.
public enum Operation: String, Hashable, Sendable, CaseIterable {
  /// `GET /api/data`
  case getData
  /// `POST /api/data`
  case postData
  /// `GET /api/data/findByDate`
  case getDataByDate
  /// `POST /api/user/login`
  case postUserLogin
  /// `POST /api/user/logout`
  case postUserLogout
  /// `POST /api/user/register`
  case postUserRegister
  /// `GET /api/user/me`
  case getUserMe
  /// `PUT /api/user/me`
  case putUserMe
  /// `DELETE /api/user/me`
  case deleteUserMe

  /// Its method.
  public var method: HTTPMethod {
    switch self {
    case .getData, .getDataByDate, .getUserMe: .get
    case .postData, .postUserLogin, .postUserLogout, .postUserRegister: .post
    case .putUserMe: .put
    case .deleteUserMe: .delete
    }
  }

  /// Its path below ``base``.
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

  /// The operation's effect, in a line.
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

  /// Whether a token is needed.
  public var needsToken: Bool { self != .postUserLogin && self != .postUserRegister }

  /// The beginning of all paths.
  public static let base = "/api"
}

extension Operation {
  /// The operation that a request asks for.
  enum Match: Hashable {
    /// This, and whether the path ended with a slash too many.
    case operation(Operation, hasTrailingSlash: Bool)
    /// The path is known, for other methods.
    case otherMethod(path: String, [HTTPMethod])
    /// Nothing is there.
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
