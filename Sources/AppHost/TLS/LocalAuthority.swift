package import HTTPServer
internal import Platform

/// A certificate authority of this machine's own, kept in a folder, and the certificate of its server.
///
/// Phones and simulators trust a server here once the authority's certificate is installed on them. So the
/// authority stays, and the server's certificate is made anew when it comes near its end or the machine has
/// an address that is not in it.
///
/// ```swift
/// let authority = LocalAuthority(folder: "tls")
/// let made = try authority.identity(for: NetworkInterfaces.addresses(), at: now)
/// let listener = try HTTPListener(tls: made.identity)   // install made.authorityPath on the phone
/// ```
package struct LocalAuthority: Sendable {
  private let folder: String

  /// An authority in a folder, which is made with it.
  package init(folder: String) { self.folder = folder }

  /// The authority's certificate, as a file to install.
  package var certificatePath: String { "\(folder)/authority.crt" }

  /// The authority with its key: whoever reads it can pass for any server to those who trust it.
  private var authority: SmallFile { SmallFile("\(folder)/authority.pem") }
  private var server: SmallFile { SmallFile("\(folder)/server.pem") }

  /// Returns the certificate and key of a server as `localhost`, on loopback, and on the given addresses.
  ///
  /// - Parameters:
  ///   - addresses: The addresses, or names, by which others reach this machine.
  ///   - now: Seconds since 1970.
  /// - Returns: What to speak TLS with, and what of it is new.
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

  /// Whether the authority may sign for a name or an address: of this machine, a private network or `.local`.
  ///
  /// It signs for no other one, whose server so has to be reached by another name.
  package static func maySign(for name: String) -> Bool { PrivateNetworks.contain(name) }

  /// Makes a folder, with those it is in.
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
    // Another server may have begun with the folder at the same time: its authority is the one.
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
      // Two authorities of a machine are told apart by when they were made.
      let contents = Certificate.Contents(
        commonName: "boardsim local authority \(now)", begins: now - Self.day,
        ends: now + Self.authorityLife)
      return (try Certificate.authority(contents, key: key).pem, try key.pem)
    }
  }

  /// Puts the authority's certificate where it is taken from for installing.
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

  /// Whether an authority is one that may sign for private networks only; older ones are replaced.
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
  /// Ten years: it is installed by hand.
  private static let authorityLife = 3653 * day
  /// No longer than what browsers take from an authority of their own.
  private static let serverLife = 397 * day
  /// The time before a certificate's end within which it is made anew.
  private static let margin = 30 * day
}

extension TLSIdentity {
  /// Reads a key and the certificates that follow it.
  fileprivate init(keyAndCertificates text: String) throws(TLSIdentityError) {
    let begin = text.firstRange(of: "-----BEGIN CERTIFICATE")?.lowerBound ?? text.endIndex
    try self.init(certificates: String(text[begin...]), key: String(text[..<begin]))
  }
}

/// The certificate and key of a server on this machine, with the authority that vouches for them.
package struct LocalIdentity: Hashable, Sendable {
  /// The certificate, the authority's behind it, and the key.
  package let identity: TLSIdentity
  /// The file with the authority's certificate, to be installed where the server is to be trusted.
  package let authorityPath: String
  /// Whether the authority was made just now, and is not installed anywhere yet.
  package let isNewAuthority: Bool
  /// Whether the server's certificate was made just now.
  package let isNewCertificate: Bool
}

/// A failure to make a certificate for this machine.
package enum LocalAuthorityError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The folder cannot be made.
  case folder(String, String)
  /// A file in it cannot be read or written.
  case file(String, String)
  /// The authority is there, and cannot be used.
  case damaged(String, String)
  /// GnuTLS made none.
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
