internal import GNSSBasics
internal import Platform
internal import RINEX

/// The names of journals and files of periods in a folder.
enum PeriodPlaces {
  /// Returns the path of a name in a folder.
  static func path(of name: String, in folder: String) -> String {
    folder.hasSuffix("/") ? folder + name : folder + "/" + name
  }

  /// Returns the path of a period's journal.
  static func journal(
    of period: FilePeriod, _ name: LongNameArgument, in folder: String
  ) -> String {
    path(of: ".\(period.stem(name) ?? "").partial", in: folder)
  }

  /// Returns the paths of the journals that earlier runs have left, the earliest first.
  ///
  /// - Parameters:
  ///   - name: The site and the origin of the data.
  ///   - length: The periods' length.
  ///   - folder: The folder.
  /// - Returns: The paths.
  /// - Throws: ``Failure`` when the folder cannot be read.
  static func journals(
    _ name: LongNameArgument, of length: PeriodArgument, in folder: String
  ) throws(Failure) -> [String] {
    let some = FilePeriod(of: .init(nanoseconds: 0), nanoseconds: length.nanoseconds)
    let ending = "_" + (some.stem(name)?.split(separator: "_").last ?? "") + ".partial"
    let beginning = ".\(name.site)_\(name.origin.rawValue)_"
    return try names(in: folder).filter {
      $0.hasPrefix(beginning) && $0.hasSuffix(ending)
        && $0.utf8.count == beginning.utf8.count + 11 + ending.utf8.count
    }.sorted().map { path(of: $0, in: folder) }
  }

  /// Returns the path of a period's observation file, of any interval and systems; `nil` when there is none.
  static func observations(
    of period: FilePeriod, _ name: LongNameArgument, in folder: String
  ) throws(Failure) -> String? {
    let stem = (period.stem(name) ?? "") + "_"
    return try names(in: folder).sorted().first {
      $0.hasPrefix(stem) && $0.dropFirst(stem.count).contains("O.")
    }.map { path(of: $0, in: folder) }
  }

  private static func names(in folder: String) throws(Failure) -> [String] {
    do throws(SystemError) { return try Folder.names(in: folder) } catch {
      throw .system("read", folder, code: error.code)
    }
  }
}
