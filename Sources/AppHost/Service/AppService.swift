internal import AppServer
internal import HTTPMessages
internal import HTTPServer
internal import Platform

/// The application server, running and answering at its ports.
public final class AppService: Sendable {
  /// The port that the apps use.
  public let port: UInt16
  /// The admin port; `nil` when another service's port answers for it.
  public let adminPort: UInt16?
  /// The server's name among those that share a store.
  public let node: String
  /// The admin port's handler, for use by another service's port.
  package let admin: AdminPort

  private let listeners: [HTTPListener]
  private let store: any Store

  /// Starts a service.
  ///
  /// - Parameter configuration: The configuration.
  /// - Throws: `ListenError` when a port is unavailable; nothing is served then.
  public init(_ configuration: Configuration) throws {
    let socket = try ListeningSocket(host: configuration.host, port: configuration.port)
    port = socket.port
    node = configuration.node ?? "\(Machine.name):\(socket.port)"
    let journal = ClientJournal(node: node) { configuration.whenFound($0.json) }
    let appPort = AppPort(configuration, journal: journal)
    let scheme = configuration.identity == nil ? "http" : "https"
    let address = ListenAddress(configuration.host)
    let admin = AdminPort(appPort, url: address.localURL(scheme, port: socket.port))
    var listeners: [HTTPListener] = []
    if let wanted = configuration.adminSocket {
      let socket = try ListeningSocket(host: ListenAddress.loopback.host, port: wanted)
      let access = LocalAccess(to: ListenAddress.loopback.host, port: socket.port)
      adminPort = socket.port
      listeners.append(
        try HTTPListener(on: socket, reading: [.fields]) { admin.answer($0, access: access) })
    } else {
      adminPort = nil
    }
    let listener = try HTTPListener(tls: configuration.identity)
    listener.serve(
      on: socket, reading: [.fields, .client], refusal: appPort.refuse, handler: appPort.answer)
    self.listeners = listeners + [listener]
    self.admin = admin
    store = configuration.store
  }

  /// Stops the service: closes every port and the store.
  public func stop() async {
    for listener in listeners { listener.stop() }
    await store.close()
  }
}

extension AppService.Configuration {
  /// The number of the admin port; `nil` for none, 0 for any free port.
  var adminSocket: UInt16? {
    switch admin {
    case .none: nil
    case .port(let port): port
    case .next: port == 0 ? 0 : UInt16(exactly: Int(port) + 1) ?? 0
    }
  }
}
