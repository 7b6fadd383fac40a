public import AppServer
public import GNSSBasics
package import HTTPServer
public import OpenData

extension AppService {
  /// The configuration of a service.
  public struct Configuration: Sendable {
    /// The options of the server's answers.
    public var options = ApplicationServer.Options()
    /// The store of accounts and rows.
    public var store: any Store
    /// Passwords and codes.
    public var secrets: any Secrets
    /// The open data of the world as it is now.
    public var openData: @Sendable () -> OpenDataServer
    /// The faults of the server's answers, by name and time span.
    public var faults: [ServerFault] = []
    /// The address of the port.
    public var host = "127.0.0.1"
    /// The port; 0 takes a free one.
    public var port: UInt16 = 8080
    /// The port for this machine's programs.
    public var admin = Admin.next
    /// The certificate and key of TLS; `nil` serves plain HTTP.
    package var identity: TLSIdentity?
    /// The address of the proxy before it, which tells the client's address in `X-Forwarded-For`; `nil` without one.
    public var proxy: String?
    /// The time.
    public var clock: @Sendable () -> UnixTime

    /// Creates the configuration of a server on port 8080.
    public init(
      store: any Store, secrets: any Secrets,
      openData: @escaping @Sendable () -> OpenDataServer,
      clock: @escaping @Sendable () -> UnixTime
    ) {
      self.store = store
      self.secrets = secrets
      self.openData = openData
      self.clock = clock
    }
  }
}

extension AppService.Configuration {
  /// The port of findings and the journal.
  public enum Admin: Hashable, Sendable {
    /// At the port after the server's own.
    case next
    /// At this one; 0 takes a free one.
    case port(UInt16)
    /// At a port of somebody else's, who asks the service.
    case none
  }
}
