import Testing

@testable import RTCMJSON
