/// Why a caster cannot serve.
public enum CasterServerError: Error, Hashable, Sendable {
  /// Another program listens there.
  case addressInUse(host: String, port: UInt16)
  /// The system reserves the port.
  case notPermitted(host: String, port: UInt16)
  /// The host is no name or address of this machine.
  case unknownHost(String)
  /// Listening failed with this code of the system.
  case cannotListen(host: String, port: UInt16, code: Int32)
  /// The system has no more descriptors, memory or threads; this is the function that failed.
  case outOfResources(function: String)
}

extension CasterServerError: CustomStringConvertible {
  /// What is wrong, where, and what to do about it.
  public var description: String {
    switch self {
    case .addressInUse(let host, let port):
      "\(host):\(port) is in use; stop the program that listens there, or choose another port "
        + "(0 takes a free one)"
    case .notPermitted(let host, let port):
      "no permission to listen on \(host):\(port); choose a port from 1024 on"
    case .unknownHost(let host):
      "\"\(host)\" is no address of this machine; use 127.0.0.1, or 0.0.0.0 for every interface"
    case .cannotListen(let host, let port, let code):
      "cannot listen on \(host):\(port) (system error \(code)); choose another address or port"
    case .outOfResources(let function):
      "\(function) failed for want of descriptors, memory or threads; raise the limits (ulimit -n)"
    }
  }
}
