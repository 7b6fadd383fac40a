internal import EventLoop
internal import Platform

/// The ports at which a modem's servers are reached; for the thread that runs the loop.
struct ModemServers: ~Copyable {
  /// The places by the sketch's ports.
  private var places: [UInt16: NetworkPlace]
  /// The sockets that keep the places while the sketch does not serve.
  private var holders: [Int32] = []
  private var listeners: [UInt16: Listener] = [:]

  /// Takes the places that are given, which refuse clients until the sketch serves.
  ///
  /// - Throws: `SocketServerError.cannotListen` for a place that is taken.
  init(_ places: [UInt16: NetworkPlace]) throws(SocketServerError) {
    self.places = places
    for place in places.values {
      let socket: ListeningSocket
      do { socket = try ListeningSocket(host: place.host, port: place.port) } catch {
        for holder in holders { TCPSocket.closeDescriptor(holder) }
        holders = []
        throw .cannotListen(error)
      }
      let holder = socket.handOver()
      if TCPSocket.stopListening(holder) {
        holders.append(holder)
      } else {
        TCPSocket.closeDescriptor(holder)
      }
    }
  }

  deinit { for holder in holders { TCPSocket.closeDescriptor(holder) } }

  /// Listens for a port of the sketch's, and returns the real place.
  mutating func listen(
    _ port: UInt16, on base: EventBase, onAccept: @escaping (Int32) -> Void
  ) throws(SocketServerError) -> NetworkPlace {
    let wanted = places[port] ?? NetworkPlace(host: ListenAddress.loopback.host, port: 0)
    let listener = try Listener(on: base, host: wanted.host, port: wanted.port)
    listener.onAccept = onAccept
    listener.onExhaustion = { [unowned listener] in listener.pause() }
    listeners[port] = listener
    // The next server of this port is found at the same place.
    let place = NetworkPlace(host: wanted.host, port: listener.port)
    places[port] = place
    return place
  }

  /// Listens again where the system had no descriptor for a client.
  func resume() { for listener in listeners.values { listener.resume() } }

  mutating func stop(_ port: UInt16) { listeners[port] = nil }

  mutating func close() { listeners = [:] }
}
