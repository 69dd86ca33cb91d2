/**
 * Many documents close a bracket, or go on with a quoted text, no deeper than
 * the key it belongs to:
 *
 *   example: {
 *     "a": 1
 *   }
 *
 * YAML forbids it and most parsers allow it. Such lines are indented further;
 * the number of lines stays the same, so that positions stay true.
 */

/** The text with continued lines of flow collections and quoted texts indented below their key. */
export function indentContinuations(text: string): string {
  const lexer = new Lexer()
  return text
    .split('\n')
    .map((line) => lexer.take(line))
    .join('\n')
}

const BLOCK_SCALAR = /(?:^|[:\-?]\s+)(?:[!&]\S+\s+)*[|>][-+0-9]*\s*(?:#.*)?$/

class Lexer {
  /** Indentation of the line that opened the current block scalar; -1 outside one. */
  private scalar = -1
  /** Indentation of the line on which what is still open began. */
  private indent = 0
  private depth = 0
  private quote = ''

  take(line: string): string {
    const own = line.length - line.trimStart().length
    const isBlank = own === line.length
    if (this.depth > 0 || this.quote !== '') {
      const pad = !isBlank && own <= this.indent ? ' '.repeat(this.indent + 1 - own) : ''
      this.lex(line)
      return pad + line
    }
    if (this.scalar >= 0) {
      if (isBlank || own > this.scalar) return line
      this.scalar = -1
    }
    const trimmed = line.trimEnd()
    if (isBlank || trimmed.startsWith('#', own)) return line
    this.indent = own
    if (BLOCK_SCALAR.test(trimmed)) this.scalar = own
    else this.lexValue(line, own)
    return line
  }

  /** Outside brackets only what stands after `- ` and `key: ` can open one. */
  private lexValue(line: string, from: number): void {
    let isStart = true
    for (let i = from; i < line.length; i++) {
      const character = line[i] ?? ''
      if (isSpace(character)) continue
      const endsWord = i + 1 === line.length || isSpace(line[i + 1] ?? '')
      if (isStart && (character === '{' || character === '[')) {
        this.lex(line, i)
        return
      }
      if (isStart && (character === '"' || character === "'")) {
        i = this.lexQuoted(line, i)
        isStart = false
      } else if (isStart && (character === '!' || character === '&')) i = wordEnd(line, i)
      else if (character === '#' && isSpace(line[i - 1] ?? '')) return
      else if (character === ':' && endsWord) isStart = true
      else if (!(isStart && character === '-' && endsWord)) isStart = false
    }
  }

  /** Where the quoted text that begins at `from` ends; what does not end stays open. */
  private lexQuoted(line: string, from: number): number {
    const quote = line[from] ?? ''
    for (let i = from + 1; i < line.length; i++) {
      if (line[i] === '\\' && quote === '"') i++
      else if (line[i] === quote) {
        if (quote !== "'" || line[i + 1] !== "'") return i
        i++
      }
    }
    this.quote = quote
    return line.length
  }

  private lex(line: string, from = 0): void {
    let isTokenStart = true
    for (let i = from; i < line.length; i++) {
      const character = line[i] ?? ''
      if (this.quote !== '') {
        if (character === '\\' && this.quote === '"') i++
        else if (character === this.quote) {
          if (this.quote === "'" && line[i + 1] === "'") i++
          else this.quote = ''
        }
        if (this.quote === '' && this.depth === 0) return
        continue
      }
      if (character === '#' && (i === 0 || isSpace(line[i - 1] ?? ''))) return
      if (isTokenStart && (character === '"' || character === "'")) this.quote = character
      else if (character === '{' || character === '[') this.depth++
      else if ((character === '}' || character === ']') && --this.depth === 0) return
      if (!isSpace(character)) isTokenStart = '{[,:}]'.includes(character)
    }
  }
}

function isSpace(character: string): boolean {
  return character === ' ' || character === '\t' || character === '\r'
}

function wordEnd(line: string, from: number): number {
  let end = from
  while (end + 1 < line.length && !isSpace(line[end + 1] ?? '')) end++
  return end
}
