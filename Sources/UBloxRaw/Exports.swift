// Frames, epochs of observations and ephemerides are part of the public interface.
@_exported public import RTCMParser
@_exported public import SensorDrivers
