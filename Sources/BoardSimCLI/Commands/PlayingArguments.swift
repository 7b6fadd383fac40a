internal import RTCMStreams

/// The start of captures' playing, the treatment of gaps, and the date of replay.
struct PlayingArguments {
  var offset: SecondsFromZero?
  var gaps: GapsArgument?
  var date: DateArgument?
}

/// The treatment of gaps: `keep` or `close`.
struct GapsArgument: OptionValue {
  var gaps: PlayingOptions.Gaps

  init(optionText text: String, of parameter: String) throws(UsageError) {
    switch text {
    case "keep": gaps = .kept
    case "close": gaps = .closed
    default: throw UsageError(message: "\(parameter) must be 'keep' or 'close', not '\(text)'")
    }
  }
}
