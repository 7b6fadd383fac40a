internal import CQREncode

/// A QR code (ISO/IEC 18004), for the camera of a phone.
package struct QRCode {
  /// The rows of modules from top to bottom, each from left to right, without a margin; `true` is dark.
  package let rows: [[Bool]]

  /// Creates the smallest code of a text, which stays readable with 15 % of it damaged; `nil` for a text that is empty,
  /// or too long for a code (2331 bytes).
  ///
  /// - Parameter text: The text, UTF-8 without zero bytes.
  package init?(_ text: String) {
    // Sound: the code is owned by this call, and freed after its width x width bytes are copied.
    guard let code = unsafe QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M) else { return nil }
    defer { unsafe QRcode_free(code) }
    let width = unsafe Int(code.pointee.width)
    let modules = unsafe Array(UnsafeBufferPointer(start: code.pointee.data, count: width * width))
    rows = (0..<width).map { row in
      modules[row * width..<(row + 1) * width].map { $0 & 1 == 1 }
    }
  }
}
