public import Platform

/// An error of starting a socket server.
public enum SocketServerError: Error, Hashable, Sendable {
  /// The address cannot be had.
  case cannotListen(ListenError)
  /// The system has no more descriptors, memory or threads; this is the function that failed.
  case outOfResources(function: String)
}

extension SocketServerError: CustomStringConvertible {
  /// The fault, its place and its remedy.
  public var description: String {
    switch self {
    case .cannotListen(let error): error.description
    case .outOfResources(let function):
      "\(function) failed for want of descriptors, memory or threads; raise the limits (ulimit -n)"
    }
  }
}
