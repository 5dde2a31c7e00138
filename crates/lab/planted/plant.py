"""Plants refactorings into real sources by their tokens alone, mixed with other edits, and counts what is found again.

    python3 plant.py LANGUAGE SOURCES OUT --cases 100 --seed 1
    python3 plant.py score OUT REPORTS

The first writes OUT/N/before, OUT/N/after and OUT/expected.jsonl; REPORTS holds a file N for each case, a description a line.
It knows words, brackets and a few key words of each language, and shares no code with what is measured.
"""

import argparse
import json
import os
import random
import re
import sys

ENDINGS = {
    "python": (".py",), "go": (".go",), "rust": (".rs",), "javascript": (".js", ".mjs", ".cjs"), "typescript": (".ts",),
    "kotlin": (".kt",), "php": (".php",), "c": (".c",), "cpp": (".cc", ".cpp"),
}
STRING = r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\''
TOKENS = {
    "python": r'#[^\n]*|(?:[rRbBfFuU]{0,2})(?:"""(?:\\.|[^\\])*?"""|\'\'\'(?:\\.|[^\\])*?\'\'\')|' + STRING,
    "go": r"//[^\n]*|/\*.*?\*/|`[^`]*`|" + STRING,
    "rust": r'//[^\n]*|/\*.*?\*/|r(?P<h>#*)".*?"(?P=h)|"(?:\\.|[^"\\])*"|\'(?:\\[^\n]|[^\'\\\n])\'|\'[a-z_]\w*',
    "php": r"//[^\n]*|\#[^\[\n][^\n]*|/\*.*?\*/|" + '"(?:\\\\.|[^"\\\\])*"|\'(?:\\\\.|[^\'\\\\])*\'',
}
COMMON = r"//[^\n]*|/\*.*?\*/|`(?:\\.|[^`\\])*`|" + STRING
WORD = re.compile(r"\$?[A-Za-z_]\w*$")
KEYWORDS = set("""if else for while switch return case do in of not and or is def class func fn function fun let const var val new
    this self cls super true false null nil None True False import from package use pub mut static int void char long struct enum
    type interface range go defer match impl where async await try catch finally throw with as elif lambda yield sizeof unsigned
    default break continue public private protected string bool error float double auto mod crate ref Self echo array""".split())
WORDS = {"python": "def", "go": "func", "rust": "fn", "javascript": "function", "typescript": "function", "kotlin": "fun", "php": "function"}
TYPED = {"go", "rust", "typescript", "kotlin", "c", "cpp"}


class Text:
    """A file: its words, brackets and texts with their places; comments are left out."""

    def __init__(self, language, path, text):
        self.language, self.path, self.text = language, path, text
        special = TOKENS.get(language, COMMON)
        pattern = re.compile("(?P<s>" + special + r")|(?P<w>\$?[A-Za-z_]\w*)|(?P<n>\d[\w.]*)|(?P<o>:=|->|=>|::|[^\s\w])", re.S)
        self.tokens = []
        for m in pattern.finditer(text):
            comment = m.group("s") and re.match(r"//|/\*|#", m.group(0))
            if not comment or language == "rust" and m.group(0).startswith("#["):
                self.tokens.append((m.group(0), m.start(), m.end()))
        self.words = [t[0] for t in self.tokens]

    def closing(self, at):
        pairs = {"(": ")", "{": "}", "[": "]"}
        depth = 0
        for i in range(at, len(self.words)):
            if self.words[i] in pairs:
                depth += 1
            elif self.words[i] in pairs.values():
                depth -= 1
                if depth == 0:
                    return i
        return None

    def functions(self):
        out = []
        for i, word in enumerate(self.words):
            found = self.function_at(i, word)
            if found and found["body"][1] - found["body"][0] > 40:
                out.append(found)
        return out

    def function_at(self, i, word):
        w = self.words
        name = None
        if self.language in ("c", "cpp"):
            depth_zero = self.tokens[i][1] == 0 or self.text[:self.tokens[i][1]].count("{") == self.text[:self.tokens[i][1]].count("}")
            if WORD.match(word) and word not in KEYWORDS and i and i + 1 < len(w) and w[i + 1] == "(" and WORD.match(w[i - 1].replace("*", "x")) and depth_zero:
                name = i
        elif word == WORDS[self.language] and i + 1 < len(w):
            name = i + 1
            if self.language == "go" and w[name] == "(":
                end = self.closing(name)
                name = end + 1 if end else None
        if name is None or name + 1 >= len(w) or not WORD.match(w[name]):
            return None
        opened = name + 1
        if self.language in ("rust", "kotlin", "typescript") and w[opened] == "<":
            while opened < len(w) and w[opened] != "(":
                opened += 1
        if opened >= len(w) or w[opened] != "(":
            return None
        close = self.closing(opened)
        if close is None:
            return None
        body = self.body(close)
        if body is None:
            return None
        return {"start": self.tokens[i][1], "name": name, "params": (opened, close), "body": body, "text": self}

    def body(self, close):
        if self.language == "python":
            at = close
            while at < len(self.words) and self.words[at] != ":":
                at += 1
            if at >= len(self.words):
                return None
            start = self.text.find("\n", self.tokens[at][2])
            if start < 0 or self.text[self.tokens[at][2]:start].strip():
                return None
            first = re.compile(r"\n( *)\S").search(self.text, start)
            if not first:
                return None
            indent = len(first.group(1))
            end = start
            for line in re.compile(r"\n[^\n]*").finditer(self.text, start):
                content = line.group(0)[1:]
                if content.strip() and len(content) - len(content.lstrip()) < indent:
                    break
                end = line.end()
            return (start, end, indent)
        for at in range(close + 1, min(close + 40, len(self.words))):
            if self.words[at] in (";", "}", "="):
                return None
            if self.words[at] == "{":
                end = self.closing(at)
                return (self.tokens[at][2], self.tokens[end][1], 0) if end else None
        return None

    def parameters(self, function):
        """Each with the place of its name and of its type; none where one is too much for this."""
        opened, close = function["params"]
        parts, part, depth = [], [], 0
        for i in range(opened + 1, close):
            word = self.words[i]
            depth += (word in "([{<") - (word in ")]}>")
            if word == "," and depth == 0:
                parts.append(part)
                part = []
            else:
                part.append(i)
        if part:
            parts.append(part)
        out = []
        for part in parts:
            words = [self.words[i] for i in part]
            plain = ("=", "...", "{", "(", "/") if self.language in TYPED else ("=", "...", "{", "[", "*", "&", "(", "/")
            if any(x in words for x in plain) and self.language != "c":
                return None
            if self.language in ("c", "cpp"):
                name = part[-1]
                if len(part) < 2 or not WORD.match(self.words[name]) or self.words[name] in KEYWORDS or "(" in words or "[" in words:
                    return None
            else:
                named = [i for i in part if WORD.match(self.words[i]) and self.words[i] not in ("mut", "final", "const")]
                if self.language == "php":
                    named = [i for i in named if self.words[i].startswith("$")]
                if not named:
                    return None
                name = named[0]
                if self.language == "go" and len(part) < 2:
                    return None
            out.append((name, part))
        return out

    def place(self, i):
        return self.tokens[i][1], self.tokens[i][2]

    def in_body(self, function):
        start, end, _ = function["body"]
        return [i for i, t in enumerate(self.tokens) if start <= t[1] < end]

    def locals(self, function):
        out = []
        inside = self.in_body(function)
        for a, b in zip(inside, inside[1:]):
            word, after = self.words[a], self.words[b]
            name = {
                "go": after == ":=" and WORD.match(word) and self.words[a - 1] != "," and word,
                "rust": word == "let" and after != "mut" and WORD.match(after) and after,
                "javascript": word in ("const", "let", "var") and WORD.match(after) and after,
                "typescript": word in ("const", "let", "var") and WORD.match(after) and after,
                "kotlin": word in ("val", "var") and WORD.match(after) and after,
                "php": word.startswith("$") and after == "=" and self.words[a - 1] in (";", "{", "}") and word,
                "python": WORD.match(word) and after == "=" and self.text[:self.tokens[a][1]].rsplit("\n", 1)[-1].strip() == "" and word,
            }.get(self.language)
            if self.language in ("c", "cpp"):
                plain = word in ("int", "long", "char", "size_t", "unsigned", "bool", "double") or word == "*"
                name = plain and WORD.match(after) and self.words[b + 1] in ("=", ";") and self.words[a - 1] not in (",", "=", "(") and after
            if name and len(name) > 2 and name not in KEYWORDS and name != "$this":
                out.append(name)
        return [n for n in out if out.count(n) == 1]


class Planter:
    def __init__(self, language, files, rng):
        self.language, self.files, self.rng = language, files, rng
        self.count = {}
        self.defined = {}
        for f in files:
            for w in f.words:
                self.count[w] = self.count.get(w, 0) + 1
            for g in f.functions():
                name = f.words[g["name"]]
                self.defined[name] = self.defined.get(name, 0) + 1
        self.serial = 0

    def fresh(self, stem):
        self.serial += 1
        words = ["amber", "basalt", "cedar", "delta", "ember", "fjord", "garnet", "harbor", "indigo", "juniper", "kelp", "lagoon"]
        word = self.rng.choice(words)
        sign = "$" if stem.startswith("$") else ""
        stem = stem.lstrip("$")
        made = word.capitalize() + stem if stem[0].isupper() else word + "_" + stem if "_" in stem else word + stem[0].upper() + stem[1:]
        return sign + made

    def rename_tokens(self, indices, text, new):
        return [(*text.place(i), new) for i in indices]

    # Each way gives edits by file, and what must be found: the type and what its description holds; or nothing.

    def rename_method(self, f, g):
        old = f.words[g["name"]]
        if self.defined.get(old) != 1 or len(old) < 5 or old.startswith("__"):
            return None
        if self.language == "go" and (old.startswith("Test") or old in ("init", "main")):
            return None
        new = self.fresh(old)
        edits = {}
        for other in self.files:
            at = [i for i, w in enumerate(other.words) if w == old]
            if at:
                edits[other.path] = self.rename_tokens(at, other, new)
        if len(edits) > 4:
            return None
        return edits, ("Rename Method", [f" {old}(", f" {new}("])

    def rename_in(self, f, g, old, kind):
        inside = set(f.in_body(g))
        if kind == "Rename Parameter":
            inside |= set(range(g["params"][0], g["params"][1]))
        at = [i for i in inside if f.words[i] == old]
        bad = any(f.words[i - 1] in (".", "->", "::") or f.words[i + 1] == ":" and self.language not in ("kotlin", "rust", "typescript") for i in at if i + 1 < len(f.words))
        if bad or len(at) < 2:
            return None
        if self.language in ("rust", "javascript", "typescript") and any(f.words[i - 1] in ("{", ",") and f.words[i + 1] in ("}", ",") for i in at):
            return None
        if self.language == "python" and kind == "Rename Variable" and any(f.words[i + 1:i + 2] == ["="] and f.words[i - 1] in ("(", ",") for i in at):
            return None
        if old.lstrip("$") in " ".join(w for w in f.words if w[:1] in "\"'`"):
            return None
        new = self.fresh(old)
        shown = [old.lstrip("$"), new.lstrip("$")]
        return {f.path: self.rename_tokens(at, f, new)}, (kind, [f"{kind} {shown[0]}", f"to {shown[1]}"])

    def rename_variable(self, f, g):
        names = f.locals(g)
        return self.rename_in(f, g, self.rng.choice(names), "Rename Variable") if names else None

    def rename_parameter(self, f, g):
        params = f.parameters(g)
        names = [f.words[n] for n, _ in params or []]
        names = [n for n in names if n not in KEYWORDS and len(n) > 1]
        return self.rename_in(f, g, self.rng.choice(names), "Rename Parameter") if names else None

    def add_parameter(self, f, g):
        params = f.parameters(g)
        if params is None or self.defined.get(f.words[g["name"]]) != 1:
            return None
        name = self.fresh("count")
        typed = {"go": f"{name} int", "rust": f"{name}: u32", "typescript": f"{name}: number", "kotlin": f"{name}: Int", "php": f"${name}",
                 "c": f"int {name}", "cpp": f"int {name}"}.get(self.language, name)
        opened, close = g["params"]
        if close == opened + 1:
            text = typed
        elif f.words[opened + 1] == "void" and close == opened + 2:
            return None
        else:
            text = ", " + typed
        at = f.tokens[close - 1][2] if close > opened + 1 and f.words[close - 1] != "," else f.tokens[close][1]
        value = "7"
        edits = {f.path: [(at, at, text)]}
        old = f.words[g["name"]]
        for other in self.files:
            for i, w in enumerate(other.words[:-1]):
                if w == old and other.words[i + 1] == "(" and not (other is f and i == g["name"]):
                    end = other.closing(i + 1)
                    if end is None:
                        return None
                    where = other.tokens[end][1]
                    edits.setdefault(other.path, []).append((where, where, value if end == i + 2 else ", " + value))
        if len(edits) > 4:
            return None
        return edits, ("Add Parameter", [f"Add Parameter {name}"])

    def reorder(self, f, g):
        params = f.parameters(g)
        if not params or len(params) < 2 or self.defined.get(f.words[g["name"]]) != 1:
            return None
        first = 1 if self.words_of(f, params[0][1])[-1] in ("self", "cls") else 0
        if len(params) - first < 2:
            return None
        a, b = params[first][1], params[first + 1][1]
        spans = [(f.tokens[p[0]][1], f.tokens[p[-1]][2]) for p in (a, b)]
        texts = [f.text[s:e] for s, e in spans]
        edits = [(*spans[0], texts[1]), (*spans[1], texts[0])]
        return {f.path: edits}, ("Reorder Parameter", [f" {f.words[g['name']]}("])

    def words_of(self, f, part):
        return [f.words[i] for i in part]

    def change_type(self, f, g):
        if self.language not in TYPED:
            return None
        params = f.parameters(g)
        other = {"int": "int64", "string": "Label", "u32": "u16", "usize": "u64", "bool": "Flag", "Int": "Long", "String": "Label", "number": "bigint",
                 "char": "wchar_t", "size_t": "int", "long": "int", "boolean": "Flag", "double": "float"}
        for name, part in params or []:
            at = [i for i in part if i != name and f.words[i] in other]
            if at:
                now = other[f.words[at[0]]]
                return {f.path: [(*f.place(at[0]), now)]}, ("Change Parameter Type", [f"{f.words[name]} : ", f" {f.words[g['name']]}("])
        return None

    def extract_variable(self, f, g):
        inside = f.in_body(g)
        for i in inside[:-1]:
            # A call as the first argument of a statement that is a call.
            if f.words[i + 1] != "(" or not WORD.match(f.words[i]):
                continue
            line = f.text.rfind("\n", 0, f.tokens[i][1]) + 1
            before = f.text[line:f.tokens[i][1]]
            if before.strip() or f.words[i] in KEYWORDS:
                continue
            end = f.closing(i + 1)
            if end is None or "\n" in f.text[f.tokens[i][1]:f.tokens[end][2]] or f.text[f.tokens[end][2]:].split("\n", 1)[0].strip() not in ("", ";"):
                continue
            inner = i + 2
            if f.words[inner + 1:inner + 2] != ["("] or not WORD.match(f.words[inner]) or f.words[inner] in KEYWORDS:
                continue
            stop = f.closing(inner + 1)
            if stop is None or f.words[stop + 1] not in (",", ")"):
                continue
            span = (f.tokens[inner][1], f.tokens[stop][2])
            name = self.fresh("value")
            value = f.text[span[0]:span[1]]
            made = {"go": f"{name} := {value}", "rust": f"let {name} = {value};", "javascript": f"const {name} = {value};", "typescript": f"const {name} = {value};",
                    "kotlin": f"val {name} = {value}", "php": f"${name} = {value};", "c": f"int {name} = {value};", "cpp": f"auto {name} = {value};"}
            text = made.get(self.language, f"{name} = {value}")
            used = "$" + name if self.language == "php" else name
            return {f.path: [(line, line, before + text + "\n"), (*span, used)]}, ("Extract Variable", [f"Extract Variable {name}"])
        return None

    def extract_method(self, f, g):
        """The last statements of a function without a result, where they use nothing but its parameters and what is global."""
        start, end, indent = g["body"]
        text = f.text[start:end]
        lines = text.split("\n")
        body = [n for n, line in enumerate(lines) if line.strip()]
        params = f.parameters(g)
        if params is None or len(body) < 8 or self.language == "cpp":
            return None
        names = [f.words[n] for n, _ in params]
        if names and names[0] in ("self", "cls") or "this" in text or "self" in text:
            return None
        if self.language == "go" and f.words[g["name"] - 1] == ")":
            return None
        width = len(lines[body[0]]) - len(lines[body[0]].lstrip())
        flat = lambda n: len(lines[n]) - len(lines[n].lstrip()) == width
        for size in (5, 4, 3):
            for at in range(len(body) - size + 1):
                chosen = body[at:at + size]
                if chosen[-1] - chosen[0] != size - 1 or not all(flat(n) for n in chosen) or at + size < len(body) and not flat(body[at + size]):
                    continue
                part = "\n".join(lines[chosen[0]:chosen[-1] + 1])
                piece = Text(self.language, "", part)
                if any(w in ("return", "break", "continue", "yield", "goto", "throw", "raise", "?", "await", ":=", "let", "const", "var", "val", "defer", "{") for w in piece.words):
                    continue
                if part.count("(") != part.count(")") or part.count("{") != part.count("}") or any(w in "{}" for w in piece.words[:1]):
                    continue
                assigned = {a for a, b in zip(piece.words, piece.words[1:]) if b == "=" and WORD.match(a)}
                known = set(f.locals(g)) | assigned
                used = [w for w in dict.fromkeys(piece.words) if w in names or w in known]
                if assigned or any(w in known and w not in names for w in used):
                    continue
                if self.language in ("c", "cpp") or not piece.words:
                    types = {f.words[n]: f.text[f.tokens[p[0]][1]:f.tokens[p[-1]][2]] for n, p in params}
                else:
                    types = {f.words[n]: f.text[f.tokens[p[0]][1]:f.tokens[p[-1]][2]] for n, p in params}
                name = self.fresh("stage" if self.language != "rust" else "the_stage")
                head = ", ".join(types[w] for w in used)
                call = f"{name}({', '.join(used)})" + ("" if self.language in ("python", "go", "kotlin", "javascript") else ";")
                outer = f.text[f.text.rfind("\n", 0, g["start"]) + 1:g["start"]]
                # What stands before the function and belongs to it would belong to the new one.
                if outer.strip() or f.text[:g["start"]].rstrip().endswith(("]", ")", "*/")):
                    continue
                body_text = "\n".join(line[width:] for line in part.split("\n"))
                body_text = "\n".join(" " * (len(outer) + 4) + line if line.strip() else line for line in body_text.split("\n"))
                heads = {"python": f"def {name}({head}):\n{body_text}\n\n\n", "go": f"func {name}({head}) {{\n{body_text}\n}}\n\n", "rust": f"fn {name}({head}) {{\n{body_text}\n}}\n\n",
                         "kotlin": f"fun {name}({head}) {{\n{body_text}\n}}\n\n", "c": f"void {name}({head or 'void'})\n{{\n{body_text}\n}}\n\n"}
                made = heads.get(self.language, f"function {name}({head}) {{\n{body_text}\n}}\n\n")
                if self.language == "c":
                    return None
                line_start = f.text.rfind("\n", 0, g["start"]) + 1
                offset = start + len("\n".join(lines[:chosen[0]])) + (1 if chosen[0] else 0)
                made = "\n".join(outer + line if line.strip() else line for line in made.split("\n")) if self.language != "python" else "\n".join(outer + line if line.strip() else line for line in made.split("\n"))
                return {f.path: [(line_start, line_start, made), (offset, offset + len(part), " " * width + call)]}, ("Extract Method", [f" {name}("])
        return None

    def rename_class(self, f, _):
        starters = {"class", "struct", "interface", "trait", "enum", "type"}
        found = [f.words[i + 1] for i, w in enumerate(f.words[:-2]) if w in starters and re.match(r"[A-Z]\w{4,}$", f.words[i + 1]) and f.words[i + 2] in "{(:<struct" + "extends"]
        found = [n for n in found if sum(o.words[i] in starters and o.words[i + 1] == n for o in self.files for i in range(len(o.words) - 1)) == 1]
        if not found:
            return None
        old = self.rng.choice(found)
        new = self.fresh(old)
        edits = {}
        for other in self.files:
            at = [i for i, w in enumerate(other.words) if w == old]
            if at:
                edits[other.path] = self.rename_tokens(at, other, new)
        if len(edits) > 5:
            return None
        return edits, ("Rename Class", [f"{old} renamed to", new])

    def move_method(self, f, g):
        if self.language not in ("python", "javascript", "typescript", "rust", "c") or len(self.files) < 2:
            return None
        line = f.text.rfind("\n", 0, g["start"]) + 1
        if f.text[line:g["start"]].strip() or g["start"] != line or self.defined.get(f.words[g["name"]]) != 1:
            return None
        other = self.rng.choice([o for o in self.files if o is not f])
        end = g["body"][1] + (0 if self.language == "python" else 1)
        text = f.text[line:end].rstrip()
        where = len(other.text)
        if f.text[:line].rstrip().endswith(("@", ")", "]", "*/")):
            return None
        edits = {f.path: [(line, end, "")], other.path: [(where, where, "\n\n" + text + "\n")]}
        return edits, ("Move Method", [f" {f.words[g['name']]}("])

    def noise(self, f, g):
        start, end, indent = g["body"]
        numbers = [i for i in f.in_body(g) if re.match(r"[2-9]\d*$", f.words[i])]
        if numbers:
            i = self.rng.choice(numbers)
            return {f.path: [(*f.place(i), str(int(f.words[i]) + 1))]}
        return None


REVERSED = {"Extract Method": "Inline Method", "Extract Variable": "Inline Variable", "Add Parameter": "Remove Parameter"}
WAYS = ["rename_method", "rename_variable", "rename_parameter", "add_parameter", "reorder", "change_type", "extract_variable", "extract_method", "rename_class", "move_method"]


def read(language, root):
    out = []
    for folder, _, names in os.walk(root):
        for name in sorted(names):
            path = os.path.join(folder, name)
            if name.endswith(ENDINGS[language]) and 1500 < os.path.getsize(path) < 60000 and not name.endswith((".d.ts", ".min.js")):
                try:
                    text = open(path, encoding="utf8", newline="").read()
                except UnicodeDecodeError:
                    continue
                if "\r" not in text and "\t\t\t\t\t\t\t\t" not in text:
                    out.append(Text(language, os.path.relpath(path, root), text))
    return out


def applied(text, edits):
    edits = sorted(edits)
    if any(a[1] > b[0] for a, b in zip(edits, edits[1:])):
        return None
    for start, end, new in reversed(edits):
        text = text[:start] + new + text[end:]
    return text


def make(args):
    rng = random.Random(args.seed)
    files = read(args.language, args.sources)
    print(len(files), "files", file=sys.stderr)
    os.makedirs(args.out, exist_ok=True)
    expected = open(os.path.join(args.out, "expected.jsonl"), "w")
    counts, number, tries = {}, 0, 0
    while number < args.cases and tries < args.cases * 60:
        tries += 1
        at = rng.randrange(len(files))
        near = [f for f in files if os.path.dirname(f.path) == os.path.dirname(files[at].path)]
        group = rng.sample(near, min(len(near), 4))
        planter = Planter(args.language, group, rng)
        functions = [(f, g) for f in group for g in f.functions()]
        rng.shuffle(functions)
        edits, wanted, touched = {}, [], set()
        order = sorted(WAYS, key=lambda w: (counts.get(w, 0), rng.random()))
        backwards = rng.random() < 0.3
        for f, g in functions:
            if len(wanted) == 3:
                break
            for way in order:
                if any(x[0] == way for x in touched) or (backwards and way not in ("extract_method", "extract_variable", "add_parameter")):
                    continue
                made = getattr(planter, way)(f, g)
                if not made:
                    continue
                merged = {p: edits.get(p, []) + e for p, e in made[0].items()}
                texts = {x.path: x.text for x in group}
                if any(applied(texts[p], e) is None for p, e in merged.items()):
                    continue
                edits.update(merged)
                kind, parts = made[1]
                wanted.append((REVERSED[kind] if backwards else kind, [p.replace(kind, REVERSED[kind]) for p in parts] if backwards else parts))
                touched.add((way, id(g)))
                counts[way] = counts.get(way, 0) + 1
                break
        if len(wanted) < 2:
            continue
        for f, g in functions[-3:]:
            noise = planter.noise(f, g)
            if noise and all(applied(f.text, edits.get(p, []) + e) is not None for p, e in noise.items()):
                edits.update({p: edits.get(p, []) + e for p, e in noise.items()})
        for f in group:
            if f.path not in edits:
                continue
            sides = [f.text, applied(f.text, edits[f.path])]
            for side, text in zip(("before", "after"), reversed(sides) if backwards else sides):
                path = os.path.join(args.out, str(number), side, f.path)
                os.makedirs(os.path.dirname(path), exist_ok=True)
                open(path, "w", newline="").write(text)
        expected.write(json.dumps({"id": number, "wanted": wanted}) + "\n")
        number += 1
    print(number, "cases", counts, file=sys.stderr)


def score(args):
    found = missed = right = false = 0
    by_type = {}
    for line in open(os.path.join(args.sources, "expected.jsonl")):
        case = json.loads(line)
        path = os.path.join(args.out, str(case["id"]))
        reports = open(path).read().split("\n") if os.path.exists(path) else []
        reports = [r.split(" | ")[0] for r in reports if r]
        used = set()
        for kind, parts in case["wanted"]:
            hit = [i for i, r in enumerate(reports) if r.startswith(kind) and all(p in r for p in parts)]
            good = by_type.setdefault(kind, [0, 0, 0])
            good[0 if hit else 1] += 1
            found += bool(hit)
            missed += not hit
            used.update(hit)
            if not hit and args.show:
                print("missed", case["id"], kind, parts)
        renamed = [[re.sub(r"^Rename \w+ |^to | renamed to$|[ (]", "", p) for p in parts] for kind, parts in case["wanted"] if kind.startswith("Rename")]
        # What else is called so is renamed with it, and what has a renamed type has another one.
        follows = lambda r: r.startswith(("Rename", "Change")) and any(all(n in r for n in names) for names in renamed)
        for i, report in enumerate(reports):
            if i in used or follows(report):
                right += 1
            else:
                false += 1
                kind = " ".join(w for w in report.split(" ")[:3] if w[0].isupper())
                by_type.setdefault(kind, [0, 0, 0])[2] += 1
                if args.show:
                    print("false", case["id"], report[:200])
    print(f"recall {found / max(found + missed, 1):.3f} ({found} of {found + missed}), precision {right / max(right + false, 1):.3f} ({right} of {right + false})")
    for kind, (hit, miss, wrong) in sorted(by_type.items()):
        print(f"  {kind:<26} found {hit:4} missed {miss:4} other reports {wrong:4}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("language", choices=[*ENDINGS, "score"])
    parser.add_argument("sources")
    parser.add_argument("out")
    parser.add_argument("--cases", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", action="store_true")
    args = parser.parse_args()
    (score if args.language == "score" else make)(args)


if __name__ == "__main__":
    main()
