internal import BoardFirmware
internal import Platform
package import Sessions

/// The track on a card: the positions in its daily files.
package enum CardTrack {
  /// Reads the daily files of a card in the order of their days.
  ///
  /// - Parameters:
  ///   - path: The path of a folder or an image.
  ///   - reader: The reader of the files.
  ///   - onSample: Called with each line of the track.
  /// - Throws: ``CardTrackError`` for a card that is unreadable or without a daily file, and the errors of
  ///   `onSample`.
  package static func read(
    _ path: String, by reader: inout CardTrackReader, onSample: (TrackSample) throws -> Void
  ) throws {
    let isFolder = Folder.isAt(path)
    do {
      if isFolder {
        try read(FolderFiles(path: path), path, by: &reader, onSample)
      } else {
        try read(ImageFiles(path: path, for: .reading), path, by: &reader, onSample)
      }
    } catch let error as CardError {
      throw CardTrackError.unreadable(path, error.description)
    }
    guard reader.fileCount == 0 else { return }
    throw CardTrackError.noDay(path, cards: isFolder ? cards(in: path) : [])
  }

  private static func read<Medium: CardMedium & ~Copyable>(
    _ medium: consuming Medium, _ path: String, by reader: inout CardTrackReader,
    _ onSample: (TrackSample) throws -> Void
  ) throws {
    for name in try medium.names().filter(\.isDailyFile).sorted() {
      reader.begin(file: name)
      var offset = 0
      while true {
        let bytes = try medium.part(ofFile: name, from: offset, upTo: partLength)
        if bytes.isEmpty { break }
        offset += bytes.count
        try reader.consume(bytes.span, onSample: onSample)
      }
      try reader.finish(onSample: onSample)
    }
  }

  private static let partLength = 1 << 20

  /// Returns the paths of cards in a folder that is none itself: folders with daily files, and images.
  private static func cards(in path: String) -> [String] {
    let names = (try? Folder.names(in: path)) ?? []
    return names.sorted().map { "\(path)/\($0)" }.filter { path in
      path.hasSuffix(".img")
        || !path.hasSuffix(".") && ((try? Folder.names(in: path)) ?? []).contains { $0.isDailyFile }
    }
  }
}

/// A card without a readable track.
package enum CardTrackError: Error, Hashable, CustomStringConvertible {
  /// A card that cannot be read, with the reason.
  case unreadable(String, String)
  /// A card without a daily file, with the paths of cards within.
  case noDay(String, cards: [String])

  /// A description of the error, its place and its remedy.
  package var description: String {
    switch self {
    case .unreadable(let path, let reason): "cannot read '\(path)' as a card: \(reason)"
    case .noDay(let path, let cards) where cards.isEmpty:
      "'\(path)' has no day's file, such as 20260601.CSV, with the header of a card; "
        + "'boardsim run --card' writes them"
    case .noDay(let path, let cards):
      "'\(path)' holds several cards; name one of them: "
        + cards.prefix(4).map { "'\($0)'" }.joined(separator: ", ")
        + (cards.count > 4 ? " and \(cards.count - 4) more" : "")
    }
  }
}
