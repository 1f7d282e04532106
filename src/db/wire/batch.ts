import { isOutdated, isUnknownName } from '../errors.ts'
import {
  bind,
  type Column,
  close,
  describe,
  type Encodable,
  execute,
  parse,
  prepareValue,
  sync,
} from './driver.ts'
import type { BatchResult, QueryResult, Statement } from './engine.ts'
import type { ConnectionState, PreparedStatements, Shape } from './prepared-statements.ts'
import { types } from './values.ts'

/** One call of a prepared statement; without a name the server does not keep the statement. */
interface PreparedCall {
  sql: string
  name: string
  values: (string | Buffer | null)[]
}

/**
 * Statements written as one piece with one Sync, which outside a transaction makes them one transaction. The results
 * come back in order. After a failure the server skips the rest.
 */
export class Batch implements Encodable {
  readonly result: Promise<BatchResult>
  /** The same for batches of the same statements; empty when one of them is not kept prepared. */
  readonly kind: string
  readonly #calls: PreparedCall[]
  readonly #statements: PreparedStatements | undefined
  readonly #results: QueryResult[] = []
  readonly #preparing = new Set<string>()
  #rows: Record<string, unknown>[] = []
  #shape: Shape | undefined
  #parseError: unknown
  #settled = false
  #state: ConnectionState | undefined
  #resolve!: (result: BatchResult) => void

  /** Without `prepared` the server keeps none of the statements. */
  constructor(statements: readonly Statement[], prepared?: PreparedStatements) {
    this.#statements = prepared
    this.#calls = statements.map(({ sql, parameters }) => ({
      sql,
      name: prepared?.nameOf(sql) ?? '',
      values: parameters.map((value) => prepareValue(value)),
    }))
    this.kind = this.#calls.every(({ name }) => name !== '') ? this.#calls.map(({ name }) => name).join() : ''
    this.result = new Promise((resolve) => {
      this.#resolve = resolve
    })
  }

  /** The bytes to be written to a connection in this state. */
  encode(state: ConnectionState): Buffer {
    this.#state = state
    const pieces: Buffer[] = []
    for (const call of this.#calls) {
      // An earlier batch has sent it to be prepared and may fail: this one does not rely on it.
      if (state.preparing.has(call.name) && !this.#preparing.has(call.name)) call.name = ''
      const { sql, name, values } = call
      if (!(state.prepared.has(name) || this.#preparing.has(name))) {
        // The server accepts the close of an unknown name, and refuses to prepare a known one.
        if (state.uncertain.has(name)) pieces.push(close({ type: 'S', name }))
        pieces.push(parse({ name, text: sql }))
        if (name !== '') this.#preparing.add(name)
      }
      pieces.push(bind({ statement: name, values }))
      if (name === '' || !state.shapes.has(name)) pieces.push(describe({ type: 'P' }))
      pieces.push(execute())
    }
    for (const name of this.#preparing) state.preparing.add(name)
    pieces.push(sync())
    this.#nextCall()
    return Buffer.concat(pieces)
  }

  #settle(result: BatchResult): void {
    if (this.#settled) return
    this.#settled = true
    for (const name of this.#preparing) this.#state?.preparing.delete(name)
    this.#resolve(result)
  }

  #nextCall(): void {
    this.#rows = []
    const call = this.#calls[this.#results.length]
    this.#shape = call && this.#state!.shapes.get(call.name)
  }

  /** The server describes the rows that follow. */
  describe(columns: readonly Column[]): void {
    this.#shape = columns.map(({ name, dataTypeID }) => ({ name, parse: types.getTypeParser(dataTypeID) }))
  }

  row(fields: readonly (string | null)[]): void {
    const shape = this.#shape!
    const row: Record<string, unknown> = {}
    try {
      for (let at = 0; at < fields.length; at += 1) {
        const text = fields[at]!
        const { name, parse } = shape[at]!
        row[name] = text === null ? null : parse(text)
      }
    } catch (error) {
      this.#parseError ??= error
    }
    this.#rows.push(row)
  }

  /** One statement is done. The tag is the command with its counts, as `INSERT 0 1`; empty for a mere comment. */
  complete(tag: string): void {
    const { name } = this.#calls[this.#results.length]!
    if (name !== '') this.#remember(name)
    const [command, ...numbers] = tag.split(' ')
    this.#results.push({ rows: this.#rows, count: Number(numbers.at(-1)) || 0, command: command! })
    this.#nextCall()
  }

  #remember(name: string): void {
    const state = this.#state!
    state.shapes.set(name, this.#shape ?? [])
    if (!this.#preparing.has(name)) return
    state.prepared.add(name)
    state.uncertain.delete(name)
  }

  /** The server's reply is complete. */
  ready(): void {
    this.#settle(this.#parseError ? { results: [], error: this.#parseError } : { results: this.#results })
  }

  fail(error: unknown): void {
    if (this.#settled) return
    const failed = this.#calls[this.#results.length]
    if (failed) {
      const { sql, name } = failed
      if (this.#preparing.has(name) && !this.#state!.prepared.has(name)) this.#state!.uncertain.add(name)
      if (isUnknownName(error)) this.#statements?.noteMixedUp()
      if (isOutdated(error)) this.#statements?.forget(sql, name)
      this.#settle({ results: this.#results, error })
    } else if (this.#results.at(-1)!.command === 'COMMIT') {
      // The commit is confirmed; the connection failed afterwards.
      this.#settle({ results: this.#results })
    } else {
      // All statements have results: their commit failed, or its outcome is unknown.
      this.#settle({ results: [], error })
    }
  }
}

/** The result of a batch of one statement. */
export function onlyResult({ results, error }: BatchResult): QueryResult {
  if (error !== undefined) throw error
  return results[0]!
}
