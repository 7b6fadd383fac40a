import Foundation
import TestSupport

#if canImport(Glibc)
  import Glibc
#endif

/// A plain TCP client that waits for its data for at most five minutes.
final class TestSocket {
  private let descriptor: Int32

  /// Connects to a port of this machine, with a limit on the system's receive buffer.
  init(port: UInt16, receiveBuffer: Int32? = nil) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    if var receiveBuffer {
      setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, 4)
    }
    var patience = timeval(tv_sec: 300, tv_usec: 0)
    let size = socklen_t(MemoryLayout<timeval>.size)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, size)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let code = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard code == 0 else { throw TCPError(call: "connect", code: errno) }
  }

  convenience init(port: UInt16, saying text: String, receiveBuffer: Int32? = nil) throws {
    try self.init(port: port, receiveBuffer: receiveBuffer)
    say(text)
  }

  deinit { close(descriptor) }

  func say(_ text: String) { say(Array(text.utf8)) }

  func say(_ bytes: [UInt8]) {
    send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }

  /// Reads `count` bytes, or fewer when the other side closes or sends nothing any more.
  func read(_ count: Int) -> [UInt8] {
    var all: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 65_536)
    while all.count < count {
      let got = recv(descriptor, &piece, min(piece.count, count - all.count), 0)
      guard got > 0 else { break }
      all += piece.prefix(got)
    }
    return all
  }

  /// Reads a line, including its end.
  func nextLine() -> String {
    var line: [UInt8] = []
    while line.last != 10, let byte = read(1).first { line.append(byte) }
    return String(decoding: line, as: UTF8.self)
  }

  /// Reads to the end of the stream.
  func readToEnd() -> [UInt8] { read(.max) }
}
