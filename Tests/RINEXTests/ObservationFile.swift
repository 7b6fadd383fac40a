import RINEX
import RTCMStreams

/// Returns the text that the survey and the writer make of messages, with the number of epochs.
func observationFile(
  of messages: [RTCMMessage], near reference: GPSTime, header: RINEXHeader = RINEXHeader()
) -> (text: [UInt8], epochs: Int) {
  var survey = RINEXSurvey(near: reference, header: header)
  for message in messages { survey.add(message) }
  survey.finish()
  var writer = RINEXObservationWriter(of: survey)
  var text: [UInt8] = []
  writer.appendHeader(to: &text)
  for message in messages { writer.append(message, to: &text) }
  writer.finish(to: &text)
  return (text, writer.epochs)
}
