internal import BoardHost
internal import MQTTClient
internal import MQTTMessages

/// The options of the boards' telemetry to an MQTT broker.
struct MQTTArguments: Equatable {
  var broker: BrokerArgument?
  var delivery: MQTTDeliveryArgument?
  var isRetained = false
  var interval: SecondsArgument?
  var format: TelemetryFormatName?
  var clients: TelemetryClientsName?
  var takesOrders = false
  var announcesToHomeAssistant = false
  var access = BrokerAccessArguments()

  static func parameters<C>(in path: WritableKeyPath<C, Self>) -> [Parameter<C>] {
    [
      .option(
        "mqtt", path.appending(path: \.broker), "URL",
        help: "publish all boards to an MQTT broker: mqtt[s]://user:password@host[:port]/ROOT, or\n"
          + "several hosts with commas between them, or @FILE with the URL in the first line;\n"
          + "topics ROOT/boards/I/measurement, status, events and online"
          + (MQTTClient.isBuiltIn ? "" : ".\nThis program was built without MQTT")),
      .option(
        "mqtt-qos", path.appending(path: \.delivery), "0|1",
        help: "the quality of service of measurements, status and events; default 0"),
      .flag(
        "mqtt-retain", path.appending(path: \.isRetained),
        help: "let the broker keep the last measurement and status for later subscribers"),
      .option(
        "mqtt-interval", path.appending(path: \.interval), "S",
        help: "seconds of board time between measurements; default: each sample"),
      .option(
        "mqtt-format", path.appending(path: \.format), "NAME",
        help: "the measurement's form: json (default) as /api/v1/measurement, or fields as apps\n"
          + "poll it"),
      .option(
        "mqtt-clients", path.appending(path: \.clients), "WHAT",
        help: "a connection for each board, with a will of its own, or one for the process;\n"
          + "default: board up to 200 boards, process for more"),
      .flag(
        "mqtt-orders", path.appending(path: \.takesOrders),
        help: "take requests of the control port at ROOT/boards/I/orders and answer at …/answers;\n"
          + "whoever may publish there gives orders"),
      .flag(
        "home-assistant", path.appending(path: \.announcesToHomeAssistant),
        help: "publish Home Assistant's discovery: each board is a device"),
    ] + BrokerAccessArguments.parameters(in: path.appending(path: \.access))
  }

  static var rules: [CommandRule<Self>] {
    [
      CommandRule(
        [
          "mqtt-qos", "mqtt-retain", "mqtt-interval", "mqtt-format", "mqtt-clients", "mqtt-orders",
          "home-assistant", "mqtt-version", "mqtt-ca", "mqtt-insecure", "mqtt",
        ], says: "the options of MQTT need a broker: give --mqtt URL"
      ) { $0.broker == nil && $0 != Self() },
      CommandRule(
        ["home-assistant", "mqtt-format"],
        says: "Home Assistant reads JSON: leave out --mqtt-format fields"
      ) { $0.announcesToHomeAssistant && $0.format == .fields },
      CommandRule(
        ["mqtt-ca", "mqtt-insecure", "mqtt"],
        says: "--mqtt-ca and --mqtt-insecure are for TLS: write mqtts://"
      ) { $0.broker?.url.usesTLS == false && $0.access.isForTLS },
    ]
  }

  /// Returns the settings; `nil` without a broker.
  ///
  /// - Parameter waits: Whether boards wait while the broker does not follow.
  /// - Returns: The settings.
  /// - Throws: ``Failure`` for a file of certificates that cannot be opened.
  func options(waits: Bool) throws -> TelemetryOptions? {
    guard let broker else { return nil }
    var options = TelemetryOptions(broker.url)
    options.delivery = delivery?.delivery ?? .atMostOnce
    options.isRetained = isRetained
    options.interval = interval?.duration
    options.format = format == .fields ? .fields : .json
    options.clients = clients.map { $0 == .board ? .board : .process }
    options.takesOrders = takesOrders
    options.announcesToHomeAssistant = announcesToHomeAssistant
    options.access = try access.access()
    options.waits = waits
    return options
  }
}

/// The options of connections to MQTT brokers.
struct BrokerAccessArguments: Equatable {
  var version: MQTTVersionArgument?
  var authority: String?
  var isInsecure = false

  static func parameters<C>(in path: WritableKeyPath<C, Self>) -> [Parameter<C>] {
    [
      .option(
        "mqtt-version", path.appending(path: \.version), "V",
        help: "the protocol's version: 3.1.1 (default) or 5"),
      .option(
        "mqtt-ca", path.appending(path: \.authority), "FILE",
        help: "trusted certificates in PEM form, instead of the system's"),
      .flag(
        "mqtt-insecure", path.appending(path: \.isInsecure),
        help: "accept any certificate; others on the way can then read the password"),
    ]
  }

  /// Whether an option is given that only connections with TLS use.
  var isForTLS: Bool { authority != nil || isInsecure }

  /// Returns the access.
  ///
  /// - Throws: ``Failure`` for a file of certificates that cannot be opened.
  func access() throws -> BrokerAccess {
    if let authority { _ = try InputStream(authority) }
    var access = BrokerAccess()
    access.version = version?.version ?? .v311
    access.authority = authority
    access.verifiesBroker = !isInsecure
    return access
  }
}

/// The URL of an MQTT broker, or `@FILE` for a file that contains it.
struct BrokerArgument: OptionValue, Equatable {
  let url: BrokerURL

  init(optionText text: String, of parameter: String) throws(UsageError) {
    // A URL may hold a password, which the list of processes would show to everybody.
    let written = try SecretFile.text(text, for: parameter)
    do throws(BrokerURLError) {
      url = try BrokerURL(written)
    } catch {
      throw UsageError(message: "\(parameter): \(error)")
    }
  }
}

/// A quality of service: `0` or `1`.
struct MQTTDeliveryArgument: OptionValue, Equatable {
  let delivery: MQTTMessage.Delivery

  static var candidates: Candidates { .words(["0", "1"]) }

  init(optionText text: String, of parameter: String) throws(UsageError) {
    guard let delivery = Int(text).flatMap(MQTTMessage.Delivery.init(rawValue:)) else {
      throw UsageError(message: "\(parameter) must be 0 or 1, not '\(text)'")
    }
    self.delivery = delivery
  }
}

/// A version of MQTT: `3.1.1` or `5`.
struct MQTTVersionArgument: OptionValue, Equatable {
  let version: MQTTClient.Version

  static var candidates: Candidates { .words(MQTTClient.Version.allCases.map(\.rawValue)) }

  init(optionText text: String, of parameter: String) throws(UsageError) {
    guard let version = MQTTClient.Version(rawValue: text) else {
      throw UsageError(message: "\(parameter) must be 3.1.1 or 5, not '\(text)'")
    }
    self.version = version
  }
}

/// The form of a measurement's message.
enum TelemetryFormatName: String, OptionChoice {
  case json, fields
}

/// The share of boards to connections.
enum TelemetryClientsName: String, OptionChoice {
  case process, board
}
