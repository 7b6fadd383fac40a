internal import HTTPMessages
internal import TextOutput

/// The Swagger 2.0 description of the server's requests and answers, with the original's operation ids.
public struct SwaggerDocument: Sendable {
  private let style: AnswerStyle

  /// Creates the description of a server that answers in the given style.
  public init(of style: AnswerStyle) { self.style = style }

  /// The document as JSON.
  public var json: [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.member("swagger", "2.0")
      json.object("info") { json in
        json.member("title", "the apps' server")
        json.member("version", "1.0.1")
        json.member("description", description)
      }
      json.member("basePath", Operation.base)
      json.strings("consumes", ["application/json"])
      json.strings("produces", ["application/json"])
      json.object("securityDefinitions") { json in
        json.object("token") { json in
          json.member("type", "apiKey")
          json.member("in", "header")
          json.member("name", "Authorization")
          json.member("description", "Bearer TOKEN, with the token of a login")
        }
      }
      json.object("paths") { write(pathsTo: &$0) }
      json.object("definitions") { write(definitionsTo: &$0) }
    }
    return json.bytes
  }

  private var description: String {
    "Accounts, and rows of air data that boards have measured. This server answers in the style "
      + "'\(style.rawValue)'."
  }

  private func write(pathsTo json: inout JSONWriter) {
    var paths: [String] = []
    for operation in Operation.allCases where !paths.contains(operation.path) {
      paths.append(operation.path)
    }
    for path in paths {
      json.object(path) { json in
        for operation in Operation.allCases where operation.path == path {
          json.object(operation.method.name.lowercased()) { write(operation, to: &$0) }
        }
      }
    }
  }

  private func write(_ operation: Operation, to json: inout JSONWriter) {
    json.strings("tags", [operation.path.hasPrefix("/data") ? "arduino data" : "user"])
    json.member("operationId", operation.rawValue)
    json.member("summary", operation.summary)
    if operation.needsToken {
      json.array("security") { json in json.object { json in json.array("token") { _ in } } }
    }
    json.array("parameters") { json in
      for parameter in operation.parameters { parameter.write(to: &json) }
    }
    json.object("responses") { json in
      json.object("200") { json in
        json.member("description", "OK")
        json.object("schema") { operation.answer.write(to: &$0) }
      }
      for (status, text) in operation.errors(in: style) {
        json.object("\(status)") { json in
          json.member("description", text)
          json.object("schema") { $0.member("$ref", "#/definitions/Answer") }
        }
      }
    }
  }
}

extension Operation {
  fileprivate var parameters: [SwaggerParameter] {
    switch self {
    case .getData:
      [
        .query(
          "offset", "The number of rows to leave out",
          #"{"type":"integer","minimum":0,"default":0}"#),
        .query(
          "limit", "How many rows at most",
          #"{"type":"integer","minimum":1,"maximum":500,"default":20}"#),
      ]
    case .getDataByDate:
      ["startDate", "endDate"].map { name in
        .query(
          name, "RFC 3339, and the \(name == "startDate" ? "first" : "last") instant that counts",
          #"{"type":"string","format":"date-time"}"#, isRequired: true)
      }
    case .postData: [.body("DataReq")]
    case .postUserLogin: [.body("AuthReq")]
    case .postUserRegister: [.body("NewUser")]
    case .putUserMe: [.body("UserChange")]
    case .postUserLogout, .getUserMe, .deleteUserMe: []
    }
  }

  fileprivate var answer: SwaggerAnswer {
    switch self {
    case .getData, .getDataByDate: .list("Datum")
    case .postData: .one("Datum")
    case .postUserLogin: .one("AuthRes")
    case .postUserRegister, .getUserMe, .putUserMe: .one("User")
    case .postUserLogout, .deleteUserMe: .one("Answer")
    }
  }

  /// Returns the error answers of the operation in the given style.
  ///
  /// The original's description had at most three for an operation, and the original did not follow it.
  fileprivate func errors(in style: AnswerStyle) -> [(status: Int, text: String)] {
    var errors: [(Int, String)] = []
    if !parameters.isEmpty || style == .reference {
      errors.append((400, "What is wrong, and what would be right"))
    }
    if self != .postUserRegister { errors.append((401, "Unauthorized, or the login is wrong")) }
    if self == .postUserRegister { errors.append((409, "The address is taken")) }
    if parameters.contains(where: \.isBody) { errors.append((413, "The body is too long")) }
    if [.postUserLogin, .postUserRegister, .postData].contains(self) {
      errors.append((429, "Too many attempts, again in some seconds"))
    }
    errors.append((503, "The store or the password check is busy; try again in a moment"))
    return errors
  }
}

/// A parameter of an operation.
private enum SwaggerParameter {
  case query(String, String, _ schema: String, isRequired: Bool = false)
  case body(_ definition: String)

  var isBody: Bool { if case .body = self { true } else { false } }

  func write(to json: inout JSONWriter) {
    switch self {
    case .body(let definition):
      json.object { json in
        json.member("in", "body")
        json.member("name", "body")
        json.member("required", true)
        json.object("schema") { $0.member("$ref", "#/definitions/\(definition)") }
      }
    case .query(let name, let meaning, let schema, let isRequired):
      // In Swagger 2.0, a query parameter has the schema's members itself, without a nested schema.
      let head = #"{"in":"query","name":"\#(name)","required":\#(isRequired),"#
      let rest = #""description":"\#(meaning)",\#(schema.dropFirst())"#
      json.value(json: Array((head + rest).utf8))
    }
  }
}

/// The schema of an answer.
private enum SwaggerAnswer {
  case one(String)
  case list(String)

  func write(to json: inout JSONWriter) {
    switch self {
    case .one(let name): json.member("$ref", "#/definitions/\(name)")
    case .list(let name):
      json.member("type", "array")
      json.object("items") { $0.member("$ref", "#/definitions/\(name)") }
    }
  }
}

extension SwaggerDocument {
  private func write(definitionsTo json: inout JSONWriter) {
    json.object("Datum") { json in
      json.member("type", "object")
      json.strings("required", ["id", "timestamp"] + AirRow.fields.map(\.name))
      json.object("properties") { json in
        json.object("id") { $0.member("type", "integer") }
        json.object("timestamp") { $0.type("string", format: "date-time") }
        json.object("email") { $0.type("string", isNullable: true) }
        for field in AirRow.fields {
          json.object(field.name) { $0.type("number", format: "double", isNullable: true) }
        }
      }
    }
    let names = ["firstName", "lastName"]
    let isNullable = style != .apps  // the apps' pages cannot show null
    json.object("User") { json in
      json.member("type", "object")
      json.strings("required", ["email"] + names + ["gender", "birthDay"])
      json.object("properties") { json in
        json.object("email") { $0.type("string") }
        for name in names { json.object(name) { $0.type("string", isNullable: isNullable) } }
        json.object("gender") { $0.type("string", isNullable: true) }
        json.object("birthDay") {
          $0.type("string", format: "date-time", isNullable: isNullable)
        }
      }
    }
    write(usersSentTo: &json)
    json.object("AuthReq") { $0.requestOf(["email", "password"], of: Self.loginMembers) }
    json.object("AuthRes") { json in
      json.member("type", "object")
      json.strings("required", ["response", "user", "token"])
      json.object("properties") { json in
        json.object("response") { $0.type("string") }
        json.object("user") { $0.member("$ref", "#/definitions/User") }
        json.object("token") { $0.type("string") }
      }
    }
    json.object("DataReq") { json in
      json.requestOf(["data"], of: [("data", #"{"type":"string"}"#)])
      json.object("example") { json in
        json.member(
          "data", "28.2;28;102700;122;107;31;2;2;5;8;10;45.478509979181595;9.23018664121628")
      }
    }
    json.object("Answer") { json in
      json.member("type", "object")
      json.strings("required", ["response"])
      json.object("properties") { json in json.object("response") { $0.type("string") } }
    }
  }

  private func write(usersSentTo json: inout JSONWriter) {
    let members = [
      ("firstName", #"{"type":"string","maxLength":255}"#),
      ("lastName", #"{"type":"string","maxLength":255}"#),
      ("gender", #"{"type":"string","enum":["female","male"]}"#),
      ("birthDay", #"{"type":"string","format":"date"}"#),
    ]
    json.object("NewUser") { $0.requestOf(["email", "password"], of: Self.loginMembers + members) }
    let kept = [
      Self.loginMembers[0],
      ("password", #"{"type":"string","maxLength":1024,"description":"empty keeps the old one"}"#),
    ]
    let needed = style == .apps ? ["email"] : ["email", "password"]
    json.object("UserChange") { $0.requestOf(needed, of: kept + members) }
  }

  private static let loginMembers = [
    ("email", #"{"type":"string","format":"email","maxLength":254}"#),
    ("password", #"{"type":"string","minLength":1,"maxLength":1024}"#),
  ]
}

extension JSONWriter {
  fileprivate mutating func strings(_ name: String, _ values: [String]) {
    array(name) { json in for value in values { json.value(value) } }
  }

  fileprivate mutating func type(
    _ type: String, format: String? = nil, isNullable: Bool = false
  ) {
    member("type", type)
    if let format { member("format", format) }
    if isNullable { member("x-nullable", true) }
  }

  /// Writes the schema of a request's body; each member's schema is already JSON.
  fileprivate mutating func requestOf(_ required: [String], of members: [(String, String)]) {
    member("type", "object")
    strings("required", required)
    object("properties") { json in
      for (name, schema) in members { json.member(name) { $0.value(json: Array(schema.utf8)) } }
    }
  }
}
