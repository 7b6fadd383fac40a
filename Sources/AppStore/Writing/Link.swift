internal import AppServer

/// A thread's connection, opened on first use, and reopened after it was lost.
final class Link<Connection: SQLConnection> {
  private let open: @Sendable () throws(StoreError) -> Connection
  private var connection: Connection?

  /// Creates a link.
  ///
  /// - Parameters:
  ///   - connection: An open connection; `nil` for none.
  ///   - open: A closure that opens a connection.
  init(
    _ connection: Connection?, orBy open: @escaping @Sendable () throws(StoreError) -> Connection
  ) {
    self.connection = connection
    self.open = open
  }

  /// Runs a closure on the connection.
  ///
  /// A connection that was lost since its last use is replaced, and the closure runs again on the new one.
  ///
  /// - Parameters:
  ///   - canRepeat: A closure that returns whether `body` may run again; called after a failure.
  ///   - body: The closure to run.
  /// - Returns: The closure's result.
  /// - Throws: The closure's error, or the error of opening a connection.
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
  /// Closes the connection, if one is open.
  func close() { connection = nil }
}
