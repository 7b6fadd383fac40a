import Foundation
import Platform
import Testing

/// A user subject to file permissions, unlike the administrator.
enum CommonUser {
  /// Whether the tests run as a common user, or can do so on a thread: on Linux each thread has its own
  /// file user.
  static let canBe: Bool = {
    #if os(Linux)
      return true
    #else
      return geteuid() != 0
    #endif
  }()

  /// Runs a closure on a separate thread as a common user, and waits for it.
  static func run<T: Sendable>(_ body: @escaping @Sendable () -> T) throws -> T {
    nonisolated(unsafe) var result: T?
    let thread = BackgroundThread {
      #if os(Linux)
        if geteuid() == 0 { becomeCommonUser() }
      #endif
      result = body()
    }
    try #require(thread).join()
    return try #require(result)
  }

  #if os(Linux)
    /// Changes this thread's file user; Swift imports no declaration of the function.
    private static func becomeCommonUser() {
      typealias Function = @convention(c) (UInt32) -> Int32
      guard let address = dlsym(nil, "setfsuid") else { return }
      _ = unsafeBitCast(address, to: Function.self)(65_534)
    }
  #endif
}
