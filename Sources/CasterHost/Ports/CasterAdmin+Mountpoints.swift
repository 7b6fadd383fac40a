internal import GNSSBasics
internal import HTTPMessages
internal import Mathematics
internal import NtripCaster
internal import TextOutput

extension CasterAdmin {
  /// Adds the mountpoints, their streams and their clients to the routes.
  static func addMountpoints(to routes: inout RouteTable<Route>) {
    routes.add(
      .init(
        .get, "/api/v1/mountpoints", id: "listMountpoints",
        "The mountpoints: rates, gaps and damage of their streams as readers get them, and clients",
        answer: .json("The mountpoints", schema: "Mountpoints"))
    ) { admin, _ in { _ in admin.listMountpoints() } }
    let name = OpenAPIDocument.Parameter("name", "The mountpoint", schema: "Name")
    let last = OpenAPIDocument.Parameter(
      "last", "The largest number of frames, \(FrameExcerpt.usual) where there is none",
      schema: "FrameCount")
    routes.add(
      .init(
        .get, MountpointPath.route("frames"), id: "listFrames",
        "The last frames of a mountpoint, decoded as 'rtcm decode --json' does it",
        parameters: [name, last], answer: .json("The frames, the oldest first", schema: "Frames"))
    ) { admin, mountpoint in { admin.frames(of: mountpoint, $0, asText: false) } }
    let brief = OpenAPIDocument.Parameter(
      "brief", "Whether to write one line for each frame", schema: "Flag")
    routes.add(
      .init(
        .get, MountpointPath.route("frames.txt"), id: "readFrames",
        "The same as text, as 'rtcm decode' prints it", parameters: [name, last, brief],
        answer: .text("Tables or lines", schema: #"{"type":"string"}"#))
    ) { admin, mountpoint in { admin.frames(of: mountpoint, $0, asText: true) } }
    routes.add(
      .init(
        .get, MountpointPath.route("sky"), id: "readSky",
        "The satellites of a mountpoint's last epoch: signals, and directions where the stream tells them",
        parameters: [name], answer: .json("The satellites", schema: "Sky"))
    ) { admin, mountpoint in { _ in admin.sky(of: mountpoint) } }
    addClients(to: &routes)
  }

  private static func addClients(to routes: inout RouteTable<Route>) {
    routes.add(
      .init(
        .get, "/api/v1/connections", id: "listConnections", "The readers and sources",
        parameters: [
          .init("mount", "The mountpoint; all where there is none", schema: "Name"),
          .init(
            "limit",
            "The largest number of connections, \(ConnectionReport.usual) where there is none",
            schema: "ConnectionCount"),
        ],
        answer: .json("The connections", schema: "Connections"))
    ) { admin, _ in { admin.listConnections($0) } }
    routes.add(
      .init(
        .get, "/api/v1/requests", id: "listRequests",
        "The last requests, with the reasons of those that were refused",
        answer: .json("The requests", schema: "Requests"))
    ) { admin, _ in { _ in HTTPResponse(status: 200, described: admin.parts.requests.described) } }
  }

  private func listMountpoints() -> HTTPResponse {
    HTTPResponse(
      status: 200,
      described: .object([
        Described("time", number: parts.clock.elapsed.inSeconds, decimals: 3),
        Described("sockets", count: parts.server.openSockets),
        Described("mountpoints", .array(parts.mountpoints.map(\.described))),
      ]))
  }

  // MARK: One mountpoint

  private func frames(
    of mountpoint: String, _ request: HTTPRequest, asText: Bool
  ) -> HTTPResponse {
    guard let monitor = parts.shelf.content.monitors[mountpoint] else { return missing(mountpoint) }
    guard
      let count = request.count("last", in: 1...FrameExcerpt.limit, usually: FrameExcerpt.usual)
    else { return .refused("last", request, in: 1...FrameExcerpt.limit) }
    let excerpt = FrameExcerpt(monitor.recent, last: count)
    if asText {
      let isBrief = request.parameter("brief") == "true"
      return HTTPResponse(text: Array((isBrief ? excerpt.briefs : excerpt.tables).utf8))
    }
    var json = JSONWriter()
    json.object { json in
      json.member("mountpoint", mountpoint)
      json.array("frames") { json in for object in excerpt.objects { json.value(json: object) } }
    }
    return HTTPResponse(status: 200, json: json.bytes)
  }

  private func sky(of mountpoint: String) -> HTTPResponse {
    guard let monitor = parts.shelf.content.monitors[mountpoint] else { return missing(mountpoint) }
    let now = parts.clock.gpsTime(at: parts.clock.elapsed) ?? GPSTime(nanoseconds: 0)
    let sky = MountpointSky(monitor.recent, at: now, from: parts.place(of: mountpoint))
    return HTTPResponse(status: 200, described: sky.described)
  }

  /// Returns the response for a mountpoint that has no stream of its own.
  private func missing(_ name: String) -> HTTPResponse {
    let isKnown = parts.shelf.content.mount(name) != nil
    let shown = String(name.prefix(100)).withControlsEscaped
    return HTTPResponse(
      status: 404,
      error: isKnown
        ? "mountpoint \"\(shown)\" has no stream of its own; ask for one that its readers get"
        : "there is no mountpoint \"\(shown)\"; GET /api/v1/mountpoints lists those there are")
  }

  // MARK: Clients

  private func listConnections(_ request: HTTPRequest) -> HTTPResponse {
    let range = 1...ConnectionReport.limit
    guard let limit = request.count("limit", in: range, usually: ConnectionReport.usual) else {
      return .refused("limit", request, in: range)
    }
    let mountpoint = request.parameter("mount")
    if let mountpoint, parts.shelf.content.mount(mountpoint) == nil { return missing(mountpoint) }
    return HTTPResponse(
      status: 200, described: parts.connections(of: mountpoint, atMost: limit).described)
  }
}

extension HTTPRequest {
  /// Returns a whole number of the query, or the usual one where there is none; `nil` for one that is invalid.
  fileprivate func count(_ name: String, in range: ClosedRange<Int>, usually usual: Int) -> Int? {
    guard let text = parameter(name) else { return usual }
    return Int(text).flatMap { range.contains($0) ? $0 : nil }
  }
}

extension HTTPResponse {
  /// Returns the refusal of a number in the query.
  fileprivate static func refused(
    _ name: String, _ request: HTTPRequest, in range: ClosedRange<Int>
  ) -> HTTPResponse {
    let text = String((request.parameter(name) ?? "").prefix(40)).withControlsEscaped
    return HTTPResponse(
      status: 400,
      error: "'\(name)' must be a whole number from \(range.lowerBound) to \(range.upperBound), "
        + "not '\(text)'")
  }
}
