"""A source as tokens: words, brackets, functions, parameters and locals, without a grammar."""

import functools
import re

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
        self.code = self.in_code()

    def in_code(self):
        """For each token, whether it stands in the body of a function or in a statement's block."""
        out, stack = [], [False]
        for i, word in enumerate(self.words):
            out.append(stack[-1])
            if word == "{":
                before = self.words[i - 1] if i else ""
                stack.append(stack[-1] or before in (")", "const", "override", "noexcept", "else", "do", "=>"))
            elif word == "}" and len(stack) > 1:
                stack.pop()
        return out

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

    @functools.cached_property
    def all_functions(self):
        out = []
        for i, word in enumerate(self.words):
            found = self.function_at(i, word)
            if found and found["body"][1] - found["body"][0] > 40:
                out.append(found)
        return out

    def functions(self):
        return self.all_functions

    def function_at(self, i, word):
        w = self.words
        name = None
        if self.language in ("c", "cpp"):
            typed = i and WORD.match(w[i - 1].replace("*", "x")) and w[i - 1] not in ("new", "return", "define", "else")
            if WORD.match(word) and word not in KEYWORDS and not word.isupper() and i + 1 < len(w) and w[i + 1] == "(" and typed and not self.code[i]:
                name = i
        elif word == WORDS[self.language] and i + 1 < len(w):
            name = i + 1
            if self.language == "go" and w[name] == "(":
                end = self.closing(name)
                name = end + 1 if end else None
        if name is None or name + 1 >= len(w) or not WORD.match(w[name]):
            return None
        if self.language == "kotlin" and w[name + 1] in ("<", "."):
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
        return {"start": self.head(i), "name": name, "params": (opened, close), "body": body, "text": self}

    def head(self, i):
        """Where the definition begins: in C the type stands before the name, perhaps on a line of its own."""
        if self.language not in ("c", "cpp"):
            return self.tokens[i][1]
        line = self.text.rfind("\n", 0, self.tokens[i][1]) + 1
        if line == self.tokens[i][1]:
            line = self.text.rfind("\n", 0, line - 1) + 1
        return line

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
                named = [i for i in part if WORD.match(self.words[i]) and self.words[i] not in ("mut", "final", "const", "vararg", "crossinline", "noinline", "readonly", "public", "private", "protected")]
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
                "rust": word == "let" and after != "mut" and after[:1].islower() and self.words[b + 1] in ("=", ":") and after,
                "javascript": word in ("const", "let", "var") and WORD.match(after) and after,
                "typescript": word in ("const", "let", "var") and WORD.match(after) and after,
                "kotlin": word in ("val", "var") and WORD.match(after) and after,
                "php": word.startswith("$") and after == "=" and self.words[a - 1] in (";", "{", "}") and word,
                "python": WORD.match(word) and after == "=" and self.text[:self.tokens[a][1]].rsplit("\n", 1)[-1].strip() == "" and word,
            }.get(self.language)
            if self.language in ("c", "cpp"):
                plain = word in ("int", "long", "char", "size_t", "unsigned", "bool", "double") or word == "*"
                name = plain and WORD.match(after) and self.words[b + 1] in ("=", ";") and self.words[a - 1] not in (",", "=", "(") and after
            line = self.text[self.tokens[a][1]:].split("\n", 1)[0]
            if name and "=>" not in line and "function" not in line and len(name) > 2 and name not in KEYWORDS and name != "$this":
                out.append(name)
        taken = set(self.words[function["params"][0]:function["params"][1]])
        return [n for n in out if out.count(n) == 1 and n not in taken]
