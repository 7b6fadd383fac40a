#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A serial line to a program that opens a pseudoterminal as it would open `/dev/ttyACM0`.
package final class PseudoTerminal: SerialLine {
  /// The device that the program opens, such as `/dev/pts/3`.
  package let path: String
  #if os(Linux)
    /// The beginning of the path of every pseudoterminal.
    static let folder = "/dev/pts/"
  #else
    /// The beginning of the path of every pseudoterminal.
    static let folder = "/dev/ttys"
  #endif
  private let descriptor: Int32

  /// Creates a pseudoterminal that passes every byte on.
  ///
  /// - Parameter baud: The rate that the line has until a program sets another one, bits per second.
  /// - Throws: The error of the system that has no pseudoterminals, or no more of them.
  package init(baud: Int) throws(SystemError) {
    let (descriptor, path) = try Self.opened()
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    // Opened and closed once, the device tells that nobody has it open. Sound: the text ends with a NUL during the call.
    let device = unsafe open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard device >= 0 else {
      let error = SystemError.last
      close(descriptor)
      throw error
    }
    Self.makeRaw(device, baud: baud)
    close(device)
    (self.descriptor, self.path) = (descriptor, path)
  }

  deinit { close(descriptor) }

  /// Opens the near end of a new pseudoterminal, and returns it with the path of its far end.
  private static func opened() throws(SystemError) -> (descriptor: Int32, path: String) {
    #if os(Linux)
      // glibc's module lacks posix_openpt and its like; these are the calls behind them (ioctl_tty(2)). Sound: the text
      // ends with a NUL during the call.
      let descriptor = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
      guard descriptor >= 0 else { throw .last }
      var (isLocked, number): (Int32, Int32) = (0, 0)
      let (setLock, getNumber): (UInt, UInt) = (0x4004_5431, 0x8004_5430)  // TIOCSPTLCK, TIOCGPTN
      // Sound: the calls read or write the four bytes of their argument.
      guard unsafe ioctl(descriptor, setLock, &isLocked) == 0,
        unsafe ioctl(descriptor, getNumber, &number) == 0
      else {
        let error = SystemError.last
        close(descriptor)
        throw error
      }
      return (descriptor, folder + "\(number)")
    #else
      let descriptor = posix_openpt(O_RDWR | O_NOCTTY)
      guard descriptor >= 0 else { throw .last }
      // Sound: the name ends with a NUL and is copied at once.
      guard grantpt(descriptor) == 0, unlockpt(descriptor) == 0,
        let name = unsafe ptsname(descriptor)
      else {
        let error = SystemError.last
        close(descriptor)
        throw error
      }
      return (descriptor, unsafe String(cString: name))
    #endif
  }

  private static func makeRaw(_ device: Int32, baud: Int) {
    var settings = termios()
    // Sound, here and below: the calls read or write the structure during the call.
    guard unsafe tcgetattr(device, &settings) == 0 else { return }
    unsafe cfmakeraw(&settings)
    if let code = rates.first(where: { $0.baud == baud })?.code {
      unsafe cfsetispeed(&settings, code)
      unsafe cfsetospeed(&settings, code)
    }
    unsafe tcsetattr(device, TCSANOW, &settings)
  }

  package var baud: Int? {
    #if os(Linux)
      // termios2, which has the rate as a number, is not in glibc: four flags, line discipline and control
      // characters, then the rates in and out (ioctl_tty(2), TCGETS2).
      var settings = [UInt32](repeating: 0, count: 11)
      // Sound: the call writes the 44 bytes of the structure.
      guard unsafe ioctl(descriptor, 0x802C_542A as UInt, &settings) == 0 else { return nil }
      return settings[10] > 0 ? Int(settings[10]) : nil
    #else
      var settings = termios()
      // Sound: the calls read or write the structure during the call.
      guard unsafe tcgetattr(descriptor, &settings) == 0 else { return nil }
      return Int(unsafe cfgetospeed(&settings))
    #endif
  }

  package func read(atMost count: Int) -> [UInt8] {
    guard count > 0 else { return [] }
    // Sound: the call writes at most `count` bytes, of which it returns the number.
    return unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, length in
      #if canImport(Glibc)
        length = max(0, unsafe Glibc.read(descriptor, buffer.baseAddress, count))
      #elseif canImport(Musl)
        length = max(0, unsafe Musl.read(descriptor, buffer.baseAddress, count))
      #else
        length = max(0, unsafe Darwin.read(descriptor, buffer.baseAddress, count))
      #endif
    }
  }

  package func write(_ bytes: [UInt8]) {
    guard !bytes.isEmpty, isOpen else { return }
    // Sound: the array has the bytes that it counts.
    #if canImport(Glibc)
      _ = unsafe Glibc.write(descriptor, bytes, bytes.count)
    #elseif canImport(Musl)
      _ = unsafe Musl.write(descriptor, bytes, bytes.count)
    #else
      _ = unsafe Darwin.write(descriptor, bytes, bytes.count)
    #endif
  }

  /// Whether a program has the device open; what is sent to nobody must not wait for the next one.
  private var isOpen: Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    // Sound: the call reads and writes one entry.
    guard unsafe poll(&entry, 1, 0) >= 0 else { return false }
    return entry.revents & Int16(POLLHUP) == 0
  }

  #if os(Linux)
    /// The rates with a code of their own.
    private static let rates: [(baud: Int, code: speed_t)] = [
      (1_200, speed_t(B1200)), (2_400, speed_t(B2400)), (4_800, speed_t(B4800)),
      (9_600, speed_t(B9600)), (19_200, speed_t(B19200)), (38_400, speed_t(B38400)),
      (57_600, speed_t(B57600)), (115_200, speed_t(B115200)), (230_400, speed_t(B230400)),
      (460_800, speed_t(B460800)), (921_600, speed_t(B921600)),
    ]
  #else
    /// The rates, which are their own codes.
    private static let rates: [(baud: Int, code: speed_t)] = [
      1_200, 2_400, 4_800, 9_600, 19_200, 38_400, 57_600, 115_200, 230_400, 460_800, 921_600,
    ].map { ($0, speed_t($0)) }
  #endif
}

/// A name for a device, which ends with its owner.
package final class DeviceName: Sendable {
  private let path: String
  private let device: String

  /// Creates a symbolic link to a device; a link to a pseudoterminal that another run has left behind is replaced.
  ///
  /// - Throws: A `SystemError`, `EEXIST` for anything else at that place.
  package init(_ path: String, of device: String) throws(SystemError) {
    // Sound, here and below: the texts end with a NUL during the calls.
    if let old = Self.target(of: path), old.hasPrefix(PseudoTerminal.folder) { unsafe unlink(path) }
    guard unsafe symlink(device, path) == 0 else { throw .last }
    // Only now, since what has failed to make a link must not remove one.
    (self.path, self.device) = (path, device)
  }

  deinit {
    // Another run may have taken the name since. Sound: the text ends with a NUL during the call.
    if Self.target(of: path) == device { unsafe unlink(path) }
  }

  private static func target(of path: String) -> String? {
    var bytes = [CChar](repeating: 0, count: 1024)
    // Sound: the call writes fewer bytes than there are, and returns their number.
    let length = unsafe readlink(path, &bytes, bytes.count - 1)
    guard length > 0 else { return nil }
    return String(decoding: bytes.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
