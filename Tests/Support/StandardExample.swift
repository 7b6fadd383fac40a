import RTCMTestKit

/// The worked example of the standard, section 4.2: message 1005 of station 2003.
package enum StandardExample {
  package static let frame = TestVector.standardExamples[0].frame
  package static let payload = TestVector.standardExamples[0].payload
}
