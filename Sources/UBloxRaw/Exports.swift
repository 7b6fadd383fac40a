// Frames, epochs of observations and ephemerides are words of the public interface.
@_exported public import RTCMParser
@_exported public import SensorDrivers
