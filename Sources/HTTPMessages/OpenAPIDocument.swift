public import TextOutput

/// The OpenAPI 3.1 description of a port's requests and answers.
///
/// The document has the frame that every port's has: operations by path, one shape of error for all of
/// them, and schemas by name.
///
/// ```swift
/// var document = OpenAPIDocument(title: "a port", summary: "Says hello.", description: "")
/// document.add(
///   .init(
///     .get, "/hello", id: "hello", "Hello",
///     answer: .text("A greeting", schema: #"{"type":"string"}"#)))
/// ```
public struct OpenAPIDocument: Sendable {
  /// The answer of an operation that succeeds.
  public enum Answer: Sendable {
    /// JSON of the schema with this name.
    case json(_ description: String, schema: String)
    /// JSON of the schema with this name, with status 201.
    case created(_ description: String, schema: String)
    /// Text, and the JSON of its schema.
    case text(_ description: String, schema: String)
    /// JSON with nothing more to say of it.
    case object(_ description: String)
    /// No body, with status 204.
    case nothing(_ description: String)
    /// The answer of this name, which several operations share.
    case shared(String)
  }

  /// The body of an operation's request.
  public enum Body: Sendable {
    /// JSON of the schema with this name.
    case json(schema: String)
    /// Whatever it may be.
    case anything
  }

  /// A parameter of a query, or of a path that has its name in braces.
  public struct Parameter: Sendable {
    var name: String
    var meaning: String
    var schema: String

    /// Creates a parameter whose value has the schema with this name.
    public init(_ name: String, _ meaning: String, schema: String) {
      self.name = name
      self.meaning = meaning
      self.schema = schema
    }
  }

  /// An operation: what a method of a path takes and answers.
  public struct Operation: Sendable {
    /// Its method.
    public let method: HTTPMethod
    /// Its path; a part of it in braces stands for any.
    public let path: String
    let id: String
    let summary: String
    let parameters: [Parameter]
    let body: Body?
    let answer: Answer
    let canFail: Bool

    /// Creates an operation.
    ///
    /// - Parameters:
    ///   - method: Its method.
    ///   - path: Its path.
    ///   - id: A name that no other operation of the document has.
    ///   - summary: What it does.
    ///   - parameters: What its query may have, and what its path has in braces.
    ///   - body: What it is sent.
    ///   - answer: What it answers when all is well.
    ///   - canFail: Whether it answers errors.
    public init(
      _ method: HTTPMethod, _ path: String, id: String, _ summary: String,
      parameters: [Parameter] = [], body: Body? = nil, answer: Answer, canFail: Bool = true
    ) {
      self.method = method
      self.path = path
      self.id = id
      self.summary = summary
      self.parameters = parameters
      self.body = body
      self.answer = answer
      self.canFail = canFail
    }

    /// Creates the operation that answers with the document.
    public static func itself(at path: String) -> Operation {
      Operation(.get, path, id: "readDescription", "This document", answer: .object("OpenAPI 3.1"))
    }
  }

  struct Path: Sendable {
    var path: String
    var summary: String?
    var operations: [Operation] = []
  }

  /// A part of the document by its name: JSON.
  struct Component: Sendable {
    var name: String
    var json: [UInt8]
  }

  let title: String
  let summary: String
  let description: String
  var paths: [Path] = []
  var schemas: [Component] = []
  var answers: [Component] = []
  /// The members of an error beside its sentence and its status: members of a schema, JSON.
  var errorMembers: [Component] = []

  /// Creates a document without operations.
  public init(title: String, summary: String, description: String) {
    self.title = title
    self.summary = summary
    self.description = description
  }

  /// Says what a path is for.
  public mutating func describe(_ path: String, _ summary: String) {
    paths[place(of: path)].summary = summary
  }

  /// Adds an operation.
  public mutating func add(_ operation: Operation) {
    paths[place(of: operation.path)].operations.append(operation)
  }

  /// Adds a schema, written as JSON.
  public mutating func add(schema name: String, json: String) {
    schemas.append(Component(name: name, json: Array(json.utf8)))
  }

  /// Adds the schemas of a value: of each object in it that has a name of its own.
  public mutating func add(schemasOf value: DescribedValue) {
    for (name, value) in value.schemas {
      var json = JSONWriter()
      json.value(schemaOf: Described(name, value), isReferring: false)
      schemas.append(Component(name: name, json: json.bytes))
    }
  }

  /// Adds an answer that several operations share, written as JSON.
  public mutating func add(answer name: String, json: String) {
    answers.append(Component(name: name, json: Array(json.utf8)))
  }

  /// Adds a member that some errors have beside their sentence and status, its schema written as JSON.
  public mutating func add(errorMember name: String, json: String) {
    errorMembers.append(Component(name: name, json: Array(json.utf8)))
  }

  private mutating func place(of path: String) -> Int {
    if let index = paths.firstIndex(where: { $0.path == path }) { return index }
    paths.append(Path(path: path))
    return paths.count - 1
  }
}
