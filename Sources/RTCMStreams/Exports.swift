// Frames and messages are words of the public interface.
@_exported public import RTCMParser
