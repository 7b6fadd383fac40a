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
        ["card-size", "card-image"], says: "--card-size is for a new image: give --card-image"
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
        help: "a folder for the memory card's files"),
      .option(
        "card-image", path.appending(path: \.image), "FILE",
        help: "a FAT16 or FAT32 image of the memory card, which other systems can mount;\n"
          + "created when missing"),
      .option(
        "card-size", path.appending(path: \.size), "SIZE",
        help: "the size of a new image: 4M to 32G; default 64M"),
      .flag(
        "card-chain", path.appending(path: \.isChained),
        help: "chain each line on the card to the lines before it, and sign each day;\n"
          + "'boardsim card verify' finds later changes"),
      .option(
        "card-key", path.appending(path: \.key), "FILE",
        help: "the signing key's file, created when missing; default: a new key for this run"),
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
