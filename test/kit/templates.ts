/** The template literals of a source text, outermost first: the tag, and the text with `$` in place of each value. */
export function templatesOf(source: string): { tag: string; text: string }[] {
  const found: { tag: string; text: string }[] = []
  code(0)
  return found

  /** Reads to the closing brace of a value, or to the end. Returns the position. */
  function code(from: number): number {
    let depth = 0
    let at = from
    while (at < source.length) {
      TOKEN.lastIndex = at
      const token = TOKEN.exec(source)
      if (!token) return source.length
      at = TOKEN.lastIndex
      if (token[0] === '`') at = template(at)
      else if (token[0] === '{') depth += 1
      else if (token[0] === '}') {
        if (depth === 0) return at
        depth -= 1
      }
    }
    return at
  }

  function template(from: number): number {
    const one = { tag: /[\w$]*$/.exec(source.slice(Math.max(0, from - 41), from - 1))![0], text: '' }
    found.push(one)
    let at = from
    while (at < source.length && source[at] !== '`') {
      if (source.startsWith('${', at)) {
        one.text += '$'
        at = code(at + 2)
      } else {
        const length = source[at] === '\\' ? 2 : 1
        one.text += source.slice(at, at + length)
        at += length
      }
    }
    return at + 1
  }
}

/** Tokens in which braces and backticks have no meaning: comments, strings, regular expressions. */
const TOKEN =
  /\/\/.*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|(?<=[(,=:[!&|?{};>]\s*|\breturn\s)\/(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/|[`{}]/g
