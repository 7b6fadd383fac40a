internal import Platform

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A program that listens on a port of this machine, found in Linux's `/proc`.
struct ListeningProgram: Hashable {
  /// The inode number of the socket.
  var inode: String
  /// The user ID of the socket's owner.
  var user: String
  /// Whether the socket is reachable only from this machine.
  var isLoopback: Bool

  /// Returns the sockets that listen on a port, from the text of `/proc/net/tcp` or `tcp6`.
  static func all(on port: UInt16, in table: String) -> [ListeningProgram] {
    table.split(separator: "\n").dropFirst().compactMap { line in
      let words = line.split(separator: " ")
      guard words.count > 9, words[3] == "0A" else { return nil }  // 0A: it listens
      let address = words[1].split(separator: ":")
      guard address.count == 2, UInt16(address[1], radix: 16) == port else { return nil }
      // Addresses are printed in the processor's byte order: 0100007F is 127.0.0.1.
      let isLoopback =
        address[0] == "0100007F" || address[0] == "00000000000000000000000001000000"
      return ListeningProgram(
        inode: String(words[9]), user: String(words[7]), isLoopback: isLoopback)
    }
  }

  /// Returns the sockets that listen on a port now; empty on systems without these tables.
  static func all(on port: UInt16) -> [ListeningProgram] {
    ["/proc/net/tcp", "/proc/net/tcp6"].compactMap { SystemTable.text(of: $0) }
      .flatMap { all(on: port, in: $0) }
  }

  /// The name and number of the process; the socket's user for a process of another user.
  var name: String {
    let files = FileManager.default
    // The folders of other users' processes, and of those that end meanwhile, cannot be read.
    for process in (try? files.contentsOfDirectory(atPath: "/proc")) ?? []
    where process.allSatisfy(\.isNumber) {
      let folder = "/proc/\(process)/fd"
      for descriptor in (try? files.contentsOfDirectory(atPath: folder)) ?? []
      where (try? files.destinationOfSymbolicLink(atPath: "\(folder)/\(descriptor)"))
        == "socket:[\(inode)]"
      {
        let name = SystemTable.text(of: "/proc/\(process)/comm")
        return "\((name ?? "a program").filter { !$0.isNewline }.printable) (process \(process))"
      }
    }
    return "a program of user \(user)"
  }
}
