// Other mountpoints while the caster serves.

extension Caster {
  /// Offers these mountpoints from now on.
  ///
  /// - Parameters:
  ///   - mountpoints: What it offers, in the order of the sourcetable.
  ///   - kept: The names of those that go on as they are: their readers and sources notice nothing, and
  ///     what is given of them here is not looked at. The readers and sources of others are closed.
  ///   - perform: Does what follows.
  public mutating func offer(
    _ mountpoints: [Mountpoint], keeping kept: Set<String>,
    perform: (ConnectionID, Action) -> Void
  ) {
    for index in broadcasts.indices where !kept.contains(broadcasts[index].mountpoint.name) {
      withdraw(index, perform)
    }
    let old = broadcasts
    broadcasts = mountpoints.map { mountpoint in
      let isKept = kept.contains(mountpoint.name)
      let running = isKept ? old.first { $0.mountpoint.name == mountpoint.name } : nil
      return running ?? Broadcast(mountpoint)
    }
    for slot in slots.indices {
      guard let index = slots[slot].client?.broadcast else { continue }
      let name = old[index].mountpoint.name
      slots[slot].client?.broadcast = broadcasts.firstIndex { $0.mountpoint.name == name }
    }
    sourcetable = nil
  }

  /// Ends a mountpoint: those who read it by its name, and the source, are closed; those who want
  /// whichever is nearest wait for another one.
  private mutating func withdraw(_ index: Int, _ perform: (ConnectionID, Action) -> Void) {
    let name = broadcasts[index].mountpoint.name
    for slot in broadcasts[index].readers
    where slots[slot].client?.role != .reader(of: name) {
      broadcasts[index].leave(slot)
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
