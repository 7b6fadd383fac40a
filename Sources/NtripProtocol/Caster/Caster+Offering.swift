// Changes of the mountpoints while the caster serves.

extension Caster {
  /// Replaces the offered mountpoints.
  ///
  /// - Parameters:
  ///   - mountpoints: The mountpoints to offer, in the order of the sourcetable.
  ///   - kept: The names of the mountpoints that continue unchanged. Their readers and sources stay
  ///     connected, and their values in `mountpoints` are ignored. The readers and sources of all
  ///     other mountpoints are disconnected. Mountpoints of other casters of a cluster stay unless
  ///     their name is offered.
  ///   - perform: The closure that carries out the resulting actions.
  public mutating func offer(
    _ mountpoints: [Mountpoint], keeping kept: Set<String>,
    perform: (ConnectionID, Action) -> Void
  ) {
    let names = Set(mountpoints.map { $0.name })
    for index in broadcasts.indices where !kept.contains(broadcasts[index].mountpoint.name) {
      let isElsewhere =
        broadcasts[index].isForeign && !names.contains(broadcasts[index].mountpoint.name)
      if !isElsewhere { withdraw(index, perform) }
    }
    let old = broadcasts
    broadcasts = mountpoints.map { mountpoint in
      let isKept = kept.contains(mountpoint.name)
      let running = isKept ? old.first { $0.mountpoint.name == mountpoint.name } : nil
      return running ?? Broadcast(mountpoint)
    }
    broadcasts += old.filter { $0.isForeign && !names.contains($0.mountpoint.name) }
    renumber(from: old)
    noteSupply()
  }

  /// Lets the connections know the mountpoints by their new places.
  mutating func renumber(from old: [Broadcast]) {
    register()
    for slot in slots.indices {
      guard let index = slots[slot].client?.broadcast else { continue }
      slots[slot].client?.broadcast = places[old[index].mountpoint.name]
    }
  }

  /// Ends a mountpoint: disconnects its readers by name and its source.
  ///
  /// Readers of a "nearest" mountpoint stay connected and wait for another mountpoint.
  private mutating func withdraw(_ index: Int, _ perform: (ConnectionID, Action) -> Void) {
    let name = broadcasts[index].mountpoint.name
    for slot in broadcasts[index].readers
    where slots[slot].client?.role != .reader(of: name) {
      leave(id(of: slot), index)
      slots[slot].client?.broadcast = nil
    }
    for slot in slots.indices where slots[slot].client?.role == .reader(of: name) {
      let id = id(of: slot)
      flush(id, perform)
      if let last = slots[slot].client?.connection.end(), !last.isEmpty { perform(id, .send(last)) }
      perform(id, .close(byteCount: disconnect(id)))
    }
    if let source = broadcasts[index].source {
      perform(source, .close(byteCount: disconnect(source)))
    }
  }
}
