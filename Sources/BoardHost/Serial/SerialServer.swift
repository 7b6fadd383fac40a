package import Platform
internal import Locks

/// A serial line to the clients of a TCP port, as a terminal server has it.
///
/// All clients receive every byte; what they send is joined as it comes.
package final class SerialServer: SerialLine {
  private let listening: Int32
  private let clients = Lock<[Int32]>([])

  /// The largest number of clients; a further one is turned away.
  private static let mostClients = 8

  /// Creates a line to the clients of a listening socket.
  package init(on socket: consuming ListeningSocket) {
    listening = socket.handOver()
    TCPSocket.setNonblocking(listening)
  }

  deinit {
    TCPSocket.closeDescriptor(listening)
    clients.withLock { for client in $0 { TCPSocket.closeDescriptor(client) } }
  }

  /// No rate: the clients follow the receiver's.
  package var baud: Int? { nil }

  package func read(atMost count: Int) -> [UInt8] {
    clients.withLock { clients in
      admit(to: &clients)
      var bytes: [UInt8] = []
      clients.removeAll { client in
        guard bytes.count < count else { return false }
        switch TCPSocket.receive(atMost: count - bytes.count, from: client) {
        case .bytes(let more): bytes += more
        case .nothing: break
        case .end:
          TCPSocket.closeDescriptor(client)
          return true
        }
        return false
      }
      return bytes
    }
  }

  package func write(_ bytes: [UInt8]) {
    guard !bytes.isEmpty else { return }
    clients.withLock { clients in
      admit(to: &clients)
      for client in clients { TCPSocket.send(bytes, on: client) }
    }
  }

  private func admit(to clients: inout [Int32]) {
    while let socket = try? AcceptedSocket(from: listening) {
      guard clients.count < Self.mostClients else {
        TCPSocket.closeDescriptor(socket.descriptor)
        continue
      }
      TCPSocket.setNonblocking(socket.descriptor)
      TCPSocket.sendAtOnce(socket.descriptor)
      clients.append(socket.descriptor)
    }
  }
}
