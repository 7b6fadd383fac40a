internal import TextOutput

extension OpenAPIDocument {
  /// The document as JSON.
  public var json: [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.member("openapi", "3.1.0")
      json.object("info") { write(informationTo: &$0) }
      json.array("servers") { json in
        json.object { json in
          json.member("url", "/")
          json.member("description", "The port that served this document")
        }
      }
      json.object("paths") { json in
        for path in paths { json.object(path.path) { path.write(to: &$0) } }
      }
      json.object("components") { write(componentsTo: &$0) }
    }
    return json.bytes
  }

  private func write(informationTo json: inout JSONWriter) {
    json.member("title", title)
    json.member("version", "1.0.0")
    json.member("summary", summary)
    json.member("description", description)
    json.object("license") { json in
      json.member("name", "Apache-2.0")
      json.member("identifier", "Apache-2.0")
    }
  }

  private func write(componentsTo json: inout JSONWriter) {
    json.object("responses") { json in
      for answer in answers { json.member(answer.name) { $0.value(json: answer.json) } }
      json.object("Error") { json in
        json.member("description", "What was wrong and what to do")
        json.content("application/json", schema: "Error")
      }
    }
    json.object("schemas") { json in
      for schema in schemas { json.member(schema.name) { $0.value(json: schema.json) } }
      json.object("Error") { write(errorTo: &$0) }
    }
  }

  private func write(errorTo json: inout JSONWriter) {
    json.member("type", "object")
    json.array("required") { json in
      json.value("error")
      json.value("status")
    }
    json.object("properties") { json in
      json.object("error") { $0.member("type", "string") }
      json.object("status") { $0.member("type", "integer") }
      for member in errorMembers { json.member(member.name) { $0.value(json: member.json) } }
    }
  }
}

extension OpenAPIDocument.Path {
  fileprivate func write(to json: inout JSONWriter) {
    if let summary { json.member("summary", summary) }
    for operation in operations {
      json.object(operation.method.name.lowercased()) { operation.write(to: &$0, at: path) }
    }
  }
}

extension OpenAPIDocument.Operation {
  fileprivate func write(to json: inout JSONWriter, at path: String) {
    json.member("operationId", id)
    json.member("summary", summary)
    if !parameters.isEmpty {
      json.array("parameters") { json in
        for parameter in parameters { json.object { parameter.write(to: &$0, at: path) } }
      }
    }
    if let body { json.object("requestBody") { body.write(to: &$0) } }
    json.object("responses") { json in
      json.object(answer.status) { answer.write(to: &$0) }
      if canFail { json.object("default") { $0.refer(to: "responses", "Error") } }
    }
  }
}

extension OpenAPIDocument.Parameter {
  fileprivate func write(to json: inout JSONWriter, at path: String) {
    let isInPath = path.split(separator: "/").contains { $0 == "{\(name)}" }
    json.member("name", name)
    json.member("in", isInPath ? "path" : "query")
    if isInPath { json.member("required", true) }
    json.member("description", meaning)
    json.object("schema") { $0.refer(to: "schemas", schema) }
  }
}

extension OpenAPIDocument.Body {
  fileprivate func write(to json: inout JSONWriter) {
    switch self {
    case .json(let schema):
      json.member("required", true)
      json.content("application/json", schema: schema)
    case .anything:
      json.object("content") { json in
        json.object("*/*") { json in json.object("schema") { _ in } }
      }
    }
  }
}

extension OpenAPIDocument.Answer {
  fileprivate var status: String {
    switch self {
    case .created: "201"
    case .nothing: "204"
    default: "200"
    }
  }

  fileprivate func write(to json: inout JSONWriter) {
    switch self {
    case .json(let description, let schema), .created(let description, let schema):
      json.member("description", description)
      json.content("application/json", schema: schema)
    case .forms(let description, let forms):
      json.member("description", description)
      json.object("content") { json in
        for form in forms { json.form(form.type, schema: form.schema) }
      }
    case .text(let description, let schema):
      json.text(description, type: "text/plain", schema: schema)
    case .events(let description):
      json.text(description, type: "text/event-stream", schema: #"{"type":"string"}"#)
    case .object(let description):
      json.member("description", description)
      json.object("content") { json in
        json.object("application/json") { json in
          json.object("schema") { $0.member("type", "object") }
        }
      }
    case .nothing(let description): json.member("description", description)
    case .shared(let name): json.refer(to: "responses", name)
    }
  }
}

extension JSONWriter {
  /// Writes a reference to a component.
  fileprivate mutating func refer(to kind: String, _ name: String) {
    member("$ref", "#/components/\(kind)/\(name)")
  }

  /// Writes a response whose content is not JSON.
  fileprivate mutating func text(_ description: String, type: String, schema: String) {
    member("description", description)
    object("content") { json in
      json.object(type) { json in
        json.member("schema") { $0.value(json: Array(schema.utf8)) }
      }
    }
  }

  /// Writes the content of a body with the schema of a name.
  fileprivate mutating func content(_ type: String, schema: String) {
    object("content") { $0.form(type, schema: schema) }
  }

  /// Writes a media type with the schema of a name.
  fileprivate mutating func form(_ type: String, schema: String) {
    object(type) { json in json.object("schema") { $0.refer(to: "schemas", schema) } }
  }
}
