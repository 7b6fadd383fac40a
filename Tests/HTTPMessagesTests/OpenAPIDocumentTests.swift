import HTTPMessages
import Testing
import TextOutput

@Suite("The description of a port")
struct OpenAPIDocumentTests {
  private static func json(_ change: (inout OpenAPIDocument) -> Void) -> String {
    var document = OpenAPIDocument(title: "a port", summary: "Says hello.", description: "Often.")
    change(&document)
    return String(decoding: document.json, as: UTF8.self)
  }

  private static let frame = (
    #"{"openapi":"3.1.0","info":{"title":"a port","version":"1.0.0","summary":"Says hello.","#
      + #""description":"Often.","license":{"name":"Apache-2.0","identifier":"Apache-2.0"}},"#
      + #""servers":[{"url":"/","description":"The port that served this document"}],"paths":{"#,
    ##"}},"components":{"responses":{"Error":{"description":"What was wrong and what to do","##
      + ##""content":{"application/json":{"schema":{"$ref":"#/components/schemas/Error"}}}}},"##
      + ##""schemas":{"Error":{"type":"object","required":["error","status"],"properties":"##
      + ##"{"error":{"type":"string"},"status":{"type":"integer"}}}}}}"##
  )

  @Test("has a frame, with one shape of error")
  func empty() {
    #expect(Self.json { _ in } == Self.frame.0 + Self.frame.1.dropFirst())
  }

  @Test("tells operations by path, in the order they are added")
  func operations() {
    let json = Self.json { document in
      document.add(.init(.get, "/a", id: "readA", "Reads", answer: .shared("A")))
      document.add(
        .init(
          .options, "/b", id: "askB", "Asks", answer: .nothing("Headers"), canFail: false))
      document.add(
        .init(
          .post, "/a", id: "writeA", "Writes", body: .anything,
          answer: .text("Done", schema: #"{"const":"done"}"#), canFail: false))
      document.describe("/b", "The other one")
    }
    let paths =
      ##""/a":{"get":{"operationId":"readA","summary":"Reads","responses":{"##
      + ##""200":{"$ref":"#/components/responses/A"},"##
      + ##""default":{"$ref":"#/components/responses/Error"}}},"##
      + ##""post":{"operationId":"writeA","summary":"Writes","##
      + ##""requestBody":{"content":{"*/*":{"schema":{}}}},"responses":{"200":{"##
      + ##""description":"Done","content":{"text/plain":{"schema":{"const":"done"}}}}}}},"##
      + ##""/b":{"summary":"The other one","options":{"operationId":"askB","summary":"Asks","##
      + ##""responses":{"204":{"description":"Headers"}}}"##
    #expect(json == Self.frame.0 + paths + Self.frame.1)
  }

  @Test("tells each form of an answer with its type and schema")
  func forms() {
    let json = Self.json { document in
      document.add(
        .init(
          .get, "/a", id: "a", "A",
          answer: .forms("One of two", [("application/json", "A"), ("application/yaml", "B")]),
          canFail: false))
    }
    #expect(
      json == Self.frame.0
        + ##""/a":{"get":{"operationId":"a","summary":"A","responses":{"200":{"##
        + ##""description":"One of two","content":{"##
        + ##""application/json":{"schema":{"$ref":"#/components/schemas/A"}},"##
        + ##""application/yaml":{"schema":{"$ref":"#/components/schemas/B"}}}}}}"## + Self.frame.1)
  }

  @Test("tells parameters, bodies and schemas by name")
  func components() {
    let json = Self.json { document in
      document.add(
        .init(
          .patch, "/a", id: "a", "A", parameters: [.init("at", "When", schema: "Time")],
          body: .json(schema: "Order"), answer: .json("Done", schema: "Moment")))
      document.add(.init(.get, "/b", id: "b", "B", answer: .object("Whatever there is")))
      document.add(.itself(at: "/self"))
      document.add(schema: "Time", json: #"{"type":"number"}"#)
      document.add(schemasOf: .object([Described("t", count: 1)], schema: "Moment"))
      document.add(answer: "Text", json: #"{"description":"text"}"#)
      document.add(errorMember: "names", json: #"{"type":"array"}"#)
    }
    for part in [
      ##""parameters":[{"name":"at","in":"query","description":"When","##
        + ##""schema":{"$ref":"#/components/schemas/Time"}}]"##,
      ##""requestBody":{"required":true,"content":{"application/json":{"schema":"##
        + ##"{"$ref":"#/components/schemas/Order"}}}}"##,
      ##""200":{"description":"Done","content":{"application/json":{"schema":"##
        + ##"{"$ref":"#/components/schemas/Moment"}}}}"##,
      ##""200":{"description":"Whatever there is","content":{"application/json":{"schema":"##
        + ##"{"type":"object"}}}}"##,
      ##""/self":{"get":{"operationId":"readDescription","##,
      ##""schemas":{"Time":{"type":"number"},"Moment":{"type":"object","required":["t"],"##
        + ##""properties":{"t":{"type":"integer"}}},"Error":"##,
      ##""responses":{"Text":{"description":"text"},"Error":"##,
      ##""status":{"type":"integer"},"names":{"type":"array"}}"##,
    ] {
      #expect(json.contains(part), "\(part)")
    }
  }
}
