import assert from 'node:assert/strict'
import { STATUS_CODES } from 'node:http'

/**
 * Reads pages with requests and answers in blocks marked `http`. `$NAME` takes its value from the first answer that shows it
 * and keeps it from there on. `…` stands for anything.
 */

export interface Exchange {
  /** Line of the request in the page. */
  line: number
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  headers: Record<string, string>
  body: string | undefined
  answer: { status: number; headers: Record<string, string>; body: string | undefined }
}

const BLOCK = /^```http\n([\s\S]*?)\n```$/gm
const REQUEST = /^(GET|POST|PUT|PATCH|DELETE) (\/\S*)$/
const ANSWER = /^(\d{3}) (.+)$/

export function readExchanges(page: string): Exchange[] {
  const exchanges: Exchange[] = []
  let asked: Omit<Exchange, 'answer'> | undefined
  for (const { 1: block = '', index } of page.matchAll(BLOCK)) {
    const line = page.slice(0, index).split('\n').length + 1
    const { first, ...rest } = readMessage(block)
    const [, method, path] = REQUEST.exec(first) ?? []
    const [, code, phrase] = ANSWER.exec(first) ?? []
    if (method && path && !asked) asked = { line, method: method as Exchange['method'], path, ...rest }
    else if (code && asked) {
      assert.equal(phrase, STATUS_CODES[code], `line ${line}`)
      exchanges.push({ ...asked, answer: { status: Number(code), ...rest } })
      asked = undefined
    } else assert.fail(`line ${line}: neither a request nor the answer to one: ${first}`)
  }
  assert.ok(!asked, `line ${asked?.line}: a request without an answer`)
  return exchanges
}

function readMessage(block: string) {
  const [head = '', ...body] = block.split('\n\n')
  const [first = '', ...headers] = head.split('\n')
  return {
    first,
    headers: Object.fromEntries(headers.map((header) => header.split(': ', 2) as [string, string])),
    body: body.length > 0 ? body.join('\n\n') : undefined,
  }
}

// ── names ──

export type Names = Map<string, string>

const NAME = /\$[A-Z][A-Z_]*/g

export function fill(text: string, names: Names): string {
  return text.replace(NAME, (name) => {
    const value = names.get(name)
    assert.ok(value !== undefined, `${name} has not been seen in an answer`)
    return value
  })
}

// ── comparing ──

const REST = '…'

/** Reads JSON in which a bare `…` stands for other fields, list items or a value. */
export function readShown(text: string): unknown {
  const inside: string[] = []
  const json = text.replace(/"(?:[^"\\]|\\.)*"|[[\]{}]|(:\s*)?…/g, (token, value?: string) => {
    if (token === '{' || token === '[') inside.push(token)
    if (token === '}' || token === ']') inside.pop()
    if (!token.endsWith(REST) || token.startsWith('"')) return token
    return !value && inside.at(-1) === '{' ? `"${REST}":"${REST}"` : `${value ?? ''}"${REST}"`
  })
  return JSON.parse(json)
}

/** Fails if the answer differs from the shown one. Learns names when they first appear. */
export function assertShown(shown: unknown, got: unknown, names: Names, at = 'body'): void {
  if (typeof shown === 'string') assertText(shown, got, names, at)
  else if (Array.isArray(shown)) assertList(shown, got, names, at)
  else if (typeof shown === 'object' && shown !== null) assertFields(shown, got, names, at)
  else assert.deepEqual(got, shown, at)
}

function assertFields(shown: object, got: unknown, names: Names, at: string): void {
  assert.ok(
    typeof got === 'object' && got !== null && !Array.isArray(got),
    `${at} is no object: ${show(got)}`,
  )
  const { [REST]: open, ...fields } = shown as Record<string, unknown>
  for (const [key, value] of Object.entries(fields)) {
    assert.ok(Object.hasOwn(got, key), `${at}.${key} is not in the answer: ${show(got)}`)
    assertShown(value, (got as Record<string, unknown>)[key], names, `${at}.${key}`)
  }
  if (!open)
    assert.deepEqual(Object.keys(got).toSorted(), Object.keys(fields).toSorted(), `all fields of ${at}`)
}

/** After a `…`, searches for the next item. Otherwise it must follow directly. */
function assertList(shown: unknown[], got: unknown, names: Names, at: string): void {
  assert.ok(Array.isArray(got), `${at} is no list: ${show(got)}`)
  let next = 0
  let skips = false
  for (const item of shown) {
    if (item === REST) {
      skips = true
      continue
    }
    if (skips) next = findShown(item, got, next, names, at)
    assert.ok(next < got.length, `${at} ends before ${show(item)}`)
    assertShown(item, got[next], names, `${at}[${next}]`)
    next += 1
    skips = false
  }
  if (!skips) assert.equal(got.length, next, `the length of ${at}: ${show(got)}`)
}

function findShown(item: unknown, got: unknown[], from: number, names: Names, at: string): number {
  const found = got.findIndex((one, index) => {
    if (index < from) return false
    try {
      assertShown(item, one, new Map(names))
      return true
    } catch {
      return false
    }
  })
  assert.ok(found >= 0, `nothing in ${at} is ${show(item)}: ${show(got)}`)
  return found
}

export function assertText(shown: string, got: unknown, names: Names, at: string): void {
  if (shown === REST) return
  if (/^\$[A-Z_]+$/.test(shown) && !names.has(shown)) {
    names.set(shown, String(got))
    return
  }
  assert.ok(typeof got === 'string', `${at} is no text: ${show(got)}`)
  const pattern = fill(shown, names)
    .split(REST)
    .map((part) => RegExp.escape(part))
    .join('[^]*')
  assert.match(got, new RegExp(`^${pattern}$`), at)
}

const show = (value: unknown) => JSON.stringify(value)?.slice(0, 2000)
