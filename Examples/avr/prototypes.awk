# Makes C++ of a sketch: functions are declared before the first one, as the Arduino IDE does.
# A function is a line that begins at the margin, has parentheses and ends with a brace.
function is_function(line) {
  return line ~ /^[A-Za-z_][A-Za-z0-9_:<>*& ]*[ *&][A-Za-z_][A-Za-z0-9_]*\([^;=]*\) *\{/ &&
    line !~ /^(static|inline|template|class|struct|enum|namespace|extern|if|for|while|switch|else|do|return) / &&
    line !~ /^[^(]*::/
}
{ lines[NR] = $0 }
END {
  print "#include <Arduino.h>"
  for (i = 1; i <= NR; i++) {
    if (is_function(lines[i]) && !(i > 1 && lines[i - 1] ~ /^template/)) {
      if (!first) first = i
      prototype = lines[i]
      sub(/ *\{.*$/, ";", prototype)
      prototypes = prototypes prototype "\n"
    }
  }
  for (i = 1; i <= NR; i++) {
    if (i == first) printf "%s", prototypes
    if (i == 1 || i == first) printf "#line %d \"%s\"\n", i, FILENAME
    print lines[i]
  }
}
