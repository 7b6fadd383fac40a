internal import AppServer

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The schema versions of a store's tables.
public struct SchemaVersions: Hashable, Sendable {
  /// The version found at opening; 0 without tables.
  public let found: Int
  /// The version after opening.
  public let now: Int
}

extension SQLConnection {
  /// Creates the tables, or migrates them, one version at a time.
  ///
  /// - Parameter latest: The version to migrate to; tests of old versions stop before the latest.
  /// - Returns: The version found, and the version after migration.
  /// - Throws: `StoreError` when the tables are of a newer version than the program knows.
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

  /// Migrates by one version, unless another process has migrated meanwhile.
  ///
  /// - Returns: The version after the step.
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
  // Sound: the structure outlives the call.
  unsafe clock_gettime(CLOCK_REALTIME, &time)
  return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
}
