internal import CEvent

/// A server's certificate and key for encrypted connections, TLS 1.2 and later, by OpenSSL.
///
/// Sound throughout: the context is created in the initialiser, not changed afterwards, and freed in
/// `deinit`. OpenSSL counts the references of the connections that use the context, on any thread.
@safe package final class TLSIdentity: @unchecked Sendable {
  let context: OpaquePointer

  /// Reads a PEM file with a certificate and its chain, and a PEM file with the key.
  ///
  /// - Throws: ``TLSIdentityError`` with the unusable file and the fault.
  package init(certificate: String, key: String) throws(TLSIdentityError) {
    guard let context = unsafe SSL_CTX_new(TLS_server_method()) else {
      throw TLSIdentityError(file: certificate, reason: "there is no memory for it")
    }
    unsafe self.context = context
    unsafe cevent_configure(context)
    guard unsafe SSL_CTX_use_certificate_chain_file(context, certificate) == 1 else {
      throw TLSIdentityError(
        file: certificate, reason: Self.reason("is no certificate in PEM form"))
    }
    guard unsafe SSL_CTX_use_PrivateKey_file(context, key, SSL_FILETYPE_PEM) == 1 else {
      throw TLSIdentityError(
        file: key, reason: Self.reason("is no key of '\(certificate)' in PEM form"))
    }
  }

  deinit { unsafe SSL_CTX_free(context) }

  /// Returns a text, followed by OpenSSL's or the system's reason for this thread's first error.
  private static func reason(_ words: String) -> String {
    let code = ERR_get_error()
    ERR_clear_error()
    // Sound: the string is valid until this thread asks for another one.
    guard let text = unsafe cevent_reason(code) else { return words }
    return unsafe words + " (" + String(cString: text) + ")"
  }
}

/// An unusable certificate or key of a TLS server.
package struct TLSIdentityError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file that cannot be used.
  package var file: String
  /// The fault in words.
  package var reason: String

  /// The file and its fault.
  package var description: String { "'\(file)' \(reason)" }
}
