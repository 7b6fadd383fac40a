import Foundation

/// Ends the process as a finding, with a sentence about the claim that does not hold.
func finding(_ claim: String) -> Never {
  FileHandle.standardError.write(Data("FINDING: \(claim)\n".utf8))
  abort()
}

/// Makes a finding of a claim that does not hold.
func require(_ holds: Bool, _ claim: @autoclosure () -> String) {
  if !holds { finding(claim()) }
}

/// Gives what `body` returns, and makes a finding of an error.
func require<Value>(_ claim: String, _ body: () throws -> Value) -> Value {
  do { return try body() } catch { finding("\(claim): \(error)") }
}
