internal import HTTPMessages
internal import NtripProtocol
internal import TextOutput

/// The OpenAPI document of a caster's admin port, served at `/api/v1/openapi.json`.
enum CasterAdminDocument {
  /// The bytes of the whole document.
  static let json: [UInt8] = {
    var document = OpenAPIDocument(
      title: "boardsim caster's admin port",
      summary: "What a program on this machine asks of a caster, and orders to misbehave.",
      description: """
        Every request needs a Host that is this port's; an order also Content-Type: application/json, \
        and no Origin but this port's. Times are seconds since the caster began.
        """)
    for operation in CasterAdmin.routes.operations { document.add(operation) }
    let faults = FaultSchemas.all(
      CasterFault.Kind.allCases.map(\.listed), affecting: "mount",
      time: ##"{"$ref":"#/components/schemas/Time"}"##)
    for (name, json) in schemas + faults { document.add(schema: name, json: json) }
    for value in examples { document.add(schemasOf: value) }
    document.add(errorMember: "names", json: #"{"type":"array","items":{"type":"string"}}"#)
    return document.json
  }()

  private static var examples: [DescribedValue] {
    [
      MountpointReport.example, MountpointSky.example, RequestLog.example,
      ConnectionReport.example, ClusterDesk.Report.example,
    ]
  }

  private static let schemas = [
    ("Name", #"{"type":"string","minLength":1}"#),
    ("Flag", #"{"type":"boolean"}"#),
    ("Number", #"{"type":"integer","minimum":1}"#),
    ("Time", #"{"type":"number","minimum":0,"maximum":1000000000}"#),
    ("FrameCount", #"{"type":"integer","minimum":1,"maximum":\#(FrameExcerpt.limit)}"#),
    ("ConnectionCount", #"{"type":"integer","minimum":1,"maximum":\#(ConnectionReport.limit)}"#),
    (
      "Mountpoints",
      ##"{"type":"object","required":["time","sockets","mountpoints"],"properties":{"##
        + ##""time":{"type":"number"},"sockets":{"type":"integer"},"mountpoints":{"type":"array","##
        + ##""items":{"$ref":"#/components/schemas/Mountpoint"}}}}"##
    ),
    (
      "Frames",
      #"{"type":"object","required":["mountpoint","frames"],"properties":{"#
        + #""mountpoint":{"type":"string"},"frames":{"type":"array","items":{"type":"object","#
        + #""required":["offset","length","type"]}}}}"#
    ),
    (
      "Receipt",
      #"{"type":"object","required":["time","id"],"properties":{"time":{"type":"number","#
        + #""description":"When the order comes true"},"id":{"type":["integer","null"]}}}"#
    ),
  ]
}
