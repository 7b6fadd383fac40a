import GNSSBasics

// Readers of a "nearest" mountpoint: the caster chooses the nearest mountpoint for them.

extension Caster {
  /// Records a reader's new position, and moves a reader of a "nearest" mountpoint to the nearest one.
  mutating func move(_ id: ConnectionID, to position: GGASentence, at now: Duration) {
    guard let client = client(id) else { return }
    slots[id.slot].client?.position = position
    if let broadcast = client.broadcast { tell(position, to: broadcast) }
    guard position.quality != .invalid, case .reader(let name) = client.role,
      let wish = places[name],
      case .nearest(let hysteresis) = broadcasts[wish].mountpoint.origin
    else { return }
    let place = ECEFPosition(position.position)
    let current = client.broadcast.flatMap { broadcasts[$0].isOffered ? $0 : nil }
    guard let nearest = nearest(to: place, for: client), nearest.index != current else { return }
    if let current, let distance = broadcasts[current].place?.distance(to: place),
      nearest.distance > distance - hysteresis
    {
      return
    }
    if let broadcast = client.broadcast { leave(id, broadcast) }
    join(id, nearest.index, at: now)
  }

  /// Tells the supplier of a stream that needs positions where a reader is.
  func tell(_ position: GGASentence, to broadcast: Int) {
    let stream = broadcasts[broadcast]
    guard stream.record.needsPosition else { return }
    onPosition?(stream.mountpoint.name, stream.neighbour?.node, position)
  }

  /// Returns the nearest mountpoint that a client may read, and its distance in metres.
  private func nearest(
    to place: ECEFPosition, for client: Client
  ) -> (index: Int, distance: Double)? {
    let user = client.request?.credentials?.user
    return broadcasts.indices.compactMap { index -> (index: Int, distance: Double)? in
      let broadcast = broadcasts[index]
      if case .nearest = broadcast.mountpoint.origin { return nil }
      guard broadcast.isOffered, let station = broadcast.place else { return nil }
      guard mayRead(user, broadcast.mountpoint.name) else { return nil }
      return (index, station.distance(to: place))
    }
    .min { $0.distance < $1.distance }
  }

  private func mayRead(_ user: String?, _ mountpoint: String) -> Bool {
    guard let users, !users.isOpen(mountpoint) else { return true }
    return user.map { users.mayRead($0, mountpoint) } ?? false
  }
}
