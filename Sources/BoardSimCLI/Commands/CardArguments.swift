internal import BoardHost
internal import VirtualBoard

/// The options for the card in a board's slot.
struct CardArguments {
  var folder: String?
  var image: String?
  var size: CardSizeArgument?
  var isChained = false
  var key: String?

  /// Returns the source of the card; `nil` for an empty slot.
  ///
  /// The key's file is created when it is missing.
  ///
  /// - Throws: `CardKeyError`.
  func source() throws(CardKeyError) -> CardSource? {
    guard let place else { return nil }
    guard isChained else { return CardSource(place) }
    guard let key else { return CardSource(place, key: try CardKey()) }
    return CardSource(place, key: try CardKey(file: key))
  }

  private var place: CardSource.Place? {
    image.map { .image($0, size: size?.byteCount) } ?? folder.map { .folder($0) }
  }

  static var rules: [CommandRule<Self>] {
    [
      CommandRule(
        ["card", "card-image"], says: "a board has one slot: give --card or --card-image"
      ) { $0.folder != nil && $0.image != nil },
      CommandRule(
        ["card-size", "card-image"], says: "--card-size is that of a new image: give --card-image"
      ) { $0.size != nil && $0.image == nil },
      CommandRule(
        ["card-chain", "card", "card-image"],
        says: "--card-chain needs a card: give --card or --card-image"
      ) { $0.isChained && $0.place == nil },
      CommandRule(
        ["card-key", "card-chain"], says: "--card-key signs chained lines: give --card-chain"
      ) { $0.key != nil && !$0.isChained },
    ]
  }

  static func parameters<C>(in path: WritableKeyPath<C, CardArguments>) -> [Parameter<C>] {
    [
      .option(
        "card", path.appending(path: \.folder), "DIR",
        help: "the folder that stands for the memory card"),
      .option(
        "card-image", path.appending(path: \.image), "FILE",
        help: "an image of FAT16 or FAT32 that does, for other systems to mount; made when\n"
          + "missing"),
      .option(
        "card-size", path.appending(path: \.size), "SIZE",
        help: "how large a new image is: 4M to 32G; default 64M"),
      .flag(
        "card-chain", path.appending(path: \.isChained),
        help: "tie each line on the card to those before it, and sign each day:\n"
          + "'boardsim card verify' finds what was changed since"),
      .option(
        "card-key", path.appending(path: \.key), "FILE",
        help: "the key that signs, made when missing; default: one of this run alone"),
    ]
  }
}

/// The size of an image, from 4M to 32G: `64M`, `2G`.
struct CardSizeArgument: OptionValue {
  let byteCount: Int

  init(optionText text: String, of parameter: String) throws(UsageError) {
    let shift: Int? = text.hasSuffix("M") ? 20 : text.hasSuffix("G") ? 30 : nil
    guard let shift, let number = Int(text.dropLast()), (1...32_768).contains(number),
      (4 << 20...32 << 30).contains(number << shift)
    else {
      throw UsageError(
        message: "\(parameter) must be a whole number of M or G from 4M to 32G, not '\(text)'")
    }
    byteCount = number << shift
  }
}

extension CardSource {
  /// Shows the public key that signs the card's lines.
  func announce(isQuiet: Bool) {
    guard let key, !isQuiet else { return }
    Console.note("  card key     \(key.publicDigits)")
  }
}
