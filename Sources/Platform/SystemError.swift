#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The system's words for one of its error codes.
package func systemText(ofError code: Int32) -> String {
  // Sound: the text ends with a NUL and is copied at once.
  unsafe String(cString: strerror(code))
}
