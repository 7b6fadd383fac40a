public import Platform

/// An error in starting a socket server.
public enum SocketServerError: Error, Hashable, Sendable {
  /// The address or port cannot be bound.
  case cannotListen(ListenError)
  /// The system has no more descriptors, memory or threads; `function` is the call that failed.
  case outOfResources(function: String)
}

extension SocketServerError: CustomStringConvertible {
  /// A description of the fault, its place and its remedy.
  public var description: String {
    switch self {
    case .cannotListen(let error): error.description
    case .outOfResources(let function):
      "\(function) failed for want of descriptors, memory or threads; raise the limits (ulimit -n)"
    }
  }
}
