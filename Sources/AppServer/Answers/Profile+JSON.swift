internal import TextOutput

extension Profile {
  /// Writes the account as the apps read it.
  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("email", email)
      json.member("firstName", firstName)
      json.member("lastName", lastName)
      json.member("gender", gender)
      json.member("birthDay", birthDay.map(DateText.birthDay))
    }
  }
}
