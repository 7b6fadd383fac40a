/// Something that reads bytes from outside, and the claims about it that have to hold for all of them.
enum FuzzTarget: String, CaseIterable {
  case frames, messages, descriptions, redating, conversion
  case jsonLine = "json-line"
  case jsonLines = "json-lines"
  case ntripAnswer = "ntrip-answer"
  case chunkedBody = "chunked-body"
  case casterRequest = "caster-request"
  case casterSource = "caster-source"
  case casterUsers = "caster-users"
  case casterFaults = "caster-faults"
  case sourceAnswer = "source-answer"
  case capture
  case sideFile = "side-file"
  case sourcetable
  case tableFilter = "table-filter"
  case url, gga
  case ubxStream = "ubx-stream"
  case ubxPayload = "ubx-payload"
  case ubxRaw = "ubx-raw"
  case nmea
  case nmeaStream = "nmea-stream"
  case ubxPoll = "ubx-poll"
  case receiverLog = "receiver-log"
  case boardAnswer = "board-answer"
  case openDataQuery = "open-data-query"
  case appRequest = "app-request"
  case busLines = "bus-lines"
  case partLines = "part-lines"
  case atCommands = "at-commands"
  case boardEvents = "board-events"
  case fatImage = "fat-image"
  case scenario
  case rinexNavigation = "rinex-navigation"
  case positions
  case rinexObservations = "rinex-observations"
  case rinexWriting = "rinex-writing"
  case rtk
  case clusterMessages = "cluster-messages"
  case telemetryOrder = "telemetry-order"
  case mavlink, quality

  /// Checks the claims for one input.
  func run(_ bytes: [UInt8]) {
    switch self {
    case .frames: fuzzFrames(bytes)
    case .messages: fuzzMessage(bytes)
    case .descriptions: fuzzDescription(bytes)
    case .redating: fuzzRedating(bytes)
    case .conversion: fuzzConversion(bytes)
    case .jsonLine: fuzzJSONLine(bytes)
    case .jsonLines: fuzzJSONLines(bytes)
    case .ntripAnswer: fuzzNtripAnswer(bytes)
    case .chunkedBody: fuzzChunkedBody(bytes)
    case .casterRequest: fuzzCasterRequest(bytes)
    case .casterSource: fuzzCasterSource(bytes)
    case .casterUsers: fuzzCasterUsers(bytes)
    case .sourceAnswer: fuzzSourceAnswer(bytes)
    case .casterFaults: fuzzCasterFaults(bytes)
    case .capture: fuzzCapture(bytes)
    case .sideFile: fuzzSideFile(bytes)
    case .sourcetable: fuzzSourcetable(bytes)
    case .tableFilter: fuzzTableFilter(bytes)
    case .url: fuzzURL(bytes)
    case .gga: fuzzGGA(bytes)
    case .ubxStream: fuzzUBXStream(bytes)
    case .ubxPayload: fuzzUBXPayload(bytes)
    case .ubxRaw: fuzzUBXRaw(bytes)
    case .nmea: fuzzNMEA(bytes)
    case .nmeaStream: fuzzNMEAStream(bytes)
    case .ubxPoll: fuzzUBXPoll(bytes)
    case .receiverLog: fuzzReceiverLog(bytes)
    case .boardAnswer: fuzzBoardAnswer(bytes)
    case .openDataQuery: fuzzOpenDataQuery(bytes)
    case .appRequest: fuzzAppRequest(bytes)
    case .busLines: fuzzBusLines(bytes)
    case .partLines: fuzzPartLines(bytes)
    case .atCommands: fuzzATCommands(bytes)
    case .boardEvents: fuzzBoardEvents(bytes)
    case .fatImage: fuzzFATImage(bytes)
    case .scenario: fuzzScenario(bytes)
    case .rinexNavigation: fuzzRINEXNavigation(bytes)
    case .positions: fuzzPositions(bytes)
    case .rinexObservations: fuzzRINEXObservations(bytes)
    case .rinexWriting: fuzzRINEXWriting(bytes)
    case .rtk: fuzzRTK(bytes)
    case .clusterMessages: fuzzClusterMessages(bytes)
    case .telemetryOrder: fuzzTelemetryOrder(bytes)
    case .mavlink: fuzzMAVLink(bytes)
    case .quality: fuzzQuality(bytes)
    }
  }
}
