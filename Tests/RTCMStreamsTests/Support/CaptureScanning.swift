@testable import RTCMStreams

/// Returns the frames of a capture with their epochs.
func scan(_ capture: [UInt8]) -> CaptureScan { CaptureScan(capture.span) }
