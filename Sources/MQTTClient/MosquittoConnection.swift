#if MQTT
  internal import CMosquitto
  internal import MQTTMessages
  internal import NtripProtocol

  #if canImport(Glibc)
    internal import Glibc
  #elseif canImport(Darwin)
    internal import Darwin
  #endif

  /// The library libmosquitto, as a whole.
  enum MosquittoLibrary {
    private static let start: Int32 = mosquitto_lib_init()

    /// The library's name and version: `libmosquitto/2.0.11`.
    static var version: String {
      var (major, minor, revision): (Int32, Int32, Int32) = (0, 0, 0)
      // Sound: the call fills three numbers.
      _ = unsafe mosquitto_lib_version(&major, &minor, &revision)
      return "libmosquitto/\(major).\(minor).\(revision)"
    }

    /// Prepares the library; only the first call does something.
    static func begin() { _ = start }
  }

  /// One connection to a broker by libmosquitto; for the loop's thread.
  ///
  /// Sound throughout: the client is created in the initialiser and destroyed in `deinit`. Its callbacks get this
  /// object, which owns it, and run only within the calls below. Texts and bytes are read during the calls.
  @safe final class MosquittoConnection {
    /// What the library tells.
    enum Event {
      case granted
      case refused(String)
      case acknowledged(Int32, isTaken: Bool)
      case message(MQTTMessage)
    }

    /// The outcome of handing a message over.
    enum Handover {
      case sent(Int32)
      /// The message can never be sent: too long.
      case refused
      case lost(String)
    }

    private let raw: OpaquePointer
    private let configuration: MQTTClient.Configuration
    private let onEvent: (Event) -> Void
    /// The broker's reason for a refusal; `nil` without one.
    private(set) var refusal: String?
    /// Whether the broker has not let the client in yet.
    private(set) var isPending = true

    /// The time without a byte after which the library asks for a sign of life, seconds.
    private static let keepAlive: Int32 = 30
    /// The longest message that is taken from a broker, bytes; what is longer ends the connection.
    private static let longestMessage = 1 << 20

    init?(_ configuration: MQTTClient.Configuration, onEvent: @escaping (Event) -> Void) {
      guard let raw = unsafe mosquitto_new(configuration.identifier, true, nil) else { return nil }
      unsafe self.raw = raw
      (self.configuration, self.onEvent) = (configuration, onEvent)
      unsafe mosquitto_user_data_set(raw, Unmanaged.passUnretained(self).toOpaque())
      guard setOptions() else { return nil }
      setCallbacks()
    }

    deinit { unsafe mosquitto_destroy(raw) }

    private func setOptions() -> Bool {
      let version = configuration.access.version == .v5 ? MQTT_PROTOCOL_V5 : MQTT_PROTOCOL_V311
      unsafe mosquitto_int_option(raw, MOSQ_OPT_PROTOCOL_VERSION, version)
      unsafe mosquitto_int_option(raw, MOSQ_OPT_TCP_NODELAY, 1)
      if let credentials = configuration.url.credentials {
        let result = unsafe mosquitto_username_pw_set(raw, credentials.user, credentials.password)
        guard result == MOSQ_ERR_SUCCESS.rawValue else { return false }
      }
      if let will = configuration.will {
        let result = unsafe mosquitto_will_set(
          raw, will.topic, Int32(will.payload.count), will.payload, Int32(will.delivery.rawValue),
          will.isRetained)
        guard result == MOSQ_ERR_SUCCESS.rawValue else { return false }
      }
      return true
    }

    private func setCallbacks() {
      unsafe mosquitto_connect_callback_set(raw) { _, context, code in
        unsafe MosquittoConnection.at(context)?.answered(code)
      }
      unsafe mosquitto_publish_v5_callback_set(raw) { _, context, packet, code, _ in
        // From 128 on, the broker refuses (MQTT 5, section 2.4).
        unsafe MosquittoConnection.at(context)?.onEvent(
          .acknowledged(packet, isTaken: code < 128))
      }
      unsafe mosquitto_message_callback_set(raw) { _, context, message in
        guard let message = unsafe message?.pointee,
          let connection = unsafe MosquittoConnection.at(context)
        else {
          return
        }
        unsafe connection.came(message)
      }
    }

    private static func at(_ context: UnsafeMutableRawPointer?) -> MosquittoConnection? {
      guard let context = unsafe context else { return nil }
      return unsafe Unmanaged<MosquittoConnection>.fromOpaque(context).takeUnretainedValue()
    }

    // MARK: Events

    private func answered(_ code: Int32) {
      isPending = false
      guard code != 0 else { return onEvent(.granted) }
      onEvent(.refused(Self.refusal(code, configuration.access.version)))
    }

    /// Returns the words of a refusal (MQTT 3.1.1, table 3.1; MQTT 5, section 3.2.2.2).
    private static func refusal(_ code: Int32, _ version: MQTTClient.Version) -> String {
      switch (version, code) {
      case (.v311, 4), (.v5, 134): "the broker refuses user name or password"
      case (.v311, 5), (.v5, 135): "the broker does not let this client in: not authorised"
      case (.v311, 1), (.v5, 132): "the broker does not speak this version of MQTT"
      case (.v311, 2), (.v5, 133): "the broker refuses the client's identifier"
      default:
        unsafe "the broker refuses the connection: " + text(of: mosquitto_connack_string(code))
      }
    }

    private static func text(of words: UnsafePointer<CChar>?) -> String {
      unsafe words.map { unsafe String(cString: $0) } ?? ""
    }

    /// Keeps the reason of a refusal for the end of the connection, which follows.
    func noteRefusal(_ reason: String) { refusal = reason }

    private func came(_ message: mosquitto_message) {
      guard let topic = unsafe message.topic else { return }
      let payload = unsafe UnsafeRawBufferPointer(
        start: message.payload, count: max(Int(message.payloadlen), 0))
      let isLong = payload.count > Self.longestMessage
      onEvent(
        .message(
          MQTTMessage(
            unsafe String(cString: topic), isLong ? [] : unsafe Array(payload),
            delivery: unsafe message.qos == 0 ? .atMostOnce : .atLeastOnce,
            isRetained: unsafe message.retain)))
    }

    // MARK: Work

    /// The descriptor of the connection; -1 without one.
    var descriptor: Int32 { unsafe mosquitto_socket(raw) }

    /// Whether the library has bytes that had no room.
    var wantsToWrite: Bool { unsafe mosquitto_want_write(raw) }

    /// Begins the connection; returns the reason when it cannot be.
    func connect(to broker: BrokerURL.Broker) -> String? {
      if configuration.url.usesTLS, let error = setTLS() { return error }
      return unsafe error(
        mosquitto_connect_async(raw, broker.host, Int32(broker.port), Self.keepAlive))
    }

    private func setTLS() -> String? {
      var result = MOSQ_ERR_SUCCESS.rawValue
      if let authority = configuration.access.authority {
        unsafe result = mosquitto_tls_set(raw, authority, nil, nil, nil, nil)
      } else {
        unsafe result = mosquitto_int_option(raw, MOSQ_OPT_TLS_USE_OS_CERTS, 1)
      }
      if result == MOSQ_ERR_SUCCESS.rawValue, !configuration.access.verifiesBroker {
        unsafe mosquitto_tls_opts_set(raw, 0, nil, nil)
        unsafe result = mosquitto_tls_insecure_set(raw, true)
      }
      return error(result)
    }

    /// Reads what came; returns what went wrong.
    func read() -> String? { unsafe error(mosquitto_loop_read(raw, 100)) }

    /// Writes what waits; returns what went wrong.
    func write() -> String? { unsafe error(mosquitto_loop_write(raw, 100)) }

    /// Sends signs of life; returns what went wrong.
    func care() -> String? { unsafe error(mosquitto_loop_misc(raw)) }

    /// Subscribes to a filter.
    func subscribe(_ filter: String, _ delivery: MQTTMessage.Delivery) {
      _ = unsafe mosquitto_subscribe(raw, nil, filter, Int32(delivery.rawValue))
    }

    /// Ends a subscription.
    func unsubscribe(_ filter: String) { _ = unsafe mosquitto_unsubscribe(raw, nil, filter) }

    /// Hands a message over.
    func publish(_ message: MQTTMessage) -> Handover {
      var packet: Int32 = 0
      let result = unsafe mosquitto_publish(
        raw, &packet, message.topic, Int32(message.payload.count), message.payload,
        Int32(message.delivery.rawValue), message.isRetained)
      switch mosq_err_t(result) {
      case MOSQ_ERR_SUCCESS: return .sent(packet)
      case MOSQ_ERR_PAYLOAD_SIZE, MOSQ_ERR_OVERSIZE_PACKET, MOSQ_ERR_INVAL,
        MOSQ_ERR_MALFORMED_UTF8, MOSQ_ERR_QOS_NOT_SUPPORTED, MOSQ_ERR_RETAIN_NOT_SUPPORTED:
        return .refused
      default: return .lost(error(result) ?? "")
      }
    }

    /// Ends the connection by the protocol.
    func disconnect() {
      _ = unsafe mosquitto_disconnect(raw)
      _ = unsafe mosquitto_loop_write(raw, 100)
    }

    private func error(_ result: Int32) -> String? {
      switch mosq_err_t(result) {
      case MOSQ_ERR_SUCCESS, MOSQ_ERR_CONN_PENDING: nil
      case MOSQ_ERR_ERRNO: unsafe String(cString: strerror(errno)).lowercased()
      case MOSQ_ERR_EAI: "the broker's name has no address"
      case MOSQ_ERR_TLS, MOSQ_ERR_TLS_HANDSHAKE:
        "TLS fails: the broker's certificate is not of a trusted authority, or of another name"
      case MOSQ_ERR_CONN_LOST, MOSQ_ERR_NO_CONN: "the broker closed the connection"
      default: unsafe Self.text(of: mosquitto_strerror(result))
      }
    }
  }
#endif
