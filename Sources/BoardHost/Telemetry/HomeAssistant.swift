internal import BoardFirmware
internal import TextOutput

/// The announcement of boards to Home Assistant, by which each becomes a device with its quantities and position
/// (Home Assistant, MQTT discovery of devices).
struct HomeAssistant: Sendable {
  let topics: TelemetryTopics
  /// The topics that tell whether a board can be reached, besides its own.
  let availability: [String]
  /// The time after which a value is too old, seconds.
  let expiry: Int

  /// The topic at which Home Assistant tells that it has started.
  static let birthTopic = "homeassistant/status"
  /// The message of the birth.
  static let birth = Array("online".utf8)

  /// Returns the topic of a board's announcement.
  func topic(of board: Int) -> String { "homeassistant/device/\(identifier(of: board))/config" }

  /// The board's identifier: letters, digits, `-` and `_`.
  func identifier(of board: Int) -> String {
    let root = topics.root.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }
    return "boardsim-\(String(root))-\(board)"
  }

  /// Returns the announcement of a board.
  func announcement(of board: Int) -> [UInt8] {
    var json = JSONWriter()
    let own = identifier(of: board)
    json.object { json in
      json.object("device") { json in
        json.array("identifiers") { $0.value(own) }
        json.member("name", "Air quality board \(board)")
        json.member("manufacturer", "boardsim")
        json.member("model", "simulated air-quality board")
      }
      json.object("origin") { $0.member("name", "boardsim") }
      json.member("state_topic", topics.board(board, "measurement"))
      json.array("availability") { json in
        for topic in [topics.board(board, "online")] + availability {
          json.object { $0.member("topic", topic) }
        }
      }
      json.member("availability_mode", "all")
      json.member("payload_available", "online")
      json.member("payload_not_available", "offline")
      json.member("qos", 1)
      json.object("components") { json in
        for quantity in Quantity.allCases where !quantity.isPosition {
          json.object(quantity.name) { component(of: quantity, own, &$0) }
        }
        json.object("position") { position(of: board, own, &$0) }
      }
    }
    return json.bytes
  }

  private func component(of quantity: Quantity, _ own: String, _ json: inout JSONWriter) {
    json.member("platform", "sensor")
    json.member("unique_id", "\(own)-\(quantity.name)")
    json.member("name", quantity.name)
    if let deviceClass = quantity.deviceClass { json.member("device_class", deviceClass) }
    json.member("unit_of_measurement", quantity.unit == "%RH" ? "%" : quantity.unit)
    json.member("state_class", "measurement")
    json.member("suggested_display_precision", quantity.decimals)
    json.member("expire_after", expiry)
    json.member("value_template", "{{ \(Self.value(of: quantity)) }}")
  }

  private func position(of board: Int, _ own: String, _ json: inout JSONWriter) {
    json.member("platform", "device_tracker")
    json.member("unique_id", "\(own)-position")
    json.member("name", "position")
    json.member("source_type", "gps")
    json.member("json_attributes_topic", topics.board(board, "measurement"))
    json.member(
      "json_attributes_template",
      "{{ {'latitude': \(Self.value(of: .latitude)), 'longitude': \(Self.value(of: .longitude))} | tojson }}"
    )
  }

  private static func value(of quantity: Quantity) -> String {
    "(value_json.fields | selectattr('name', 'eq', '\(quantity.name)') | map(attribute='value') | first)"
  }
}

extension Quantity {
  fileprivate var isPosition: Bool { self == .latitude || self == .longitude }

  /// The class by which Home Assistant shows a value; `nil` for none.
  fileprivate var deviceClass: String? {
    switch self {
    case .temperature: "temperature"
    case .humidity: "humidity"
    case .pressure: "atmospheric_pressure"
    case .altitude: "distance"
    case .tvocs: "volatile_organic_compounds_parts"
    case .eco2: "carbon_dioxide"
    case .pm1: "pm1"
    case .pm25: "pm25"
    case .pm10: "pm10"
    case .light: "illuminance"
    case .pm05, .pm4, .latitude, .longitude, .pm05Number: nil
    }
  }
}
