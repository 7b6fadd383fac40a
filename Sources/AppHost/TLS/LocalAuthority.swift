package import HTTPServer
internal import Platform

/// A local certificate authority of this machine, kept in a folder, with the certificate of its server.
///
/// Phones and simulators trust a server here after the authority's certificate is installed on them. The
/// authority is therefore kept. The server's certificate is renewed when it nears its end, or when the
/// machine has an address that the certificate lacks.
///
/// ```swift
/// let authority = LocalAuthority(folder: "tls")
/// let made = try authority.identity(for: NetworkInterfaces.addresses(), at: now)
/// let listener = try HTTPListener(tls: made.identity)   // install made.authorityPath on the phone
/// ```
package struct LocalAuthority: Sendable {
  private let folder: String

  /// Creates an authority in a folder; files are written on first use.
  package init(folder: String) { self.folder = folder }

  /// The path of the authority's certificate, the file to install on clients.
  package var certificatePath: String { "\(folder)/authority.crt" }

  /// The file with the authority's certificate and key.
  ///
  /// The key must stay secret: its holder can impersonate any server within the authority's limits to
  /// clients that trust the authority.
  private var authority: SmallFile { SmallFile("\(folder)/authority.pem") }
  private var server: SmallFile { SmallFile("\(folder)/server.pem") }

  /// Returns the certificate and key of a server as `localhost`, on loopback, and on the given addresses.
  ///
  /// - Parameters:
  ///   - addresses: The addresses or names by which other machines reach this machine.
  ///   - now: The current time, seconds since 1970.
  /// - Returns: The identity for TLS, and whether the authority or the certificate is new.
  /// - Throws: ``LocalAuthorityError`` when the folder cannot be used, or its authority is damaged.
  package func identity(
    for addresses: [String], at now: Int64
  ) throws(LocalAuthorityError) -> LocalIdentity {
    let names = ["localhost", "127.0.0.1", "::1"] + addresses.filter(Self.maySign(for:))
    do throws(SystemError) {
      try Self.make(folder)
    } catch {
      throw .folder(folder, error.description)
    }
    let (authority, isNewAuthority) = try currentAuthority(at: now)
    if let kept = try keptServer(for: names, of: authority, at: now) {
      return kept
    }
    let identity = try makeServer(for: names, by: authority, at: now)
    return LocalIdentity(
      identity: identity, authorityPath: certificatePath, isNewAuthority: isNewAuthority,
      isNewCertificate: true)
  }

  /// Returns whether the authority may sign for a name or address: this machine, a private network or
  /// `.local`.
  ///
  /// A server with any other name must be reached by one of these names.
  package static func maySign(for name: String) -> Bool { PrivateNetworks.contain(name) }

  /// Creates a folder and its missing parent folders.
  private static func make(_ folder: String) throws(SystemError) {
    do throws(SystemError) {
      try Folder.make(folder)
    } catch {
      guard error.kind == .missing, let slash = folder.lastIndex(of: "/") else { throw error }
      try make(String(folder[..<slash]))
      try Folder.make(folder)
    }
  }

  // MARK: The authority

  private func currentAuthority(
    at now: Int64
  ) throws(LocalAuthorityError) -> (pem: TLSIdentity, isNew: Bool) {
    let kept = try keptAuthority()
    if let kept, try ends(kept) > now + Self.margin, try isLimited(kept) {
      try publish(kept)
      return (kept, false)
    }
    let new = try makeAuthority(at: now)
    let isOurs = try write(authority, new.key + new.certificates, isReplacing: kept != nil)
    // Another server may have created the authority at the same time; then its authority is used.
    guard let current = isOurs ? new : try keptAuthority() else {
      throw .folder(folder, "\(authority.path) comes and goes")
    }
    try publish(current)
    return (current, isOurs)
  }

  private func keptAuthority() throws(LocalAuthorityError) -> TLSIdentity? {
    guard let text = try read(authority) else { return nil }
    do throws(TLSIdentityError) {
      return try TLSIdentity(keyAndCertificates: text)
    } catch {
      throw .damaged(authority.path, error.description)
    }
  }

  private func makeAuthority(at now: Int64) throws(LocalAuthorityError) -> TLSIdentity {
    try made { () throws(GnuTLSError) in
      let key = try PrivateKey.make()
      // The time of creation in the name distinguishes two authorities of a machine.
      let contents = Certificate.Contents(
        commonName: "boardsim local authority \(now)", begins: now - Self.day,
        ends: now + Self.authorityLife)
      return (try Certificate.authority(contents, key: key).pem, try key.pem)
    }
  }

  /// Writes the authority's certificate to the file that is installed on clients.
  private func publish(_ authority: TLSIdentity) throws(LocalAuthorityError) {
    let file = SmallFile(certificatePath)
    let certificate = try firstCertificate(of: authority)
    guard try read(file) != certificate else { return }
    try write(file, certificate, isReplacing: true, mode: 0o644)
  }

  // MARK: The server

  private func keptServer(
    for names: [String], of authority: TLSIdentity, at now: Int64
  ) throws(LocalAuthorityError) -> LocalIdentity? {
    // A file without a usable certificate is written anew, as is one that has ended.
    guard let text = try read(server), let identity = try? TLSIdentity(keyAndCertificates: text),
      let certificate = try? Certificate.read(text),
      let issuer = try? Certificate.read(authority.certificates),
      certificate.ends > now + Self.margin, certificate.isSigned(by: issuer)
    else { return nil }
    for name in names where !certificate.names(name) { return nil }
    return LocalIdentity(
      identity: identity, authorityPath: certificatePath, isNewAuthority: false,
      isNewCertificate: false)
  }

  private func makeServer(
    for names: [String], by authority: TLSIdentity, at now: Int64
  ) throws(LocalAuthorityError) -> TLSIdentity {
    let identity = try made { () throws(GnuTLSError) in
      let issuer = try Certificate.read(authority.certificates)
      let key = try PrivateKey.make()
      let contents = Certificate.Contents(
        commonName: "boardsim", begins: now - Self.day,
        ends: min(now + Self.serverLife, issuer.ends), names: names)
      let certificate = try Certificate.server(
        contents, key: key, authority: issuer, authorityKey: PrivateKey.read(authority.key))
      return (try certificate.pem + issuer.pem, try key.pem)
    }
    try write(server, identity.key + identity.certificates, isReplacing: true)
    return identity
  }

  // MARK: Files and the library

  private func read(_ file: SmallFile) throws(LocalAuthorityError) -> String? {
    do throws(SmallFile.Failure) {
      return try file.read()
    } catch {
      if error.isMissing { return nil }
      throw .file(file.path, "cannot be read: \(error.text)")
    }
  }

  @discardableResult
  private func write(
    _ file: SmallFile, _ text: String, isReplacing: Bool, mode: UInt32 = 0o600
  ) throws(LocalAuthorityError) -> Bool {
    do throws(SmallFile.Failure) {
      return try file.write(text, mode: .init(mode), isReplacing: isReplacing)
    } catch {
      throw .file(file.path, "cannot be written: \(error.text)")
    }
  }

  private func ends(_ identity: TLSIdentity) throws(LocalAuthorityError) -> Int64 {
    do throws(GnuTLSError) {
      return try Certificate.read(identity.certificates).ends
    } catch {
      throw .library(error.description)
    }
  }

  /// Returns whether an authority is limited to private networks; an authority without limits is replaced.
  private func isLimited(_ identity: TLSIdentity) throws(LocalAuthorityError) -> Bool {
    do throws(GnuTLSError) {
      return try Certificate.read(identity.certificates).isLimited
    } catch {
      throw .library(error.description)
    }
  }

  private func firstCertificate(of identity: TLSIdentity) throws(LocalAuthorityError) -> String {
    do throws(GnuTLSError) {
      return try Certificate.read(identity.certificates).pem
    } catch {
      throw .library(error.description)
    }
  }

  private func made(
    _ body: () throws(GnuTLSError) -> (certificates: String, key: String)
  ) throws(LocalAuthorityError) -> TLSIdentity {
    let pem: (certificates: String, key: String)
    do throws(GnuTLSError) {
      pem = try body()
    } catch {
      throw .library(error.description)
    }
    do throws(TLSIdentityError) {
      return try TLSIdentity(certificates: pem.certificates, key: pem.key)
    } catch {
      throw .library(error.description)
    }
  }

  private static let day: Int64 = 86_400
  /// The lifetime of an authority, seconds: ten years, because it is installed by hand.
  private static let authorityLife = 3653 * day
  /// The lifetime of a server's certificate, seconds: at most what browsers accept from their built-in
  /// authorities.
  private static let serverLife = 397 * day
  /// The time before a certificate's end at which it is renewed, seconds: 30 days.
  private static let margin = 30 * day
}

extension TLSIdentity {
  /// Reads a key and the certificates after it in a PEM text.
  fileprivate init(keyAndCertificates text: String) throws(TLSIdentityError) {
    let begin = text.firstRange(of: "-----BEGIN CERTIFICATE")?.lowerBound ?? text.endIndex
    try self.init(certificates: String(text[begin...]), key: String(text[..<begin]))
  }
}

/// The certificate and key of a server on this machine, with the authority that signed the certificate.
package struct LocalIdentity: Hashable, Sendable {
  /// The certificate, followed by the authority's certificate, and the key.
  package let identity: TLSIdentity
  /// The path of the authority's certificate, the file to install on clients that are to trust the server.
  package let authorityPath: String
  /// Whether the authority was newly created, so that no client has it installed.
  package let isNewAuthority: Bool
  /// Whether the server's certificate was newly created.
  package let isNewCertificate: Bool
}

/// A failure to create a certificate for this machine.
package enum LocalAuthorityError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The folder cannot be created.
  case folder(String, String)
  /// A file in the folder cannot be read or written.
  case file(String, String)
  /// The authority's file exists and is unusable.
  case damaged(String, String)
  /// GnuTLS failed to create a certificate or key.
  case library(String)

  /// The file, its fault and the remedy.
  package var description: String {
    switch self {
    case .folder(let path, let text): "\(path) cannot be a folder for certificates: \(text)"
    case .file(let path, let text): "\(path) \(text)"
    case .damaged(let path, let text):
      "\(path) is no authority with its key (\(text)); take it away, and a new one is made, which is to be "
        + "installed again"
    case .library(let text): "GnuTLS could not make a certificate: \(text)"
    }
  }
}
