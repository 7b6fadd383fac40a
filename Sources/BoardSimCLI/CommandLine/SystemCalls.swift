#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

// Names that do not collide with the methods of the types that call them.

func readBytes(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  // Sound: as sound as the caller's buffer, which must have room for `count` bytes.
  unsafe read(descriptor, buffer, count)
}

/// Writes all bytes, however often the system has to be asked.
///
/// - Parameters:
///   - bytes: What is written.
///   - descriptor: An open file, pipe or terminal.
///   - name: What messages call it.
/// - Throws: ``Failure`` when the system takes no more, the reader has gone, or the process is asked
///   to end while nobody reads.
func writeBytes(_ bytes: [UInt8], to descriptor: Int32, name: String) throws(Failure) {
  var rest = bytes[...]
  while !rest.isEmpty {
    // Sound: the buffer is alive during the call and gives its own length.
    let count = unsafe rest.withUnsafeBytes {
      unsafe write(descriptor, $0.baseAddress, $0.count)
    }
    if count < 0 { try recover(from: errno, descriptor, name) }
    rest = rest.dropFirst(max(count, 0))
  }
}

/// Returns when a write that failed is to be tried again.
private func recover(from code: Int32, _ descriptor: Int32, _ name: String) throws(Failure) {
  switch code {
  case EINTR: try Interruption.check()
  case EAGAIN:  // somebody has made the pipe we were given one that does not wait
    var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    unsafe poll(&waiting, 1, -1)
    try Interruption.check()
  case EPIPE: throw .closedPipe
  default: throw .system("write", name, code: code)
  }
}

/// Closes a file; `false` when the system has something left to complain about.
func closeDescriptor(_ descriptor: Int32) -> Bool { close(descriptor) == 0 }

/// Whether two paths lead to one file that exists.
func isSameFile(_ path: String, _ other: String) -> Bool {
  var (one, two) = (stat(), stat())
  // Sound: the paths are read and both structures filled.
  guard unsafe stat(path, &one) == 0, unsafe stat(other, &two) == 0 else { return false }
  return one.st_dev == two.st_dev && one.st_ino == two.st_ino && one.st_mode & S_IFMT == S_IFREG
}
