"""How refactorings are planted: each way gives edits by file, and what must be found, the type and parts of its description."""

import os
import re

from text import KEYWORDS, TYPED, WORD, WORDS, Text

MOVES = ("python", "javascript", "typescript", "rust", "c")


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
        # How often each name is declared, with or without a body, or called where no code stands.
        self.declared = {}
        for f in files:
            for i, w in enumerate(f.words[:-1]):
                is_head = f.words[i - 1] == WORDS.get(language) if language in WORDS else not f.code[i] and f.words[i + 1] == "("
                if i and is_head:
                    self.declared[w] = self.declared.get(w, 0) + 1
        self.serial = 0
        self.moved = {}

    def fresh(self, stem):
        self.serial += 1
        words = ["amber", "basalt", "cedar", "delta", "ember", "fjord", "garnet", "harbor", "indigo", "juniper", "kelp", "lagoon"]
        word = self.rng.choice(words)
        sign = "$" if stem.startswith("$") else ""
        stem = stem.lstrip("$")
        made = word.capitalize() + stem if stem[0].isupper() else word + "_" + stem if "_" in stem else word + stem[0].upper() + stem[1:]
        if made in self.count:
            made += str(self.serial)
        self.count[made] = 1
        return sign + made

    def rename_tokens(self, indices, text, new):
        return [(*text.place(i), new) for i in indices]

    def belongs(self, f, at):
        """Whether what stands before the line at `at` belongs to what stands there: annotations, a comment."""
        before = f.text[:at].rstrip()
        return before.endswith(("@", ")", "]", "*/")) or before[before.rfind("\n") + 1:].lstrip().startswith("@")

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
        if params is None or self.defined.get(f.words[g["name"]]) != 1 or self.declared.get(f.words[g["name"]], 1) > 1:
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
        if not params or len(params) < 2 or self.defined.get(f.words[g["name"]]) != 1 or self.declared.get(f.words[g["name"]], 1) > 1:
            return None
        first = 1 if {"self", "cls"} & set(self.words_of(f, params[0][1])) else 0
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
                if not self.are_statements(f, [start + len("\n".join(lines[:n])) + (1 if n else 0) for n in chosen]):
                    continue
                part = "\n".join(lines[chosen[0]:chosen[-1] + 1])
                if '"""' in part or "'''" in part or part.lstrip()[:1] in "\"'":
                    continue
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
                if outer.strip() or self.belongs(f, g["start"] - len(outer)):
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

    def are_statements(self, f, lines):
        """Whether each line, by its start, is code that says something, and most of them a call."""
        starts = {t[1]: i for i, t in enumerate(f.tokens)}
        calls = 0
        for line in lines:
            end = f.text.find("\n", line)
            text = f.text[line:end if end >= 0 else len(f.text)]
            at = starts.get(line + len(text) - len(text.lstrip()))
            if at is None or not WORD.match(f.words[at]) or f.words[at] in ("import", "from", "pass", "assert", "use", "case", "default"):
                return False
            calls += "(" in text
        return calls * 2 >= len(lines)

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
        return edits, ("Rename Class|Move And Rename Class", [f"{old} ", "renamed to", new])

    def move_method(self, f, g):
        if self.language not in MOVES or len(self.files) < 2:
            return None
        line = f.text.rfind("\n", 0, g["start"]) + 1
        if f.text[line:g["start"]].strip() or g["start"] != line or self.defined.get(f.words[g["name"]]) != 1:
            return None
        if self.language in ("c", "cpp") and (not re.match(r"[A-Za-z]", f.text[line:]) or "\n#" in f.text[line:g["body"][1]]):
            return None
        other = self.rng.choice([o for o in self.files if o is not f])
        end = g["body"][1] + (0 if self.language == "python" else 1)
        text = f.text[line:end].rstrip()
        where = len(other.text)
        if self.belongs(f, line):
            return None
        edits = {f.path: [(line, end, "")], other.path: [(where, where, "\n\n" + text + "\n")]}
        return edits, ("Move Method", [f" {f.words[g['name']]}("])

    def move_and_rename_method(self, f, g):
        old = f.words[g["name"]]
        moved = self.move_method(f, g)
        if not moved or len(old) < 5 or any(w == old for o in self.files if o is not f for w in o.words) or f.words.count(old) != 1:
            return None
        new = self.fresh(old)
        edits = {p: [(s, e, re.sub(rf"\b{old}\b", new, t)) for s, e, t in es] for p, es in moved[0].items()}
        return edits, ("Move And Rename Method", [f" {old}(", f" {new}("])

    def rename_attribute(self, f, _):
        """A name that stands behind the object everywhere, but where it is declared."""
        if self.language in ("python", "javascript", "typescript", "php"):
            owner = {"python": ("self", "."), "php": ("$this", "-")}.get(self.language, ("this", "."))
            at = 3 if self.language == "php" else 2
            found = {f.words[i + at] for i, w in enumerate(f.words[:-4]) if w == owner[0] and f.words[i + at + 1] == "=" and f.words[i + at + 2] != "="}
            behind = lambda i: f.words[i - at] == owner[0]
        elif self.language == "kotlin":
            found = {f.words[i + 1] for i, w in enumerate(f.words[:-2]) if w in ("val", "var") and f.words[i - 1] in ("private", "internal", "protected") and not f.code[i]}
            behind = lambda i: f.words[i - 1] in ("val", "var") or f.words[i + 1] != ":"
        else:
            line = lambda i: f.text.rfind("\n", 0, f.tokens[i][1]) + 1
            first = lambda i: not f.text[line(i):f.tokens[i][1]].strip()
            inside = self.in_structs(f)
            sign = {"rust": ":"}.get(self.language)
            if self.language in ("c", "cpp"):
                found = {f.words[i] for i in inside if f.words[i + 1] == ";" and WORD.match(f.words[i - 1].replace("*", "x"))}
            else:
                found = {f.words[i] for i in inside if (first(i) or f.words[i - 1] == "pub") and (sign is None or f.words[i + 1] == sign)}
            behind = lambda i: i in inside or f.words[i - 1] in (".", ">", "->")
        found = {n for n in found if WORD.match(n) and len(n) > 4 and n not in KEYWORDS and self.count.get(n, 0) == f.words.count(n) > 2}
        found = [n for n in sorted(found) if all(behind(i) for i, w in enumerate(f.words) if w == n) and self.defined.get(n) is None]
        found = [n for n in found if not any(w.strip("$") == n for w in f.words if w.startswith("$"))]
        if not found:
            return None
        old = self.rng.choice(found)
        new = self.fresh(old)
        at = [i for i, w in enumerate(f.words) if w == old]
        return {f.path: self.rename_tokens(at, f, new)}, ("Rename Attribute", [f"{old}", f"to ", new])

    def in_structs(self, f):
        out, i = set(), 0
        while i < len(f.words) - 3:
            if f.words[i] == "struct" and "{" in f.words[i + 1:i + 3]:
                start = i + 1 + f.words[i + 1:i + 3].index("{")
                end = f.closing(start)
                if end is None:
                    break
                out |= set(range(start + 1, end))
                i = start
            i += 1
        return out

    def change_return_type(self, f, g):
        """The one word between the parameters and the body, or before the name."""
        other = {"int": "long", "string": "Label", "u32": "u16", "usize": "u64", "bool": "Flag", "Int": "Long", "String": "Label", "number": "bigint",
                 "size_t": "int", "long": "int", "boolean": "Flag", "Boolean": "Flag", "double": "float", "error": "Failure", "void": "int", "Self": "Other"}
        if self.language not in TYPED and self.language != "php":
            return None
        if self.language in ("c", "cpp"):
            at = [g["name"] - 1]
        else:
            close = g["params"][1]
            at = [i for i in range(close + 1, min(close + 4, len(f.words))) if f.tokens[i][2] <= g["body"][0] and WORD.match(f.words[i])]
            if len(at) == 1 and f.words[at[0] + 1] != "{":
                return None
        if len(at) != 1 or f.words[at[0]] not in other or f.words[at[0] - 1] in ("::", ":"):
            return None
        now = other[f.words[at[0]]]
        return {f.path: [(*f.place(at[0]), now)]}, ("Change Return Type", [f"{f.words[at[0]]} to {now} in method", f" {f.words[g['name']]}("])

    def change_variable_type(self, f, g):
        other = {"int": "long", "long": "int", "size_t": "int", "double": "float", "Int": "Long", "String": "Label", "u32": "u16", "usize": "u64", "string": "Label",
                 "number": "bigint", "bool": "Flag", "boolean": "Flag", "u64": "u32", "u8": "u16", "unsigned": "int"}
        inside = f.in_body(g)
        for a in inside[1:-2]:
            word, before, after = f.words[a], f.words[a - 1], f.words[a + 1]
            if self.language in ("c", "cpp"):
                name = after if before in (";", "{", "}") and f.words[a + 2] in ("=", ";") else ""
            elif self.language == "go":
                name = before if f.words[a - 2] == "var" and after not in (".", "{", "(", "[") else ""
            else:
                name = f.words[a - 2] if before == ":" and f.words[a - 3] in ("let", "val", "var", "const", "mut") and after in ("=", ";") else ""
            if word in other and WORD.match(name) and name not in KEYWORDS and self.language in TYPED and f.locals(g).count(name) < 2:
                now = other[word]
                return {f.path: [(*f.place(a), now)]}, ("Change Variable Type", [f"{name} : {word} to {name} : {now}"])
        return None

    def change_access(self, f, g):
        i = g["name"]
        swap = {"kotlin": {"private": "internal", "internal": "private", "protected": "internal"}, "php": {"public": "protected", "private": "protected", "protected": "public"},
                "typescript": {"private": "protected", "protected": "private"}, "rust": {"pub": "pub(crate)"}}.get(self.language)
        line = f.text.rfind("\n", 0, f.tokens[i][1]) + 1
        at = [j for j in range(max(0, i - 6), i) if f.tokens[j][1] >= line and swap and f.words[j] in swap and f.words[j + 1] != "("]
        if len(at) != 1:
            return None
        now = swap[f.words[at[0]]]
        return {f.path: [(*f.place(at[0]), now)]}, ("Change Method Access Modifier", [f" {f.words[i]}("])

    def add_annotation(self, f, g):
        name = self.fresh("mark_of")
        made = {"python": f"@{name}", "kotlin": f"@{name}", "rust": f"#[{name}]", "php": f"#[{name}]"}.get(self.language)
        line = f.text.rfind("\n", 0, g["start"]) + 1
        words = f.text[line:g["start"]].split()
        if not made or any(w not in KEYWORDS | {"internal", "override", "inline", "open", "final", "abstract"} for w in words):
            return None
        width = len(f.text[line:]) - len(f.text[line:].lstrip())
        return {f.path: [(line, line, " " * width + made + "\n")]}, ("Add Method Annotation", [name, f" {f.words[g['name']]}("])

    def move_file(self, f, _):
        """A module that is called otherwise: the file with another name."""
        folder, file = os.path.split(f.path)
        stem, ending = os.path.splitext(file)
        if self.language not in ("python", "javascript", "typescript") or stem.startswith("_") or "." in stem or not WORD.match(stem) or len(f.functions()) < 2:
            return None
        new = self.fresh(stem)
        self.moved[f.path] = os.path.join(folder, new + ending)
        return {f.path: []}, ("Move Class|Rename Class|Move And Rename Class", [stem, new])

    # Edits that refactor nothing.

    def noise(self, f, g):
        return self.rng.choice([self.number, self.text, self.comment, self.function])(f, g)

    def number(self, f, g):
        numbers = [i for i in f.in_body(g) if re.match(r"[2-9]\d*$", f.words[i])]
        i = self.rng.choice(numbers) if numbers else None
        return {f.path: [(*f.place(i), str(int(f.words[i]) + 1))]} if numbers else None

    def text(self, f, g):
        texts = [i for i in f.in_body(g) if re.match(r'"[A-Za-z ]{4,}"$', f.words[i])]
        i = self.rng.choice(texts) if texts else None
        return {f.path: [(*f.place(i), f.words[i][:-1] + ' again"')]} if texts else None

    def comment(self, f, g):
        line = f.text.rfind("\n", 0, g["start"]) + 1
        sign = "#" if self.language == "python" else "//"
        return {f.path: [(line, line, f"{sign} {self.fresh('noted')}\n")]} if not f.text[line:g["start"]].strip() and line == g["start"] else None

    def function(self, f, _):
        name = self.fresh("added_part")
        made = {"python": f"def {name}(handle):\n    handle.close_all()\n    return handle.summary(3)\n", "go": f"func {name}(n int) int {{\n\ttotal := n * 31\n\treturn total % 17\n}}\n",
                "rust": f"fn {name}(n: u32) -> u32 {{\n    let total = n * 31;\n    total % 17\n}}\n", "kotlin": f"private fun {name}(n: Int): Int {{\n    val total = n * 31\n    return total % 17\n}}\n",
                "c": f"static int {name}(int n)\n{{\n    int total = n * 31;\n    return total % 17;\n}}\n"}
        made["cpp"] = made["c"]
        text = made.get(self.language, f"function {name}(n) {{\n    return n * 31 % 17;\n}}\n" if self.language != "php" else f"function {name}($n) {{\n    return $n * 31 % 17;\n}}\n")
        end = len(f.text)
        return {f.path: [(end, end, "\n" + text)]} if not f.text.rstrip().endswith(("?>", "#endif")) else None
