import Bytes

extension UInt8 {
  /// Whether the byte may be in a header line's name: RFC 9110 §5.6.2, `tchar`.
  var isTokenByte: Bool {
    if isDigit || isLetter { return true }
    switch self {
    case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x5E...0x60, 0x7C, 0x7E: return true
    default: return false
    }
  }
}
