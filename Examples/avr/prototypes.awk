# Makes C++ of a sketch: functions are declared before the first one, as the Arduino IDE does.
# A function is a line that begins at the margin, has parentheses and ends with a brace, or has the brace in the next line.
function is_function(line) {
  return line ~ /^[A-Za-z_][A-Za-z0-9_:<>*& ]*[ *&][A-Za-z_][A-Za-z0-9_]*[ \t]*\([^;=]*\)[ \t]*(\{|$|\/\/)/ &&
    line !~ /^(static|inline|template|class|struct|enum|namespace|extern|if|for|while|switch|else|do|return) / &&
    line !~ /^[^(]*::/
}
# Whether the brace of a line's function is in it, or begins the next line that is not blank.
function has_brace(i) {
  if (lines[i] ~ /\{/) return 1
  for (i++; i <= NR && lines[i] ~ /^[ \t]*$/; i++) {}
  return lines[i] ~ /^[ \t]*\{/
}
{
  sub(/\r$/, "")
  lines[NR] = $0
}
END {
  print "#include <Arduino.h>"
  for (i = 1; i <= NR; i++) {
    if (is_function(lines[i]) && has_brace(i) && !(i > 1 && lines[i - 1] ~ /^template/)) {
      if (!first) first = i
      prototype = lines[i]
      sub(/[ \t]*(\{.*|\/\/.*)?$/, ";", prototype)
      prototypes = prototypes prototype "\n"
    }
  }
  for (i = 1; i <= NR; i++) {
    if (i == first) printf "%s", prototypes
    if (i == 1 || i == first) printf "#line %d \"%s\"\n", i, FILENAME
    print lines[i]
  }
}
