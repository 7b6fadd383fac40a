internal import AppServer
internal import HTTPMessages
internal import HTTPServer
internal import Platform

/// The application server in service: answering at its ports.
public final class AppService: Sendable {
  /// The port that the apps use.
  public let port: UInt16
  /// The port for this machine's programs.
  public let adminPort: UInt16

  private let listener: HTTPListener
  private let adminListener: HTTPListener
  private let store: any Store

  /// Puts a server into service.
  ///
  /// - Parameter configuration: What it is made from.
  /// - Throws: `ListenError` when a port cannot be had, before anything is served.
  public init(_ configuration: Configuration) throws {
    let socket = try ListeningSocket(host: configuration.host, port: configuration.port)
    port = socket.port
    let next = configuration.port == 0 ? 0 : UInt16(exactly: Int(configuration.port) + 1) ?? 0
    let admin = try ListeningSocket(
      host: "127.0.0.1", port: configuration.adminPort ?? next)
    adminPort = admin.port
    let access = LocalAccess(to: "127.0.0.1", port: admin.port)
    let journal = ClientJournal()
    let appPort = AppPort(configuration, journal: journal)
    let admins = AdminPort(appPort)
    let tls = try configuration.identity.map { identity in
      try TLSIdentity(certificates: identity.certificate, key: identity.key)
    }
    listener = try HTTPListener(tls: tls)
    listener.serve(
      on: socket, reading: [.fields, .client], refusal: appPort.refuse, handler: appPort.answer)
    adminListener = try HTTPListener(on: admin, reading: [.fields]) { request in
      admins.answer(request, access: access)
    }
    store = configuration.store
  }

  /// Ends the service: every port is closed, and the store.
  public func stop() async {
    listener.stop()
    adminListener.stop()
    await store.close()
  }
}
