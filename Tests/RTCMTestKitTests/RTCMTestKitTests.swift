import Testing

@testable import RTCMTestKit
