// The public interface uses the orbits of Positioning, and the epochs and messages of RTCMParser.
@_exported public import Positioning
@_exported public import RTCMParser
