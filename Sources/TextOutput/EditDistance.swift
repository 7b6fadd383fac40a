/// Returns the number of letters to insert, remove or change to turn one word into another.
package func editDistance(_ a: String, _ b: String) -> Int {
  let (a, b) = (Array(a), Array(b))
  var row = Array(0...b.count)
  for i in a.indices {
    var diagonal = row[0]
    row[0] = i + 1
    for j in b.indices {
      let substitution = diagonal + (a[i] == b[j] ? 0 : 1)
      diagonal = row[j + 1]
      row[j + 1] = min(substitution, row[j] + 1, row[j + 1] + 1)
    }
  }
  return row[b.count]
}

/// Returns `; did you mean 'X'?` with the known word nearest to a mistyped one; empty if none is near.
package func suggestion(for word: String, in known: [String]) -> String {
  let nearest = known.map { ($0, editDistance(word, $0)) }.min { $0.1 < $1.1 }
  guard let (candidate, distance) = nearest, distance <= max(2, word.count / 3) else { return "" }
  return "; did you mean '\(candidate)'?"
}
