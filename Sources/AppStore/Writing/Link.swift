internal import AppServer

/// A thread's connection, opened when it is needed, and anew after it was lost.
final class Link<Connection: SQLConnection> {
  private let open: @Sendable () throws(StoreError) -> Connection
  private var connection: Connection?

  /// Creates a link.
  ///
  /// - Parameters:
  ///   - connection: One that is open already.
  ///   - open: Opens another one.
  init(
    _ connection: Connection?, orBy open: @escaping @Sendable () throws(StoreError) -> Connection
  ) {
    self.connection = connection
    self.open = open
  }

  /// Does something on the connection.
  ///
  /// Where that turns out to have been lost since it was used last, it is done again on a new one.
  ///
  /// - Parameters:
  ///   - canRepeat: Whether it may be done again, asked when it has failed.
  ///   - body: What is done.
  /// - Returns: What comes of it.
  /// - Throws: What it throws, or why there is no connection.
  func use<T>(
    canRepeat: () -> Bool = { true }, _ body: (Connection) throws(StoreError) -> T
  ) throws(StoreError) -> T {
    if let connection {
      do throws(StoreError) {
        return try body(connection)
      } catch {
        guard connection.isLost else { throw error }
        self.connection = nil
        guard canRepeat() else { throw error }
      }
    }
    let fresh = try open()
    connection = fresh
    do throws(StoreError) {
      return try body(fresh)
    } catch {
      if fresh.isLost { connection = nil }
      throw error
    }
  }
}

extension Link {
  /// Lets go of the connection.
  func close() { connection = nil }
}
