/// The state of chaining and signing a card's daily files.
struct CardChain {
  /// Signs at a day's end and at the end of all.
  let key: CardKey
  /// The link of the last line, while its file is open.
  var last = ChainLink.first
  /// The header of the file that is open.
  var header: [UInt8] = []
  /// The file with lines behind its last signature.
  var unsignedDay: String?

  init(key: CardKey) { self.key = key }
}
