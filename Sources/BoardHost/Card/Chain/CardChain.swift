/// The state of chaining and signing a card's daily files.
struct CardChain {
  /// The key that signs at the end of each day and of the run.
  let key: CardKey
  /// The link of the last line of the open file.
  var last = ChainLink.first
  /// The header of the open file.
  var header: [UInt8] = []
  /// The file with lines after its last signature; `nil` when all lines are signed.
  var unsignedDay: String?

  init(key: CardKey) { self.key = key }
}
