import Foundation
import Platform
import Testing

/// Somebody whom permissions of files hold, which they do not for the administrator.
enum CommonUser {
  /// Whether the tests run as one, or can on a thread: Linux has a user for files in each of them.
  static let canBe: Bool = {
    #if os(Linux)
      return true
    #else
      return geteuid() != 0
    #endif
  }()

  /// Does something on a thread of its own as a common user, and waits for it.
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
    /// For files, on this thread; Swift sees no declaration of the function.
    private static func becomeCommonUser() {
      typealias Function = @convention(c) (UInt32) -> Int32
      guard let address = dlsym(nil, "setfsuid") else { return }
      _ = unsafeBitCast(address, to: Function.self)(65_534)
    }
  #endif
}
