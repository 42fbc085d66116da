"""Random C programs over two small numbers, with events in branches and loops, and the graph of their states."""

VARIABLES = ["x", "y"]
SIZE = 8


class Program:
    """Statements, their C, and the steps that they make: `code` is a list of jumps, tests, assignments and events."""

    def __init__(self, chance, events):
        self.chance = chance
        self.events = events
        self.helpers = []
        body = self._block(1)
        if chance.random() < 0.7:
            condition = self._condition() if chance.random() < 0.5 else ("1", "==", "1")
            body = [("while", condition, body)] + self._block(3)
        self.body = self._block(3) + body
        self.code = []
        self._flatten(self.body, [])

    def _expression(self):
        chance = self.chance
        return (chance.choice(VARIABLES), chance.choice(["+", "-"]), chance.choice(VARIABLES + ["1", "2", "3"]))

    def _condition(self):
        chance = self.chance
        operator = chance.choice(["<", ">", "!=", "==", ">=", "<="])
        return (chance.choice(VARIABLES), operator, chance.choice(VARIABLES + ["0", "1", "5"]))

    def _block(self, depth):
        chance, statements = self.chance, []
        kinds = ["set", "set", "event", "event", "if", "choose", "leave", "while", "call", "any", "return"]
        for _ in range(chance.randint(1, 3)):
            kind = chance.choice(kinds)
            if kind == "event":
                statements.append(("event", chance.choice(self.events)))
            elif kind in ("if", "choose") and depth < 3:
                condition = self._condition() if kind == "if" else None
                statements.append(("if", condition, self._block(depth + 1), self._block(depth + 1)))
            elif kind == "leave" and depth > 1:
                statements.append(("if", self._condition(), [("break",)], []))
            elif kind == "while" and depth < 3:
                statements.append(("while", self._condition(), self._block(depth + 1)))
            elif kind == "call":
                statements.append(("call", [s for s in self._block(depth + 1) if s[0] in ("set", "event", "any")]))
            elif kind == "any":
                statements.append(("any", chance.choice(VARIABLES)))
            elif kind == "return" and chance.random() < 0.3:
                statements.append(("if", self._condition(), [("return",)], []))
            else:
                statements.append(("set", chance.choice(VARIABLES), self._expression()))
        return statements

    def c(self):
        lines = ["unsigned nondet_uint(void);"] + [f"void {event}(void);" for event in self.events]
        lines += ["static unsigned char x, y;"]
        body = self._lines(self.body, 1, False)
        for helper in self.helpers:
            lines += helper
        start = [f"    {v} = nondet_uint() & {SIZE - 1};" for v in VARIABLES]
        return "\n".join(lines + ["int main(void) {"] + start + body + ["    return 0;", "}", ""])

    def _lines(self, statements, indent, in_loop):
        out, pad = [], "    " * indent
        for s in statements:
            match s[0]:
                case "set":
                    out.append(f"{pad}{s[1]} = ({' '.join(s[2])}) & {SIZE - 1};")
                case "any":
                    out.append(f"{pad}{s[1]} = nondet_uint() & {SIZE - 1};")
                case "event":
                    out.append(f"{pad}{s[1]}();")
                case "break":
                    out.append(f"{pad}break;" if in_loop else f"{pad};")
                case "return":
                    out.append(f"{pad}return 0;")
                case "call":
                    name = f"helper{len(self.helpers)}"
                    lines = self._lines(s[1], 1, False)
                    self.helpers.append([f"static void {name}(void) {{"] + lines + ["}"])
                    out.append(f"{pad}{name}();")
                case _:
                    condition = " ".join(s[1]) if s[1] else "nondet_uint()"
                    out.append(f"{pad}{s[0]} ({condition}) {{")
                    out += self._lines(s[2], indent + 1, in_loop or s[0] == "while")
                    if s[0] == "if":
                        out.append(f"{pad}}} else {{")
                        out += self._lines(s[3], indent + 1, in_loop)
                    out.append(f"{pad}}}")
        return out

    def _flatten(self, statements, leave, in_loop=False):
        """`leave` collects the jumps out of the innermost loop."""
        code = self.code
        for s in statements:
            if s[0] in ("set", "any", "event", "return"):
                code.append(s)
            elif s[0] == "call":
                self._flatten(s[1], [], False)
            elif s[0] == "break" and in_loop:
                leave.append(len(code))
                code.append(None)
            elif s[0] == "if":
                at = len(code)
                code.append(None)
                self._flatten(s[2], leave, in_loop)
                over = len(code)
                code.append(None)
                code[at] = ("test", s[1], at + 1, len(code))
                self._flatten(s[3], leave, in_loop)
                code[over] = ("jump", len(code))
            elif s[0] == "while":
                at, own = len(code), []
                code.append(None)
                self._flatten(s[2], own, True)
                code.append(("jump", at))
                code[at] = ("test", s[1], at + 1, len(code))
                for place in own:
                    code[place] = ("jump", len(code))

    def starts(self):
        return [(0, x, y) for x in range(SIZE) for y in range(SIZE)]

    def steps(self, node):
        """The nodes that follow, each with the event on the way, if there is one; none where the execution ends."""
        at, state = node[0], node[1:]
        if at == len(self.code) or self.code[at][0] == "return":
            return []
        s = self.code[at]
        match s[0]:
            case "jump":
                return [((s[1], *state), None)]
            case "event":
                return [((at + 1, *state), s[1])]
            case "test" if s[1] is None:
                return [((s[2], *state), None), ((s[3], *state), None)]
            case "test":
                return [((s[2] if holds(s[1], state) else s[3], *state), None)]
            case "any":
                return [((at + 1, *replaced(state, s[1], value)), None) for value in range(SIZE)]
        a, b = value_of(s[2][0], state), value_of(s[2][2], state)
        result = (a + b if s[2][1] == "+" else a - b) % SIZE
        return [((at + 1, *replaced(state, s[1], result)), None)]


def replaced(state, variable, value):
    new = list(state)
    new[VARIABLES.index(variable)] = value
    return tuple(new)


def value_of(word, state):
    return state[VARIABLES.index(word)] if word in VARIABLES else int(word)


def holds(condition, state):
    a, b = value_of(condition[0], state), value_of(condition[2], state)
    return {"<": a < b, ">": a > b, "!=": a != b, "==": a == b, ">=": a >= b, "<=": a <= b}[condition[1]]
