internal import GNSSBasics

// The rules for an account's members.

/// An invalid e-mail address or password of an account.
public struct AccountFieldError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The fault and its remedy.
  public let description: String
}

extension ApplicationServer {
  /// Checks the e-mail address and password of a new account.
  ///
  /// - Throws: ``AccountFieldError`` when one of them is invalid.
  public static func check(_ email: String, password: String) throws(AccountFieldError) {
    do throws(Refusal) {
      try checkAddress(email)
      _ = try self.password(password)
    } catch {
      guard case .invalid(_, let text) = error else { return }
      throw AccountFieldError(description: text)
    }
  }

  /// Returns the e-mail address of a body: text on both sides of one @, no blanks, 254 bytes at most.
  static func email(in body: RequestBody) throws(Refusal) -> String {
    let email = try body.neededText("email")
    try checkAddress(email)
    return email
  }

  private static func checkAddress(_ email: String) throws(Refusal) {
    let parts = email.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }), email.utf8.count <= 254,
      email.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value != 0x7F })
    else {
      throw .invalid("email", "email: this is no address; give one such as name@example.org")
    }
  }

  /// Returns the bytes of a password, which must have 1 to 1,024 bytes.
  static func password(_ text: String) throws(Refusal) -> [UInt8] {
    let bytes = Array(text.utf8)
    guard (1...1024).contains(bytes.count) else {
      throw .invalid("password", "password must have 1 to 1,024 bytes, not \(bytes.count)")
    }
    return bytes
  }

  /// Returns a profile with the changes that a body contains.
  func profile(
    _ profile: Profile, changedBy body: RequestBody, in exchange: inout Exchange
  ) throws(Refusal) -> Profile {
    var profile = profile
    if let name = try name("firstName", in: body) { profile.firstName = name }
    if let name = try name("lastName", in: body) { profile.lastName = name }
    if let gender = try choice("gender", in: body, &exchange) {
      guard ["female", "male"].contains(gender) else {
        throw .invalid(
          "gender", "gender: '\(Refusal.shortened(gender))' is neither female nor male")
      }
      profile.gender = gender
    }
    if let text = try choice("birthDay", in: body, &exchange) {
      profile.birthDay = try birthDay(text, &exchange)
    }
    return profile
  }

  private func name(_ name: String, in body: RequestBody) throws(Refusal) -> String? {
    guard let text = try body.text(name, nullIsAbsent: style == .apps) else { return nil }
    guard text.utf8.count <= 255, text.unicodeScalars.allSatisfy({ $0.value >= 0x20 }) else {
      throw .invalid(name, "\(name) must be text of at most 255 bytes without control characters")
    }
    return text
  }

  /// Returns the text of an optional member; in the style of the apps, an empty text counts as absent.
  private func choice(
    _ name: String, in body: RequestBody, _ exchange: inout Exchange
  ) throws(Refusal) -> String? {
    let text = try body.text(name, nullIsAbsent: style == .apps)
    guard style == .apps, body.has(name), text ?? "" == "" else { return text }
    exchange.note(.emptyEnum, expected: "no \(name), or a value", found: "an empty \(name)")
    return nil
  }

  private func birthDay(
    _ text: String, _ exchange: inout Exchange
  ) throws(Refusal) -> CivilDate {
    if let date = DateText.day(text) { return date }
    if style == .apps, DateText.instant(text) != nil,
      let date = DateText.day(String(text.prefix(10)))
    {
      exchange.note(.birthdayWithTime, expected: "YYYY-MM-DD", found: "a date with a time")
      return date
    }
    throw .invalid(
      "birthDay",
      "birthDay: '\(Refusal.shortened(text))' is not a day; give one such as 1990-07-21")
  }

  /// Notes members that an account does not have, or refuses them where the original's database did.
  func noteExtraKeys(
    of body: RequestBody, isRefused: Bool, in exchange: inout Exchange
  ) throws(Refusal) {
    let known = ["email", "password", "firstName", "lastName", "gender", "birthDay"]
    for name in body.names(beyond: known) {
      let shown = Refusal.shortened(name)
      guard !isRefused else { throw .database(.noSuchColumn(shown)) }
      let isSecret = name.lowercased().contains("password")
      exchange.note(
        isSecret ? .secretInExtraKey : .extraKey, expected: "members of a user only",
        found: "a member \(shown)")
    }
  }
}
