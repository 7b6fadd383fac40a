"""Operators that stand for another while their mutant is alive."""

import re

COMPARISONS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
ARITHMETIC = {"+": "-", "-": "+", "*": "/", "/": "*", "%": "/", "<<": ">>", ">>": "<<", "&": "|", "|": "&"}
WRAPPING = {"&+": "&-", "&-": "&+", "&*": "&+"}
ASSIGNMENTS = {"+=": "-=", "-=": "+="}
LOGIC = {"&&": "||", "||": "&&"}
PRECEDENCE = {"+": "Addition", "-": "Addition", "&+": "Addition", "&-": "Addition", "|": "Addition"}
SHIFTS = {"<<", ">>"}
BINARY = re.compile(r"(?<= )(<=|>=|==|!=|&&|\|\||\+=|-=|<<|>>|&\+|&-|&\*|[<>+\-*/%&|])(?= )")


def operator_helper(old, other):
    """The operator that stands for `old`, and for `other` while its mutant is alive."""
    def function(generics, a, b, result, body, effects=""):
        return f"func {{op}} {generics}(a: {a}, b: {b}) {effects}{result}{{{{ {body} }}}}\n"

    alive = "isAlive({n})"
    plain = f"{alive} ? a {other} b : a {old} b"
    if old in LOGIC:
        group = "LogicalConjunction" if old == "&&" else "LogicalDisjunction"
        body = f"try {alive} ? (a {other} b()) : (a {old} b())"
        functions = function("", "Bool", "@autoclosure () throws -> Bool", "-> Bool ", body, "rethrows ")
    elif old in COMPARISONS:
        group = "Comparison"
        kind = "Equatable" if old in ("==", "!=") else "Comparable"
        functions = function(f"<T: {kind}>", "T", "T", "-> Bool ", plain)
        if kind == "Equatable":
            functions += function("<T>", "T?", "_OptionalNilComparisonType", "-> Bool ", plain)
    elif old in ASSIGNMENTS:
        group = "Assignment"
        body = f"if {alive} {{{{ a {other} b }}}} else {{{{ a {old} b }}}}"
        functions = function("<T: AdditiveArithmetic>", "inout T", "T", "", body)
        if old == "+=":
            append = "if !isAlive({n}) {{ a += b }}"
            functions += function("<E, S: Sequence<E>>", "inout [E]", "S", "", append)
            functions += function("", "inout String", "String", "", append)
    elif old in WRAPPING:
        group = PRECEDENCE.get(old, "Multiplication")
        functions = function("<T: FixedWidthInteger>", "T", "T", "-> T ", plain)
    elif old in SHIFTS:
        group = "BitwiseShift"
        functions = function("<T: BinaryInteger, S: BinaryInteger>", "T", "S", "-> T ", plain)
    elif old in "+-":
        group = "Addition"
        functions = function("<T: AdditiveArithmetic>", "T", "T", "-> T ", plain)
        if old == "+":
            join = f"{alive} ? a : a + b"
            functions += function("<E, S: Sequence<E>>", "[E]", "S", "-> [E] ", join)
            functions += function("", "String", "String", "-> String ", join)
    else:
        group = PRECEDENCE.get(old, "Multiplication")
        functions = function("<T: BinaryInteger>", "T", "T", "-> T ", plain)
        if old in "*/":
            functions += function("<T: FloatingPoint>", "T", "T", "-> T ", plain)
    return f"infix operator {{op}} : {group}Precedence\n{functions}"


def operator_name(number):
    """An operator that nobody uses, of one or two mathematical characters."""
    characters = [chr(code) for code in range(0x2200, 0x2300)]
    high, low = divmod(number, len(characters))
    return (characters[high - 1] if high else "") + characters[low]
