internal import BoardSimulation
internal import GNSSBasics

/// A reader that makes a scenario from its text's nodes.
///
/// The reader opens no files itself; its `sources` supply the bytes of other files.
package struct ScenarioReader {
  /// The access to files beside the scenario's own text.
  package struct Sources {
    /// The reader of files that a scenario names; returns the bytes or an error.
    package var bytes: (_ path: String) -> Result<[UInt8], ScenarioError>
    /// The parser of JSON; returns the text's nodes or an error.
    package var nodes: (_ bytes: [UInt8], _ file: String) -> Result<ScenarioNode, ScenarioError>

    package init(
      bytes: @escaping (_ path: String) -> Result<[UInt8], ScenarioError>,
      nodes: @escaping (_ bytes: [UInt8], _ file: String) -> Result<ScenarioNode, ScenarioError>
    ) {
      self.bytes = bytes
      self.nodes = nodes
    }
  }

  let sources: Sources
  var scenario = Scenario(name: "")
  /// The place that a weather series names, for a scenario without a place of its own.
  var hintedPlace: GeodeticPosition?
  var hintedStart: UnixTime?

  package init(_ sources: Sources) { self.sources = sources }

  /// Makes the scenario from its nodes.
  ///
  /// - Parameters:
  ///   - root: The text's nodes.
  ///   - file: The file's name, for errors and as the name of a scenario without one.
  /// - Returns: The scenario.
  /// - Throws: ``ScenarioError`` with the place of the error.
  package mutating func scenario(
    _ root: ScenarioNode, file: String
  ) throws(ScenarioError) -> Scenario {
    do throws(ScenarioError) {
      return try read(root, file)
    } catch {
      throw error.of(file)
    }
  }

  private static let keys = [
    "scenario", "name", "about", "start", "seed", "place", "track", "site", "weather", "sky",
    "events",
    "faults", "expect",
  ]

  private mutating func read(
    _ root: ScenarioNode, _ file: String
  ) throws(ScenarioError) -> Scenario {
    let fields = try root.fields(of: "a scenario", Self.keys)
    let version = try fields.required("scenario", "begin with scenario: 1")
    guard version.scalar == "1" else {
      try version.fail(
        "version \(ScenarioError.quoted(version.scalar ?? "")) of the format is not known",
        "write scenario: 1")
    }
    scenario = Scenario(name: Self.name(of: file))
    if let name = fields["name"] { scenario.name = try Self.name(name) }
    if let about = fields["about"] { scenario.summary = try about.text("about") }
    scenario.start = try Self.start(fields["start"])
    try readSeeds(fields["seed"])
    try readPlace(fields)
    scenario.world.site = try Self.site(fields["site"])
    try readWeather(fields)
    if ["place", "track", "site"].allSatisfy({ fields[$0] == nil }), hintedPlace == nil {
      scenario.world.path = WorldScript.milanWalk.path
    }
    scenario.world.skyMask = try Self.skyMask(fields["sky"])
    scenario.entries = try ScenarioEntryReader.entries(of: fields)
    scenario.expectations = try Self.expectations(fields["expect"])
    return scenario
  }

  private mutating func readPlace(_ fields: ScenarioFields) throws(ScenarioError) {
    if let place = fields["place"] { scenario.world.place = try Self.place(place) }
    guard let track = fields["track"] else { return }
    guard fields["place"] == nil else {
      try track.fail("a track begins at its own first point", "leave \"place\" out")
    }
    scenario.world.path = try path(track)
    if case .route(let route) = scenario.world.path {
      scenario.world.place = route.stops[0].position
    }
  }

  private mutating func readWeather(_ fields: ScenarioFields) throws(ScenarioError) {
    guard let node = fields["weather"] else { return }
    let weather = try weather(
      node, from: scenario.start,
      at: fields["place"] == nil && fields["track"] == nil ? nil : scenario.world.place)
    scenario.world.courses = weather.courses
    scenario.world.clouds = weather.clouds
    scenario.world.rain = weather.rain
    if scenario.start == nil { scenario.start = hintedStart }
    if fields["place"] == nil, fields["track"] == nil, let hintedPlace {
      scenario.world.place = hintedPlace
    }
  }

  /// Returns the file name of a path, without its extension.
  private static func name(of file: String) -> String {
    let last = file.split(separator: "/").last ?? "scenario"
    guard let dot = last.lastIndex(of: "."), dot > last.startIndex else { return String(last) }
    return String(last[..<dot])
  }
}

// MARK: Small values

extension ScenarioReader {
  private static func name(_ node: ScenarioNode) throws(ScenarioError) -> String {
    let name = try node.text("name")
    guard name.count <= 80, !name.contains(where: { $0.isNewline || $0.asciiValue ?? 32 < 32 })
    else { try node.fail("the name is too long, or has a line break", "use 80 letters at most") }
    return name
  }

  private static func start(_ node: ScenarioNode?) throws(ScenarioError) -> UnixTime? {
    guard let node else { return nil }
    guard let text = node.scalar, let date = DateText.time(text) else {
      try node.fail(
        "start \(ScenarioError.quoted(node.scalar ?? "")) is no date",
        "write one from 1980-01-06 to 2200, such as 2026-06-01T12:00:00Z")
    }
    return date
  }

  private mutating func readSeeds(_ node: ScenarioNode?) throws(ScenarioError) {
    guard let node else { return }
    let fields = try node.fields(of: "seed", ["world", "weather"])
    scenario.seed = try Self.seed(fields["world"])
    scenario.weatherSeed = try Self.seed(fields["weather"])
  }

  private static func seed(_ node: ScenarioNode?) throws(ScenarioError) -> UInt64? {
    guard let node else { return nil }
    guard let text = node.scalar, let number = UInt64(text) else {
      try node.fail("a seed must be a whole number", "write seed: {world: 1, weather: 1}")
    }
    return number
  }

  private static func place(_ node: ScenarioNode) throws(ScenarioError) -> GeodeticPosition {
    let fields = try node.fields(of: "place", ["latitude", "longitude", "height"])
    let remedy = "write place: {latitude: 45.48, longitude: 9.23, height: 122}"
    let latitude = try fields.required("latitude", remedy)
    let longitude = try fields.required("longitude", remedy)
    return GeodeticPosition(
      latitude: try latitude.number("latitude", in: -90...90),
      longitude: try longitude.number("longitude", in: -180...180),
      height: try fields["height"]?.number("height", in: -500...9000) ?? World.milan.height)
  }

  private static func site(_ node: ScenarioNode?) throws(ScenarioError) -> Site? {
    guard let node else { return nil }
    let name = node.scalar ?? ""
    guard let site = Site(rawValue: name) else {
      try node.fail(
        "unknown site \(ScenarioError.quoted(name))",
        ScenarioError.remedy(for: name, among: Site.allCases.map(\.rawValue)))
    }
    return site
  }

  private static func skyMask(_ node: ScenarioNode?) throws(ScenarioError) -> SkyMask? {
    guard let node else { return nil }
    let example = "[[0, 10], [90, 60]], azimuth and elevation in degrees"
    let mask = try node.fields(of: "sky", ["mask"]).required("mask", "write mask: \(example)")
    var corners: [SkyMask.Corner] = []
    for pair in try mask.list("mask", example) {
      let numbers = try pair.list("a corner of the mask", example)
      guard numbers.count == 2 else {
        try pair.fail("a corner of the mask has two numbers", "write \(example)")
      }
      let azimuth = try numbers[0].number("an azimuth", in: 0...360)
      corners.append(
        SkyMask.Corner(
          azimuth: azimuth == 360 ? 0 : azimuth,
          elevation: try numbers[1].number("an elevation", in: 0...90)))
    }
    guard let made = SkyMask(corners) else {
      try mask.fail("the mask has no corner", "write \(example)")
    }
    return made
  }

  private static func expectations(_ node: ScenarioNode?) throws(ScenarioError) -> [String] {
    guard let node else { return [] }
    var texts: [String] = []
    for claim in try node.list("expect", "a line for each claim, beginning with a dash") {
      let text = try claim.text("a claim")
      do throws(ExpectationError) {
        texts.append(try Expectation(text).text)
      } catch {
        try claim.fail(
          "\(ScenarioError.quoted(text)) is no expectation",
          "write PATH OP VALUE, for example gnss.best_fix == rtk-fixed")
      }
    }
    return texts
  }
}
