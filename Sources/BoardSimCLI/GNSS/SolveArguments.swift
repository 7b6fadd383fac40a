internal import GNSSBasics
internal import Positioning

/// The base's antenna: a place, or the average of its own positions.
enum BasePositionArgument: OptionValue {
  case place(GeodeticPosition)
  case average

  static let candidates = Candidates.words(["average"])

  init(optionText text: String, of parameter: String) throws(UsageError) {
    if text == "average" {
      self = .average
    } else {
      self = .place(try PositionArgument(optionText: text, of: parameter).position)
    }
  }
}

/// An elevation in degrees, `0..<90`.
struct ElevationArgument: OptionValue {
  private(set) var degrees = 10.0

  init() {}

  init(optionText text: String, of parameter: String) throws(UsageError) {
    guard let degrees = Double(text), (0..<90).contains(degrees) else {
      throw UsageError(message: "\(parameter) must be degrees from 0 to below 90, not '\(text)'")
    }
    self.degrees = degrees
  }
}

extension RTKOptions.Mode: OptionChoice {}
