// The public interface uses RTCMParser's frames and messages.
@_exported public import RTCMParser
