internal import TextOutput

extension Profile {
  /// Writes the account as the apps read it.
  ///
  /// What was not told is empty text for the apps, whose pages take every member for a text (Air Quality's
  /// settings cut the day of birth out of it), and null elsewhere.
  func write(to json: inout JSONWriter, style: AnswerStyle) {
    let absent: String? = style == .apps ? "" : nil
    json.object { json in
      json.member("email", email)
      json.member("firstName", firstName ?? absent)
      json.member("lastName", lastName ?? absent)
      json.member("gender", gender ?? absent)
      json.member("birthDay", birthDay.map(DateText.birthDay) ?? absent)
    }
  }
}
