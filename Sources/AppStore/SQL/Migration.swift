internal import AppServer

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The versions of a store's tables.
public struct SchemaVersions: Hashable, Sendable {
  /// The one that was found; 0 when there were no tables.
  public let found: Int
  /// The one that it has now.
  public let now: Int
}

extension SQLConnection {
  /// Makes the tables, or brings them up to date, one version after the other.
  ///
  /// - Parameter latest: The version at which to end; what tests of old versions stop before.
  /// - Returns: The version that was found, and the one that there is now.
  /// - Throws: `StoreError` when this program is too old.
  func migrate(upTo latest: Int = Self.migrations.count) throws(StoreError) -> SchemaVersions {
    let found = try knownVersion()
    var version = found
    while version < latest { version = try migrateOnce(upTo: latest) }
    return SchemaVersions(found: found, now: version)
  }

  private func knownVersion() throws(StoreError) -> Int {
    let version = try version()
    guard version <= Self.migrations.count else {
      throw .newerSchema(found: version, known: Self.migrations.count, where: place)
    }
    return version
  }

  /// Goes on by one version, unless somebody else was faster.
  ///
  /// - Returns: The version that there is then.
  private func migrateOnce(upTo latest: Int) throws(StoreError) -> Int {
    try beginMigration()
    do throws(StoreError) {
      let next = try knownVersion() + 1
      if next <= latest {
        try execute(Self.migrations[next - 1])
        try run(.noteVersion, [.integer(Int64(next)), .integer(wallClockMilliseconds())])
      }
      try commit()
      return max(next - 1, min(next, latest))
    } catch {
      rollBack()
      throw error
    }
  }
}

private func wallClockMilliseconds() -> Int64 {
  var time = timespec()
  // Sound: the structure is there during the call.
  unsafe clock_gettime(CLOCK_REALTIME, &time)
  return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
}
