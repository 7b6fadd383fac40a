#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The machine's resources.
package enum Machine {
  /// The number of online processors, 1 or more.
  package static var processorCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  /// The machine's name in its network; `localhost` when it has none.
  package static var name: String {
    var name = [CChar](repeating: 0, count: 256)
    // Sound: the array outlives the call, and its last byte stays 0.
    guard unsafe gethostname(&name, name.count - 1) == 0 else { return "localhost" }
    let bytes = name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return bytes.isEmpty ? "localhost" : String(decoding: bytes, as: UTF8.self)
  }

  /// The physical memory, bytes.
  package static var memory: Int {
    max(0, sysconf(Int32(_SC_PHYS_PAGES))) * max(0, sysconf(Int32(_SC_PAGESIZE)))
  }
}
