internal import NtripMemory
package import NtripProtocol
package import RTCMStreams

extension CapturePlayer {
  /// Plays bytes that are looked through here.
  package init(_ bytes: [UInt8], arrivals: [CaptureArrival] = [], mode: Mode = .looping) {
    self.init(Capture(bytes, arrivals: arrivals), mode: mode)
  }
}

extension Mountpoint {
  /// Offers bytes that are looked through here.
  package init(name: String, capture: [UInt8], mode: CapturePlayer.Mode = .looping) {
    self.init(name: name, capture: Capture(capture), mode: mode)
  }
}
