import FATVolumes
import NtripProtocol
import Positioning
import RINEX
import RTCMParser
import RTCMStreams
import RTCMTestKit
import ScenarioFiles
import SensorDrivers
import UBloxRaw

extension Seeds {
  /// The first inputs of a target.
  func inputs(for target: FuzzTarget) -> [[UInt8]] {
    switch target {
    case .frames: streams.map { [1, 2, 7, 200] + $0 }
    case .messages, .descriptions: payloads
    case .redating: payloads.filter(hasEpoch).map { [0, 0, 0, 0, 0, 1, 0, 0] + $0 }
    case .conversion:
      streams.flatMap { stream in
        [[0, 0], [1, 77, 0], [0x60, 10, 9, 2, 7, 200], [0x90, 0, 2, 0, 0]].map { $0 + stream }
      }
    case .jsonLine: lines
    case .jsonLines: lines.prefix(20).map { [2, 7, 90] + $0 + [10] + $0 + [10] }
    case .ntripAnswer: answers.map { [0, 2, 3, 90] + $0 } + answers.map { [0x13, 1, 17] + $0 }
    case .chunkedBody: [[2, 3, 90] + Self.chunked(Self.text), [0, 0x33, 13, 10]]
    case .casterRequest: Self.requests.map { [1, 20] + $0 }
    case .casterSource: streams.flatMap { [[0, 1, 20] + $0, [1, 1, 20] + Self.chunk($0)] }
    case .capture: streams.map { [0] + $0 }
    case .sourceAnswer:
      answers.map { [0, 2, 3, 90] + $0 } + answers.map { [0x16, 1, 17] + $0 }
        + answers.map { [13] + $0 }
    case .sideFile: Self.sideFiles.map { [$0.kind] + $0.side + Array(captured.joined()) }
    case .sourcetable: [Self.table.encode(), Self.text]
    case .tableFilter:
      Self.filters.map { Array("\($0)\n".utf8) + Self.table.encode() }
    case .casterFaults:
      [
        Array("stall mount=A from=1 for=2\ndrip rate=50\n\nGET /A HTTP/1.0\r\n\r\n".utf8)
      ]
    case .casterUsers: [Array("# rovers\nrover:a:b:BASE,A/B:read\nall:$6$x:*:read,write\r\n".utf8)]
    case .url: Self.urls.map { Array($0.utf8) }
    case .gga: [Self.position.encode(), Array(Self.position.encode().dropFirst().dropLast(3))]
    case .ubxStream: Self.ubxFrames.map { [1, 1, 9] + $0.encode() + $0.encode() }
    case .ubxPayload:
      zip(UInt8(0)..., Self.ubxFrames).map { [$0] + $1.payload } + [[4, 2] + Self.text]
    case .ubxRaw: Self.rawMessages.map { [1, 1, 9] + $0.encode() }
    case .nmeaStream: [[0, 3, 1, 7, 90] + Self.sentences]
    case .ubxPoll: Self.ubxPolls.map { [1, 9] + $0.encode() + Self.ubxFrames[6].encode() }
    case .receiverLog:
      [Self.sentences, Self.ubxFrames.flatMap { $0.encode() } + Self.sentences]
    case .nmea: [Self.position.encode(), Array("GPTXT,01,01,02,boardsim".utf8)]
    case .boardAnswer: Self.boardAnswers.map { Array($0.utf8) }
    case .openDataQuery:
      zip(UInt8(0)..., Self.openDataQueries).map { [$0] + Array($1.utf8) }
    case .appRequest: zip(UInt8(0)..., Self.appRequests).map { [$0] + Array($1.utf8) }
    case .busLines: Self.busLines.map { Array($0.utf8) }
    case .partLines: Self.partLines.map { Array($0.utf8) }
    case .atCommands: zip(UInt8(0)..., Self.sketches).map { [$0, 2, 3, 90] + Array($1.utf8) }
    case .boardEvents: Self.boardEvents.map { Array($0.utf8) }
    case .fatImage: [8192, 1_050_624].compactMap(Self.volume)
    case .scenario: Self.scenarios.map { Array($0.utf8) }
    case .rinexNavigation: [navigationFile]
    case .positions: Self.positionFiles
    case .rinexObservations:
      RINEXFormat.allCases.map { observationFile($0) } + [Array(Self.compactFile.utf8)]
    case .rinexWriting:
      // Each version as itself and as another one.
      zip(UInt8(0)..., RINEXFormat.allCases).flatMap { number, version in
        [number, number + 3].map { [$0] + observationFile(version) }
      } + [[1] + Self.compactFile.utf8]
    case .rtk: Self.pairs
    case .clusterMessages: [Self.clusterMessages]
    case .telemetryOrder: Self.orders.map { Array($0.utf8) }
    case .quality:
      streams.map { [0] + $0 } + RINEXFormat.allCases.map { [1] + observationFile($0) }
    case .mavlink: streams.map { [1, 9] + Self.mavlink($0) }
    }
  }

  /// The packets of a stream's first bytes, one to four.
  private static func mavlink(_ stream: [UInt8]) -> [UInt8] {
    var writer = MAVLinkWriter()
    return (writer.packets(of: Array(stream.prefix(400))) ?? []).flatMap(\.self)
  }

  /// A table of another node in two parts, its slices with one missing, topics, and its end.
  private static var clusterMessages: [UInt8] {
    let row = #"{"name":"A","record":"STR;A;Milan;RTCM 3.3;;2;GPS;;ITA;45.5;9.2;0;0;x;none;N;N;0;"#
    let tell = #"{"node":"node1","run":"0000000000000007","number":3,"parts":2,"part":"#
    let slice = Array("BSC1".utf8) + [0, 0, 0, 0, 0, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0]
    let messages: [(UInt8, [UInt8])] = [
      (1, Array((tell + #"0,"mounts":["# + row + #"","term":1,"age":5}]}"#).utf8)),
      (1, Array((tell + #"1,"wants":{"B":"self"}}"#).utf8)),
      (2, slice + [4, 0xD3]), (2, slice + [6, 0xD3]), (2, slice + [5, 0xD3]),
      (3, Array("lab/casters/mounts/A%2FB/data".utf8)), (3, Array("lab/casters/nodes/n.1".utf8)),
      (1, Array(#"{"node":"node1","run":"0000000000000007","gone":true}"#.utf8)),
    ]
    return messages.flatMap { kind, bytes in
      [kind, 1, UInt8(bytes.count >> 8), UInt8(bytes.count & 255)] + bytes
    }
  }

  /// Orders by MQTT.
  private static var orders: [String] {
    [
      #"{"id":"7","method":"POST","path":"/api/v1/faults","body":{"fault":"nack","part":"bme280"}}"#,
      #"{"id":7,"path":"/api/v1/truth"}"#,
      #"{"path":"/api/v1/world","method":"PATCH","body":[1,-2.5,null,true,{"a":"b"}]}"#,
    ]
  }

  /// What is done to a board, and expected of it.
  private static var boardEvents: [String] {
    [
      "nack part=sps30 from=6 to=7\nflip part=bme280 byte=3 bit=7 probability=0.5\n"
        + "within 10 s of fault-end:nack sensors.sps30.state == ok\ngnss.fix == none @ 5\n",
      "wifi.lost from=2 for=3\ncaster.flip rate=0.01\nhttp.late seconds=7\ntemperature=-10 at=3 over=5\n"
        + "always truth.temperature < 40 after 1 before 9\nnever card.state == ok\nonce uptime > 3\n",
    ]
  }

  /// A volume with a file, as the target takes one.
  private static func volume(blockCount: UInt32) -> [UInt8]? {
    var blocks = MemoryBlocks(blockCount: blockCount)
    guard let layout = try? FATLayout(blockCount: blockCount), let name = FATName("20260601.CSV"),
      (try? layout.format(&blocks)) != nil, var volume = try? FATVolume(mounting: blocks),
      var file = try? volume.open(name),
      (try? volume.append([UInt8](repeating: 65, count: 9000).span, to: &file)) != nil
    else { return nil }
    let isFAT16 = layout.kind == .fat16
    let device = volume.device
    return [isFAT16 ? 0 : 1] + device[0].prefix(90) + device[isFAT16 ? 1 : 32]
      + device[isFAT16 ? 65 : 2084]
  }

  /// Those that come along, and files beside one.
  private static var scenarios: [String] {
    BundledScenarios.names.compactMap { BundledScenarios.text(of: $0).map { "0" + $0 } } + [
      "1<gpx><trk><trkseg><trkpt lat='45.4' lon='9.2'><ele>120</ele>"
        + "<time>2026-06-01T12:00:00Z</time></trkpt><trkpt lat='45.5' lon='9.2'/></trkseg></trk></gpx>",
      "2<gpx><wpt lat='45.4' lon='9.2'></wpt><wpt lat='45.5' lon='9.2'></wpt></gpx>",
      "2lat,lon\n45.4737,9.2180\n45.4738,9.2240,130\n",
      "3time,temperature,clouds\n0,20,10\n2026-06-01T13:00:00Z,21,\n",
      #"3{"dt":1780315200,"main":{"temp":295.1,"humidity":40,"pressure":1015},"clouds":{"all":75}}"#,
      #"3{"list":[{"dt":1780315200,"main":{"temp":21}},{"dt":1780326000,"main":{"temp":23}}]}"#,
      #"4{"list":[{"dt":1780315200,"main":{"grnd_level":990},"rain":{"3h":2}},{"dt":1780326000,"main":{}}]}"#,
    ]
  }

  /// What drivers say.
  private static var sketches: [String] {
    let join = "AT+CWMODE=1\r\nAT+CWJAP=\"a\",\"b\"\r\n" + String(repeating: "\n", count: 40)
    return [
      "AT\r\nATE0\r\nAT+GMR\r\nAT+CIFSR\r\nAT+CWMODE?\r\nAT+CIPSTATUS\r\nAT+UART_CUR=9600,8,1,0,0\r\n",
      join + "AT+CIPSTART=\"TCP\",\"host\",80\r\nAT+CIPSEND=3\r\nabcAT+CIPCLOSE\r\n",
      join
        + "AT+CIPMUX=1\r\nAT+CIPSERVER=1,80\r\nAT+CIPSTO=1\r\nAT+CIPDINFO=1\r\nAT+CIPCLOSE=5\r\n",
      "AT+RST\r\nAT+RESTORE\r\nAT+CWLAP\r\nAT+CWQAP\r\nAT+PING=\"h\"\r\nAT+CWSAP=\"a\",\"12345678\",1,3\r\n",
    ]
  }

  private static var busLines: [String] {
    [
      "HELLO 1 board=a\nNOW\nD 200000\nT 77 w d0 r 1\nT 77 w f201f421\nD 10000\nT 77 w f7 r 8\nX\n",
      "D 200000\nT 69 w 00100300ac\nD 2000000\nT 69 w 0202\nT 69 r 3\nP sps30 off\nT 69\n",
      "W temperature=20 pm25=35\nPIN ccs811.nwake 1\nT 5b w f4\nPIN ccs811.nint\nNOW\n",
      "D 1500000\nT 42 w fd r 2\nT 42 r 64\nT 42 w b56206080000 0e30\nD 100000\nT 42 r 32\n",
      "D 200000\nSTART 77 w\nWB d0\nSTART 77 r\nRB nack\nSTOP\nSTART 69 w\nWB 03\nWB 00\nSTOP\nNOW\n",
      "D 1500000\nSTART 42 w\nWB fd\nSTART 42 r\nRB ack\nRB ack\nRB nack\nSTART 12 r\nSTOP\nX\n",
    ]
  }

  /// What programs of parts answer.
  private static var partLines: [String] {
    [
      String(repeating: "OK\nOK\nOK\nOK 1580\nOK\nWAKE 300000000\nOK\n", count: 4),
      "WAKE 1\nINT 0\nOK\nNACK\nGET temperature humidity\nOK\nNACK 1\nSTRETCH 30000000\nOK\n",
      "STATE mode=one shot\nOK\nMISUSE reads early; wait 1 ms; 7.3\nOK\nOK\r\nOK\nOK 15 80\n",
    ]
  }

  /// What follows an operation: the query, the word behind `Bearer`, the body; one for each in turn.
  private static var appRequests: [String] {
    [
      "offset=0&limit=20\n*\n",
      "\n*\n{\"data\":\"28.2;28;102700;122;107;31;2;2;5;8;10;45.47;9.23\"}",
      "startDate=2026-11-22T00:00:00Z&endDate=2026-11-22T23:59:59.5+01:00\nnull\n",
      "\n\n{\"email\":\"mario@example.org\",\"password\":\"sesame\"}", "\n*\n",
      "\n\n{\"email\":\"a@b.c\",\"password\":\"x\",\"gender\":\"\",\"birthDay\":\"1990-07-21T00:00:00Z\"}",
      "\na.b.c\n",
      "\n*\n{\"email\":\"MARIO@example.org\",\"password\":\"\",\"new_password\":\"x\"}",
    ]
  }

  /// Conditions, queries and targets, one for each data set in turn.
  private static var openDataQueries: [String] {
    [
      "quota BETWEEN 100 AND 2e3 AND NOT provincia IN ('MI', 'a''b')",
      "$select=idsensore,%20quota&$order=quota%20DESC,idsensore&$offset=3",
      "(valore > -5.5 OR stato = 'NA') AND data >= '2026-05-30T12:00:00.000'",
      "$where=datastop%20IS%20NOT%20NULL%20OR%20valore<>1&data=2026-06-01",
      "/resource/ib47-atvt.json?%24limit=5000&%24%24app_token=x",
      "lat=45.5&lon=9.2&units=imperial&lang=it", "q=Monza,MB,IT&mode=json", "id=3173435",
      "/data/2.5/forecast?q=Milan&appid=x&cnt=3",
    ]
  }

  /// The ephemerides among the payloads, of 2024.
  private var navigationFile: [UInt8] {
    var text: [UInt8] = []
    var writer = RINEXNavigationWriter(near: GPSTime(week: 2320, secondsOfWeek: 116_400))
    writer.appendHeader(to: &text)
    for payload in payloads {
      guard let message = try? RTCMMessage(decoding: payload.span) else { continue }
      writer.append(message, to: &text)
    }
    return text
  }

  /// A solution in each form, and true positions.
  private static var positionFiles: [[UInt8]] {
    let records = (0..<3).map { index in
      PositionRecord(
        time: GPSTime(week: 2320, secondsOfWeek: 116_400 + index), quality: .fixed,
        position: GeodeticPosition(latitude: 35.1347, longitude: 136.9776, height: 104.8),
        satelliteCount: 42)
    }
    let others = [
      "%  UTC x-ecef(m) y-ecef(m) z-ecef(m) Q ns\n2320 116382.0 -3817690.9 3562846.3 3650170.8 5 16\n",
      "%  JST latitude(d'\") longitude(d'\") height(m) Q ns\n2320 1.5 -0 08 05.03 136 58 39.3 1 2 7\n",
      "week,time,lat,lon,h\n2320,116400.5,35.1,136.9,104\n",
    ]
    return PositionFileForm.allCases.map { $0.bytes(of: records, name: "seed") }
      + others.map { Array($0.utf8) }
  }

  /// The observations among the payloads, of 2024.
  private func observationFile(_ version: RINEXFormat) -> [UInt8] {
    let reference = GPSTime(week: 2320, secondsOfWeek: 116_400)
    let messages = payloads.compactMap { try? RTCMMessage(decoding: $0.span) }
    var survey = RINEXSurvey(near: reference, version: version)
    for message in messages { survey.add(message) }
    survey.finish()
    var writer = RINEXObservationWriter(of: survey)
    var text: [UInt8] = []
    writer.appendHeader(to: &text)
    for message in messages { writer.append(message, to: &text) }
    writer.finish(to: &text)
    return text
  }

  /// Three epochs of two satellites as compact RINEX.
  private static let compactFile = """
    3.0                 COMPACT RINEX FORMAT                    CRINEX VERS   / TYPE
    boardsim                                                    CRINEX PROG / DATE
         3.04           OBSERVATION DATA    M                   RINEX VERSION / TYPE
    G    2 C1C L1C                                              SYS / # / OBS TYPES
    R    1 C1C                                                  SYS / # / OBS TYPES
                                                                END OF HEADER
    > 2026 06 01 12 00  0.0000000  0  2      G01R02
    3&123456789
    3&20000000123 3&105000000250 &&17
    3&21000000123
                        1
    -5
    1000 100250   3
    -77
                        2

    3&20000002123 5
    12

    """

  /// Queries of sourcetables.
  private static let filters = [
    "STR;;;RTCM 3*;;;*GAL*;;ITA;>44", "STR;;;;;;;;;~45.478;~9.23", "auth&strict&filter=STR;BASE",
    "CAS;caster.*;2101", ";!(a|b)+c?;=1;!=2;<=3;>=4.5;%2B", "NET;NET|*", "STR;;;;!!RTCM;~1e2",
  ]

  /// Ours and RTKLIB's, of a capture that comes behind it.
  private static var sideFiles: [(kind: UInt8, side: [UInt8])] {
    let arrivals = (0..<40).map {
      CaptureArrival(time: .milliseconds(1_780_315_200_250 + 100 * $0), count: 97)
    }
    let entries = (1...40 as ClosedRange<UInt8>).map { [$0, 0, 0, 0, $0, 1, 0, 0] as [UInt8] }
    let head = Array("TIMETAG RTKLIB 2.4.3".utf8)
    return [
      (kind: 128, arrivals.flatMap { $0.encode() }),
      (
        kind: 128, Array("{ \"n\" : 7, \"from\": 1, \"t\" : -0.5 }\r\n\r\n{\"t\":1,\"n\":2}\n".utf8)
      ),
      (kind: 251, head + [UInt8](repeating: 0, count: 76 - head.count) + entries.joined()),
    ]
  }

  /// Answers of boards, in each dialect.
  private static var boardAnswers: [String] {
    let fields = "22.50;45.30;100653.25;56.07;12;412;1.70;4.00;5.10;5.20;5.20"
    let page =
      "CO2: 400.00\nHumidity: 45.23\nAltitude: 122.31\nTVOC: 12.00\nPressure: 99873.25\n"
      + "Temperature: 23.41\nLatitude: 999000000\nLongitude: 999000000<br>\n</html>\n"
    return [fields, fields + ";45.478129100;9.227790700", "<!DOCTYPE HTML>\r\n<html>\r\n" + page]
  }

  /// Frames, and streams of them with damage and other protocols.
  private var streams: [[UInt8]] {
    let framed = payloads.prefix(40).compactMap { try? RTCMFrame.encoding(payload: $0.span) }
    let mixed = (0..<8 as Range<UInt64>).map { seed in
      let frames = captured.prefix(6) + framed.dropFirst(4 * Int(seed)).prefix(4)
      return TestStream(mixing: Array(frames), seed: seed).bytes
    }
    return framed + mixed + [Array(framed.joined())]
  }

  private func hasEpoch(_ payload: [UInt8]) -> Bool {
    guard let frame = try? RTCMFrame.encoding(payload: payload.span) else { return false }
    return RTCMFrame.redated(frame.span, byMilliseconds: 0) != nil
  }

  /// Answers of casters, of each form.
  private var answers: [[UInt8]] {
    let data = Array(captured.prefix(2).joined())
    let table = Self.table.encode()
    let plain = [
      "ICY 200 OK\r\n", "ICY 200 OK\r\n\r\n", "OK\r\n", "", "HTTP/1.0 200 OK\r\nServer: x\r\n\r\n",
    ]
    let chunkedHead =
      "HTTP/1.1 200 OK\r\nNtrip-Version: Ntrip/2.0\r\nTransfer-Encoding: chunked\r\n\r\n"
    let tableHead =
      "HTTP/1.1 200 OK\r\nContent-Type: gnss/sourcetable\r\nContent-Length: \(table.count)\r\n\r\n"
    let refusals = [
      "ERROR - Bad Password\r\n", "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic\r\n\r\nno",
      "HTTP/1.1 503 Busy\r\nRetry-After: 5\r\n\r\n",
      "HTTP/1.1 100 Continue\r\n\r\nICY 200 OK\r\n\r\n",
      "login: ",
    ]
    return plain.map { Array($0.utf8) + data } + [Array(chunkedHead.utf8) + Self.chunked(data)]
      + [Array("SOURCETABLE 200 OK\r\n\r\n".utf8) + table, Array(tableHead.utf8) + table]
      + refusals.map { Array($0.utf8) }
  }

  private static let text = Array("a line of text\r\n".utf8)

  private static func chunked(_ bytes: [UInt8]) -> [UInt8] {
    var chunks: [UInt8] = []
    ChunkEncoder.append(bytes.span, to: &chunks)
    ChunkEncoder.append(bytes.span, to: &chunks)
    return chunks + ChunkEncoder.end
  }

  private static let position = GGASentence(
    position: GeodeticPosition(latitude: 45.4787, longitude: -9.2284, height: 166.2),
    timeOfDay: .seconds(43_200), quality: .rtkFixed, geoidSeparation: 42.1, correctionAge: 0.9,
    stationID: 1)

  private static let table = Sourcetable([
    .caster(CasterRecord(host: "caster.example", port: 2101, identifier: "a;b")),
    .network(NetworkRecord(identifier: "NET", operatorName: "operator")),
    .stream(
      StreamRecord(
        mountpoint: "BASE", identifier: "Milan", formatDetails: "1006(10),1077(1)", carrier: 2,
        latitude: 45.4787, longitude: 9.2284, authentication: .basic, bitrate: 4800)),
    .other("a line"),
  ])

  private static let urls = [
    "ntrip://user:p%40ss@caster.example:2101/BASE", "ntrips://[::1]:443/A/B?q", "http://host/",
  ]

  private static var requests: [[UInt8]] {
    var requests = [
      "SOURCE password /BASE\r\n\r\n", "GET / HTTP/1.0\r\nUser-Agent: Mozilla/5.0\r\n\r\n",
    ]
    .map { Array($0.utf8) }
    for mountpoint in ["BASE", "SHUT", "NONE", ""] {
      for version in [NtripVersion.one, .two] {
        let url = NtripURL(
          host: "caster.example", mountpoint: mountpoint,
          credentials: NtripCredentials(user: "user", password: "password"))
        let request = NtripRequest(url: url, version: version, position: position).encode()
        requests.append(request + position.encode() + [13, 10])
      }
    }
    return requests
  }

  /// An epoch of a receiver that speaks NMEA.
  private static let sentences =
    [
      "GNRMC,120000.00,A,4528.5,N,00913.4,E,0.1,,010626,,,A,V",
      "GNGSA,A,3,02,,,,,,,,,,,,1.5,0.8,1.2,1",
      "GPGSV,1,1,01,02,29,141,41,1", "GNVTG,,T,,M,0.1,N,0.2,K,A",
      "GNGST,120000.00,1.8,,,,1.7,1.3,2.2", "GNGLL,4528.5,N,00913.4,E,120000.00,A,A",
    ].flatMap { withChecksum(Array($0.utf8)) + [13, 10] } + position.encode() + [13, 10]

  /// Messages that ask a receiver for something, or tell it to forget.
  private static var ubxPolls: [UBXFrame] {
    let ids: [UBXMessageID] = [
      .monVER, .monCOMMS, .secUNIQID, .navPVT, .navSAT, .navDOP, .navSTATUS, .navTIMEUTC, .navCOV,
      .cfgRATE,
    ]
    return ids.map { UBXFrame($0) } + [
      UBXFrame(.cfgVALGET, payload: [0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0x0F]),
      UBXFrame(.cfgVALDEL, payload: [1, 4, 1, 0, 0xFF, 0xFF, 0x91, 0x20]),
      UBXFrame(.cfgRST, payload: [0xFF, 0xFF, 1, 0]), UBXFrame(.cfgMSG, payload: [1, 7, 1]),
      UBXFrame(.cfgCFG, payload: [0xFF, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 3]),
    ]
  }

  /// An epoch of a receiver, and the words of a subframe.
  private static var rawMessages: [UBXFrame] {
    var epoch = RxmRAWX()
    (epoch.timeOfWeek, epoch.week) = (391_088.991, 2021)
    let signals = [
      UBloxSignal(gnssID: 0, satelliteID: 3, signalID: 0),
      UBloxSignal(gnssID: 6, satelliteID: 255, signalID: 2),
      UBloxSignal(gnssID: 3, satelliteID: 5, signalID: 1),
    ]
    epoch.measurements = signals.map {
      var measurement = RawMeasurement(of: $0)
      (measurement.pseudorange, measurement.carrierPhase) = (2e7, 1e8)
      measurement.status = RawMeasurement.Status(rawValue: 7)
      return measurement
    }
    let words = RxmSFRBX(
      of: UBloxSignal(gnssID: 0, satelliteID: 3, signalID: 0), words: Array(repeating: 0, count: 10)
    )
    return [epoch.frame, words.frame]
  }

  /// One frame of each UBX message, in the order of the payload target's kinds.
  private static var ubxFrames: [UBXFrame] {
    [
      NavPVT().frame, NavHPPosLLH().frame, NavRelPosNED().frame, RxmRTCM().frame,
      MonVER(softwareVersion: "EXT 1", hardwareVersion: "0019", extensions: ["FWVER=1"]).frame,
      CfgRATE().frame,
      CfgVALSET(items: [
        UBXConfigurationItem(.measurementPeriod, 1000), UBXConfigurationItem(.outputNavPVT, 1),
      ]).frame,
      UBXInformation(level: .notice, text: "ready").frame,
    ]
  }
}

extension Seeds {
  /// Bytes as one chunk of an HTTP/1.1 body, and the end behind it.
  private static func chunk(_ bytes: [UInt8]) -> [UInt8] {
    Array("\(String(bytes.count, radix: 16))\r\n".utf8) + bytes + Array("\r\n0\r\n\r\n".utf8)
  }
}
