internal import Mathematics
internal import TextOutput

extension Duration {
  /// The duration in milliseconds as text, with one decimal: `9.3 ms`.
  var inMilliseconds: String {
    var text: [UInt8] = []
    text.append(decimal: inSeconds * 1000, decimals: 1)
    return String(decoding: text, as: UTF8.self) + " ms"
  }
}
