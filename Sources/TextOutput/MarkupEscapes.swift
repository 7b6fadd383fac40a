extension String {
  /// The string escaped for a text or an attribute of XML 1.0.
  ///
  /// Characters that XML 1.0 cannot represent are left out.
  package var escapedForXML: String {
    var escaped = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "\t": escaped += "&#9;"
      case "\n": escaped += "&#10;"
      case "\r": escaped += "&#13;"
      case "\u{20}"..."\u{D7FF}", "\u{E000}"..."\u{FFFD}", "\u{10000}"...:
        escaped.unicodeScalars.append(scalar)
      default: break
      }
    }
    return escaped
  }
}
