public import TextOutput

/// The OpenAPI 3.1 description of a port's requests and responses.
///
/// All documents have the same structure: operations by path, one error schema for all of them, and schemas
/// by name.
///
/// ```swift
/// var document = OpenAPIDocument(title: "a port", summary: "Says hello.", description: "")
/// document.add(
///   .init(
///     .get, "/hello", id: "hello", "Hello",
///     answer: .text("A greeting", schema: #"{"type":"string"}"#)))
/// ```
public struct OpenAPIDocument: Sendable {
  /// The response of an operation that succeeds.
  public enum Answer: Sendable {
    /// JSON with the named schema.
    case json(_ description: String, schema: String)
    /// JSON with the named schema, with status 201.
    case created(_ description: String, schema: String)
    /// A body of one of several media types, each with the named schema.
    case forms(_ description: String, [(type: String, schema: String)])
    /// Text, with its schema as JSON.
    case text(_ description: String, schema: String)
    /// Server-Sent Events.
    case events(_ description: String)
    /// JSON without a further schema.
    case object(_ description: String)
    /// No body, with status 204.
    case nothing(_ description: String)
    /// A response shared by several operations, by its name.
    case shared(String)
  }

  /// The body of an operation's request.
  public enum Body: Sendable {
    /// JSON with the named schema.
    case json(schema: String)
    /// A body of any type.
    case anything
  }

  /// A parameter of a query, or of a path that has the parameter's name in braces.
  public struct Parameter: Sendable {
    var name: String
    var meaning: String
    var schema: String

    /// Creates a parameter whose value has the named schema.
    public init(_ name: String, _ meaning: String, schema: String) {
      self.name = name
      self.meaning = meaning
      self.schema = schema
    }
  }

  /// An operation: a method of a path, with its parameters, its body and its response.
  public struct Operation: Sendable {
    /// The operation's method.
    public let method: HTTPMethod
    /// The operation's path; a part in braces stands for any text.
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
    ///   - method: The operation's method.
    ///   - path: The operation's path.
    ///   - id: A name that is unique in the document.
    ///   - summary: The operation in a few words.
    ///   - parameters: The parameters of the query, and those in braces in the path.
    ///   - body: The request's body.
    ///   - answer: The response of a successful operation.
    ///   - canFail: Whether the operation may return errors.
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

    /// Creates the operation that returns the document itself.
    public static func itself(at path: String) -> Operation {
      Operation(.get, path, id: "readDescription", "This document", answer: .object("OpenAPI 3.1"))
    }
  }

  struct Path: Sendable {
    var path: String
    var summary: String?
    var operations: [Operation] = []
  }

  /// A named part of the document, as JSON.
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
  /// The further members of the error schema, beside its sentence and status, as JSON.
  var errorMembers: [Component] = []

  /// Creates a document without operations.
  public init(title: String, summary: String, description: String) {
    self.title = title
    self.summary = summary
    self.description = description
  }

  /// Sets the summary of a path.
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

  /// Adds the schemas of a value: one for each object inside it that has a schema name.
  public mutating func add(schemasOf value: DescribedValue) {
    for (name, value) in value.schemas {
      var json = JSONWriter()
      json.value(schemaOf: Described(name, value), isReferring: false)
      schemas.append(Component(name: name, json: json.bytes))
    }
  }

  /// Adds a response that several operations share, written as JSON.
  public mutating func add(answer name: String, json: String) {
    answers.append(Component(name: name, json: Array(json.utf8)))
  }

  /// Adds a further member of some errors, beside their sentence and status, with its schema as JSON.
  public mutating func add(errorMember name: String, json: String) {
    errorMembers.append(Component(name: name, json: Array(json.utf8)))
  }

  private mutating func place(of path: String) -> Int {
    if let index = paths.firstIndex(where: { $0.path == path }) { return index }
    paths.append(Path(path: path))
    return paths.count - 1
  }
}
