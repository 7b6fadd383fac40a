#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Numeric machine addresses, which need no name look-up.
package enum NumericAddress {
  /// Returns the system's standard text of an IPv4 or IPv6 address; `nil` for any other text.
  package static func canonical(_ text: String) -> String? {
    for family in [AF_INET, AF_INET6] {
      var address = in6_addr()
      var digits = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
      // Sound: the address buffer holds either family, the text buffer the longer family's text.
      guard unsafe inet_pton(family, text, &address) == 1,
        unsafe inet_ntop(family, &address, &digits, socklen_t(digits.count)) != nil
      else { continue }
      return String(
        decoding: digits.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
    return nil
  }
}
