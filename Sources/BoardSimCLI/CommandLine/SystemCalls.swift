#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

// The functions' names differ from the methods of the types that call them.

func readBytes(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  // Sound if the caller's buffer has room for `count` bytes.
  unsafe read(descriptor, buffer, count)
}

/// Writes all bytes, with as many system calls as needed.
///
/// - Parameters:
///   - bytes: The bytes.
///   - descriptor: An open file, pipe or terminal.
///   - name: The destination's name in messages.
/// - Throws: ``Failure`` when the system accepts no more, the reader has gone, or the process is asked to
///   end while the write waits.
func writeBytes(_ bytes: [UInt8], to descriptor: Int32, name: String) throws(Failure) {
  var rest = bytes[...]
  while !rest.isEmpty {
    // Sound: the buffer outlives the call, and the length passed is its own.
    let count = unsafe rest.withUnsafeBytes {
      unsafe write(descriptor, $0.baseAddress, $0.count)
    }
    if count < 0 { try recover(from: errno, descriptor, name) }
    rest = rest.dropFirst(max(count, 0))
  }
}

/// Returns when a failed write is to be repeated; throws otherwise.
private func recover(from code: Int32, _ descriptor: Int32, _ name: String) throws(Failure) {
  switch code {
  case EINTR: try Interruption.check()
  case EAGAIN:  // the descriptor was set to non-blocking by another process
    var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    unsafe poll(&waiting, 1, -1)
    try Interruption.check()
  case EPIPE: throw .closedPipe
  default: throw .system("write", name, code: code)
  }
}

/// Closes a file; returns `false` when the system reports an error.
func closeDescriptor(_ descriptor: Int32) -> Bool { close(descriptor) == 0 }

/// Opens a pipe, whose ends programs started later do not inherit.
func makePipe() throws(Failure) -> (reading: Int32, writing: Int32) {
  var ends: [Int32] = [-1, -1]
  // Sound: the array has room for the two numbers.
  guard unsafe pipe(&ends) == 0 else { throw .system("make", "a pipe") }
  for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  return (ends[0], ends[1])
}

/// Returns whether a path leads to something.
func isThere(_ path: String) -> Bool {
  // Sound: the path is only read.
  unsafe access(path, F_OK) == 0
}

/// Returns whether a path leads to a file that this process may execute.
func isExecutable(_ path: String) -> Bool {
  // Sound: the path is read.
  unsafe access(path, X_OK) == 0
}

/// Returns whether a path leads to a folder.
func isFolder(_ path: String) -> Bool {
  var status = stat()
  // Sound: the path is read and the structure filled.
  return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
}

/// Returns whether two paths lead to the same existing regular file.
func isSameFile(_ path: String, _ other: String) -> Bool {
  var (one, two) = (stat(), stat())
  // Sound: the paths are read and both structures filled.
  guard unsafe stat(path, &one) == 0, unsafe stat(other, &two) == 0 else { return false }
  return one.st_dev == two.st_dev && one.st_ino == two.st_ino && one.st_mode & S_IFMT == S_IFREG
}
