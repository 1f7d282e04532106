/**
 * Compiles queries with named parameters into the form that servers bind. Only text outside strings, quoted names and
 * comments is parsed. Values never become part of the text.
 */

export const PARAMETERS = ['email', 'rut', 'name', 'folio'] as const
export type Parameter = (typeof PARAMETERS)[number]

export type Dialect = 'postgresql' | 'mysql'

export interface Compiled {
  /** The text with `$1` or `?` in place of the parameters. */
  text: string
  /** The values to bind, in order. */
  parameters: Parameter[]
  /** The verb of the statement, in lower case. */
  verb: string
}

export class QueryFault extends Error {}

/** Throws a QueryFault whose Spanish message says what is wrong. */
export function compileQuery(sql: string, dialect: Dialect): Compiled {
  const parameters: Parameter[] = []
  let text = ''
  let verb = ''
  let ended = false

  for (const token of tokensOf(sql, dialect)) {
    if (token.kind === 'blank') {
      text += token.text
      continue
    }
    if (token.kind === 'end') {
      ended = true
      continue
    }
    if (ended) throw new QueryFault('Escriba una sola sentencia: lo que sigue al «;» no se ejecutaría.')
    if (token.kind === 'parameter') {
      text += placeholder(parameters, named(token.text), dialect)
      continue
    }
    if (verb === '' && token.text !== '(') verb = token.text.toLowerCase()
    if (dialect === 'mysql' && /^(outfile|dumpfile)$/i.test(token.text))
      throw new QueryFault('La consulta no puede escribir archivos en el servidor (INTO OUTFILE).')
    text += token.text
  }
  if (verb === '') throw new QueryFault('La consulta está vacía.')
  return { text: text.trim(), parameters, verb }
}

function named(name: string): Parameter {
  const known = PARAMETERS.find((parameter) => parameter === name)
  if (known) return known
  const list = PARAMETERS.map((parameter) => `:${parameter}`).join(', ')
  throw new QueryFault(`El parámetro «:${name}» no existe. Use ${list}.`)
}

/** PostgreSQL binds one value for all uses of a number; MySQL needs one for each mark. */
function placeholder(parameters: Parameter[], name: Parameter, dialect: Dialect): string {
  if (dialect === 'mysql') {
    parameters.push(name)
    return '?'
  }
  if (!parameters.includes(name)) parameters.push(name)
  return `$${parameters.indexOf(name) + 1}`
}

// ── tokens ──

interface Token {
  kind: 'blank' | 'word' | 'other' | 'parameter' | 'end'
  text: string
}

const BLANK = /\s+/y
const WORD = /[\p{L}_][\p{L}\p{N}_$]*/uy
const NUMBER = /\d[\w.]*/y
const PARAMETER = /:([\p{L}_][\p{L}\p{N}_]*)/uy
/** Colons that name no parameter: casts and assignments. */
const COLONS = /::|:=/y
const DOLLAR_TAG = /\$(?:[\p{L}_][\p{L}\p{N}_]*)?\$/uy
const DOLLAR_NUMBER = /\$\d+/y
const PLAIN_STRING = /'(?:[^']|'')*'/y
const ESCAPED_STRING = /'(?:[^'\\]|\\[\s\S]|'')*'/y
const DOUBLE = /"(?:[^"]|"")*"/y
const ESCAPED_DOUBLE = /"(?:[^"\\]|\\[\s\S]|"")*"/y
const BACKTICK = /`(?:[^`]|``)*`/y
const LINE_COMMENT: Record<Dialect, RegExp> = {
  postgresql: /--[^\n]*/y,
  // Two minus signs begin a comment only before a blank.
  mysql: /(?:--(?=[\s]|$)|#)[^\n]*/y,
}

function* tokensOf(sql: string, dialect: Dialect): Generator<Token> {
  if (sql.includes('\u0000')) throw new QueryFault('La consulta tiene un carácter que no se puede enviar.')
  let at = 0
  const match = (pattern: RegExp) => {
    pattern.lastIndex = at
    return pattern.exec(sql)?.[0]
  }
  while (at < sql.length) {
    const token = tokenAt(sql, at, dialect, match)
    at += token.length
    yield token
  }
}

type Match = (pattern: RegExp) => string | undefined

function tokenAt(sql: string, at: number, dialect: Dialect, match: Match): Token & { length: number } {
  const of = (kind: Token['kind'], text: string) => ({ kind, text, length: text.length })
  const blank = match(BLANK)
  if (blank !== undefined) return of('blank', blank)
  // A comment becomes a blank, so nothing in it reaches the server.
  const comment = match(LINE_COMMENT[dialect]) ?? blockComment(sql, at, dialect)
  if (comment !== undefined) return { kind: 'blank', text: ' ', length: comment.length }
  const quoted = quotedAt(sql, at, dialect, match)
  if (quoted !== undefined) return of('other', quoted)
  const word = match(WORD) ?? match(NUMBER)
  if (word !== undefined) {
    // In PostgreSQL only E'…' strings let a backslash escape a quote.
    const next = sql[at + word.length]
    if (dialect === 'postgresql' && /^e$/i.test(word) && next === "'") {
      const string = stringFrom(sql, at + word.length, ESCAPED_STRING)
      return of('other', word + string)
    }
    return of('word', word)
  }
  const colons = match(COLONS)
  if (colons !== undefined) return of('other', colons)
  const parameter = match(PARAMETER)
  if (parameter !== undefined)
    return { kind: 'parameter', text: parameter.slice(1), length: parameter.length }
  if (sql[at] === ';') return of('end', ';')
  assertNamed(sql, at, dialect, match)
  return of('other', String.fromCodePoint(sql.codePointAt(at)!))
}

/** Values must have names. The server's own marks or numbers would shift the binding. */
function assertNamed(sql: string, at: number, dialect: Dialect, match: Match): void {
  const foreign = dialect === 'mysql' ? sql[at] === '?' : match(DOLLAR_NUMBER) !== undefined
  if (foreign)
    throw new QueryFault(
      `Use parámetros con nombre, como :email, en lugar de «${dialect === 'mysql' ? '?' : '$1'}».`,
    )
}

function quotedAt(sql: string, at: number, dialect: Dialect, match: Match): string | undefined {
  switch (sql[at]) {
    case "'":
      return stringFrom(sql, at, dialect === 'mysql' ? ESCAPED_STRING : PLAIN_STRING)
    case '"':
      return stringFrom(sql, at, dialect === 'mysql' ? ESCAPED_DOUBLE : DOUBLE)
    case '`':
      return dialect === 'mysql' ? stringFrom(sql, at, BACKTICK) : undefined
    case '$': {
      const tag = dialect === 'postgresql' ? match(DOLLAR_TAG) : undefined
      if (tag === undefined) return undefined
      const end = sql.indexOf(tag, at + tag.length)
      if (end === -1) throw unfinished()
      return sql.slice(at, end + tag.length)
    }
    default:
      return undefined
  }
}

function stringFrom(sql: string, at: number, pattern: RegExp): string {
  pattern.lastIndex = at
  const string = pattern.exec(sql)?.[0]
  if (string === undefined) throw unfinished()
  return string
}

/** PostgreSQL's block comments nest. MySQL executes those that begin with «!». */
function blockComment(sql: string, at: number, dialect: Dialect): string | undefined {
  if (!sql.startsWith('/*', at)) return undefined
  if (dialect === 'mysql') {
    if (/^\/\*M?!/.test(sql.slice(at, at + 4)))
      throw new QueryFault('Quite los comentarios «/*! … */»: MySQL ejecuta lo que contienen.')
    const end = sql.indexOf('*/', at + 2)
    if (end === -1) throw unfinished()
    return sql.slice(at, end + 2)
  }
  let depth = 0
  for (let here = at; here < sql.length; here += 1) {
    if (sql.startsWith('/*', here)) {
      depth += 1
      here += 1
    } else if (sql.startsWith('*/', here)) {
      depth -= 1
      here += 1
      if (depth === 0) return sql.slice(at, here + 1)
    }
  }
  throw unfinished()
}

function unfinished(): QueryFault {
  return new QueryFault('Hay comillas o un comentario que no se cierran.')
}
