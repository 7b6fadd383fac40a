package import HTTPServer

extension TLSIdentity {
  /// Reads a certificate and its key from files, which may be the same file.
  ///
  /// - Parameters:
  ///   - certificateFile: A PEM file with the server's certificate, followed by its chain up to a known
  ///     authority.
  ///   - keyFile: A PEM file with the private key, without a password.
  /// - Throws: ``TLSFileError`` when a file cannot be read, or the key does not match the certificate.
  package init(certificateFile: String, keyFile: String) throws(TLSFileError) {
    let certificates = try Self.text(of: certificateFile)
    let key = try Self.text(of: keyFile)
    do throws(TLSIdentityError) {
      try self.init(certificates: certificates, key: key)
    } catch {
      switch error {
      case .noCertificate: throw TLSFileError(path: certificateFile, text: error.description)
      case .noKey, .lockedKey: throw TLSFileError(path: keyFile, text: error.description)
      case .otherKey, .unreadable:
        throw TLSFileError(path: "\(certificateFile), \(keyFile)", text: error.description)
      }
    }
  }

  private static func text(of path: String) throws(TLSFileError) -> String {
    do throws(SmallFile.Failure) {
      return try SmallFile(path).read()
    } catch {
      throw TLSFileError(path: path, text: "cannot be read: \(error.text)")
    }
  }
}

/// A file that cannot be used for TLS.
package struct TLSFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file's path.
  package let path: String
  private let text: String

  init(path: String, text: String) {
    self.path = path
    self.text = text
  }

  /// The description of the failure: the file, the fault and the remedy.
  package var description: String { "\(path): \(text)" }
}
