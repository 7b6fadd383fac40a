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
    /// The cryptography for passwords and tokens.
    public var secrets: any Secrets
    /// A closure that returns the open data of the current world.
    public var openData: @Sendable () -> OpenDataServer
    /// The faults injected into answers, each with its kind and time span.
    public var faults: [ServerFault] = []
    /// The address at which the apps' port listens.
    public var host = "127.0.0.1"
    /// The apps' port; 0 chooses a free port.
    public var port: UInt16 = 8080
    /// The admin port, for programs on this machine.
    public var admin = Admin.next
    /// The certificate and key for TLS; `nil` serves plain HTTP.
    package var identity: TLSIdentity?
    /// The address of the reverse proxy, which reports the client's address in `X-Forwarded-For`; `nil`
    /// without one.
    public var proxy: String?
    /// The server's name among those that share a store, which findings and requests tell.
    ///
    /// Letters, digits, `.`, `-`, `_` and `:`; `nil` for the machine's name and the apps' port.
    public var node: String?
    /// A closure that returns the current time.
    public var clock: @Sendable () -> UnixTime
    /// A closure called with each new finding about an app's requests, a JSON object as the admin port's
    /// `findings` lists it, on the thread of the request.
    public var whenFound: @Sendable ([UInt8]) -> Void = { _ in }

    /// Creates the configuration of a server on port 8080 of 127.0.0.1.
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
  /// The choice of the admin port.
  public enum Admin: Hashable, Sendable {
    /// The port after the apps' port.
    case next
    /// The given port; 0 chooses a free port.
    case port(UInt16)
    /// No port of its own: another service's port answers for the server.
    case none
  }
}
