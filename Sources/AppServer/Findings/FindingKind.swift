/// A kind of fault in a client's request.
///
/// The server still answers where it can; ``reality`` says how the original would have reacted.
public enum FindingKind: String, Hashable, Sendable, CaseIterable {
  /// Posted data of 11 fields: a row without a position.
  case fewFields = "data.fields-11"
  /// Posted data of 15 fields: the board's position followed by the phone's.
  case manyFields = "data.fields-15"
  /// A field of posted data that is empty.
  case emptyField = "data.empty-field"
  /// A field of posted data that is not a number.
  case notANumber = "data.not-number"
  /// An HTML page posted instead of values.
  case markup = "data.html"
  /// A phone more than 200 m away from the board's position.
  case positionJump = "data.position-jump"
  /// A pressure of 300 to 1,100: hectopascals instead of pascals.
  case pressureUnit = "data.pressure-unit"
  /// A request for rows without a token.
  case missingToken = "auth.missing-on-read"
  /// A token that is the word `null` or `undefined`.
  case nullToken = "auth.null-token"
  /// A token used after its lifetime of 48 hours.
  case expiredToken = "auth.expired"
  /// A token used after a logout, a new password or the deletion of its account.
  case endedToken = "auth.after-logout"
  /// A token whose issue time lies in the future.
  case earlyToken = "auth.from-the-future"
  /// A member of the body that is not part of an account and whose name contains `password`.
  case secretInExtraKey = "user.secret-in-extra-key"
  /// A member of the body that is not part of an account.
  case extraKey = "user.extra-key"
  /// A birthday with a time of day.
  case birthdayWithTime = "user.birthday-with-time"
  /// An empty gender or birthday.
  case emptyEnum = "user.empty-enum"
  /// An account without names or a birthday, for which the server answers with placeholders.
  case absentMember = "user.absent-member"
  /// An e-mail address whose upper and lower case differ from the registered one.
  case emailCase = "user.email-case"
  /// A day of three digits, such as `2026-11-011`: the app prepends a zero too many.
  case dayIsMonth = "query.day-is-month"
  /// A date that is not in the RFC 3339 format.
  case notADate = "query.not-a-date"
  /// A period whose end lies before its start.
  case reversed = "query.reversed"
  /// A period of more than 15 days; clients are asked to request two weeks at most.
  case rangeTooLarge = "query.range-too-large"
  /// A slash at the end of the path.
  case trailingSlash = "query.trailing-slash"
  /// A password sent without encryption from another machine.
  case cleartext = "http.cleartext-lan"
  /// An answer of open data cut at 1,000 rows, the default `$limit`.
  case defaultLimitCut = "arpa.default-limit-cut"
  /// A query for the measurements of all sensors at once.
  case allRows = "arpa.all-rows"
  /// A clause that the server's subset of the open-data query language lacks.
  case unsupportedClause = "arpa.unsupported-clause"
  /// A request for the weather without a key.
  case weatherWithoutKey = "weather.no-key"
  /// A parameter of a request for the weather whose value the service ignores.
  case ignoredParameter = "weather.ignored-parameter"

  /// The severity of findings of this kind.
  public var severity: FindingSeverity {
    switch self {
    case .emptyField, .notANumber, .markup, .missingToken, .nullToken, .expiredToken, .endedToken,
      .earlyToken,
      .birthdayWithTime, .emptyEnum, .absentMember, .extraKey, .dayIsMonth, .notADate,
      .weatherWithoutKey:
      .breaks
    case .fewFields, .manyFields, .positionJump, .pressureUnit, .emailCase, .reversed,
      .defaultLimitCut, .unsupportedClause, .secretInExtraKey, .ignoredParameter:
      .misleads
    case .rangeTooLarge, .allRows: .wasteful
    case .trailingSlash, .cleartext: .note
    }
  }

  /// The original system's reaction to such a request.
  public var reality: String {
    switch self {
    case .fewFields: "the original stores the row without a position"
    case .manyFields:
      "the original stores the first 13 fields, and nothing tells where the phone was"
    case .emptyField, .notANumber, .markup:
      "the original answers 200 with its database's error, and stores nothing"
    case .positionJump: "the original stores the board's position"
    case .pressureUnit: "the original stores the number as it is"
    case .missingToken: #"the original answers 200 {"response":"Unauthorized"} instead of rows"#
    case .nullToken, .expiredToken: "the original answers 500 with a page"
    case .endedToken: "the original keeps a token valid for 48 hours, also after the logout"
    case .earlyToken: "the original takes it"
    case .secretInExtraKey, .extraKey:
      "the original answers 200 with its database's error, and changes nothing"
    case .birthdayWithTime, .emptyEnum: "the original answers 400 with a page"
    case .absentMember:
      "the original answers null: Air Quality's settings page fails on a birthDay, MOQA shows names as null"
    case .emailCase: "to the original these are two accounts"
    case .dayIsMonth, .notADate: "the original answers 400 with a page"
    case .reversed: "the original answers no rows"
    case .rangeTooLarge: "the original makes the whole answer in memory"
    case .trailingSlash: "the original answers it too; other servers do not"
    case .cleartext: "the original was reached by HTTPS"
    case .defaultLimitCut: "the portal cuts at 1,000 rows too, newest first"
    case .allRows: "the portal answers it, slowly, and slows down frequent requests without a token"
    case .unsupportedClause: "the portal may know it"
    case .weatherWithoutKey: "OpenWeatherMap answers 401, as for a wrong key"
    case .ignoredParameter: "OpenWeatherMap takes its default, and says nothing"
    }
  }

  /// The remedy: the change to make in the client.
  public var remedy: String {
    switch self {
    case .fewFields: "let the board send 13 fields, or add the phone's position as fields 12 and 13"
    case .manyFields: "add the phone's position only behind a text of 11 fields"
    case .emptyField:
      "send nothing until the board has a value for every field; a chart shows an empty one as 0 or NaN"
    case .notANumber: "send what the board answered, and nothing when it did not answer"
    case .markup: "look at the status of the board's answer before its body is sent on"
    case .positionJump: "take the position of the board, or of the phone, and not both"
    case .pressureUnit: "send pascals; divide by 100 only to show it"
    case .missingToken: "send 'Authorization: Bearer TOKEN'"
    case .nullToken: "send no request before there is a token"
    case .expiredToken: "log in again when the answer is 401 or Unauthorized"
    case .endedToken: "forget the token with the logout"
    case .earlyToken: "log in again; the server's clock went back, or another server made the token"
    case .secretInExtraKey: "send the new password as password, and no other member with one"
    case .extraKey: "send email, firstName, lastName, gender, birthDay and password only"
    case .birthdayWithTime: "send YYYY-MM-DD: the first ten characters of what the server sent"
    case .emptyEnum: "leave the member out when nothing was chosen"
    case .absentMember: "register with names and a birthDay, or show null as nothing"
    case .emailCase: "send the address as it was registered"
    case .dayIsMonth: "pad the day to two digits, and take the day, not the month"
    case .notADate: "send an RFC 3339 date, 2026-11-22T00:00:00Z"
    case .reversed: "let startDate be the earlier one"
    case .rangeTooLarge: "ask for less at once, and accept gzip"
    case .trailingSlash: "nothing, as long as the server forgives it"
    case .cleartext: "use HTTPS beyond one's own machine: --tls"
    case .defaultLimitCut: "ask for $limit, or for a period with $where"
    case .allRows: "ask for idsensore=N"
    case .unsupportedClause: "use what the error lists"
    case .weatherWithoutKey: "add appid=KEY; here any key will do"
    case .ignoredParameter:
      "use units=standard, metric or imperial, lang=en or it, cnt=1 to 40, and no mode"
    }
  }
}

/// The severity of a finding.
public enum FindingSeverity: String, Hashable, Sendable, CaseIterable, Comparable {
  /// A remark about the client, without an effect on the user.
  case note
  /// A request that causes unnecessary work.
  case wasteful
  /// A request after which the user sees something untrue.
  case misleads
  /// A request that would fail with the original system.
  case breaks

  /// Returns whether the first severity is lower than the second.
  public static func < (a: Self, b: Self) -> Bool {
    (allCases.firstIndex(of: a) ?? 0) < (allCases.firstIndex(of: b) ?? 0)
  }
}
