#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

// Names that do not collide with the methods of the types that call them.

func readBytes(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  unsafe read(descriptor, buffer, count)
}

func writeBytes(_ descriptor: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(descriptor, buffer, count)
}

func closeDescriptor(_ descriptor: Int32) {
  _ = close(descriptor)
}

/// Whether two paths lead to one file that exists.
func isSameFile(_ path: String, _ other: String) -> Bool {
  var (one, two) = (stat(), stat())
  guard unsafe stat(path, &one) == 0, unsafe stat(other, &two) == 0 else { return false }
  return one.st_dev == two.st_dev && one.st_ino == two.st_ino && one.st_mode & S_IFMT == S_IFREG
}
