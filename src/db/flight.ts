import { hash } from 'node:crypto'
import pg, { type Connection, type Submittable } from 'pg'
import { serialize } from 'pg-protocol'
import type { Answer, Flown, Statement } from './engine.ts'
import { isOutdated } from './faults.ts'

/** PostgreSQL prints UTC as `2026-11-15 02:50:09.123+00`; anything else goes the slow way. */
function parseInstant(text: string): Date {
  if (text.endsWith('+00')) return new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`)
  return new Date(text.replace(/([+-]\d{2})$/, '$1:00'))
}

type Parse = (text: string) => unknown

/** By the type numbers of PostgreSQL's catalogue: int8, date, timestamptz, numeric. */
export const PARSERS: Record<number, Parse> = {
  20: Number,
  1082: (text) => text,
  1184: parseInstant,
  1700: Number,
}

/** How values become text: the driver's own way, which its types keep to themselves. */
const { prepareValue } = (
  pg as unknown as { utils: { prepareValue(value: unknown): string | Buffer | null } }
).utils

/** How values become JavaScript's, whichever way they came. */
export const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary'): Parse =>
    (format !== 'binary' && PARSERS[oid]) || pg.types.getTypeParser(oid, format as 'text'),
}

/** Statements are prepared under a name per text. Bounded, so that unusual filters cannot fill the server's memory. */
const MOST_NAMED = 1000

/**
 * The names of prepared statements, the same on every connection. A name tells the text: behind a pooler that mixes up
 * sessions it may be unknown or taken, but never stand for another statement.
 */
export class Names {
  readonly #names = new Map<string, string>()
  #generation = 0

  /** Empty when the statement is not to be kept. */
  of(sql: string): string {
    const known = this.#names.get(sql)
    if (known !== undefined) return known
    if (this.#names.size >= MOST_NAMED) return ''
    const name = `r${this.#generation}_${hash('sha256', sql, 'base64url').slice(0, 22)}`
    this.#names.set(sql, name)
    return name
  }

  /**
   * What was prepared before fails from now on: a newer version of the service has given a table another column, or
   * someone between has mixed up sessions. New names have everything prepared anew, on every connection.
   */
  forget(sql: string, name: string): void {
    if (this.#names.get(sql) !== name) return
    this.#generation += 1
    this.#names.clear()
  }
}

/** The columns of an answer. */
type Shape = { name: string; parse: Parse }[]

interface RowDescription {
  fields: { name: string; dataTypeID: number }[]
}

/** What is known of the far end of one connection. */
export class Line {
  /** Those under way, in order. */
  readonly flights: Flight[] = []
  readonly prepared = new Set<string>()
  /** Sent to be prepared by a flight that has not landed: if it fails, they never will be. */
  readonly preparing = new Set<string>()
  /** Of prepared statements that were run once: from then on the server need not describe them. */
  readonly shapes = new Map<string, Shape>()
}

/** Of the driver's own kind, or it would not let several go on one connection. */
const DriverQuery = pg.Query as unknown as new (text: string) => object

interface Leg {
  sql: string
  name: string
  values: (string | Buffer | null)[]
}

/**
 * Statements on their way: written as one piece with one Sync, which outside a transaction makes them one, and read
 * back in order. After a failure the server skips the rest. For the driver it is one query.
 */
export class Flight extends DriverQuery implements Submittable {
  readonly flown: Promise<Flown>
  /** The same for flights of the same statements; empty when they are not kept. */
  readonly kind: string
  readonly #legs: Leg[]
  readonly #names: Names | undefined
  readonly #answers: Answer[] = []
  readonly #preparing = new Set<string>()
  #rows: Record<string, unknown>[] = []
  #shape: Shape | undefined
  #fault: unknown
  #landed = false
  #line: Line | undefined
  #resolve!: (flown: Flown) => void
  /** The driver puts its alarm here, if the address asks for one. */
  callback: (() => void) | undefined

  /** Without names nothing is kept prepared. */
  constructor(statements: readonly Statement[], names?: Names) {
    super('')
    this.#names = names
    this.#legs = statements.map(({ sql, parameters }) => ({
      sql,
      name: names?.of(sql) ?? '',
      values: parameters.map((value) => prepareValue(value)),
    }))
    this.kind = this.#legs.every(({ name }) => name !== '') ? this.#legs.map(({ name }) => name).join() : ''
    this.flown = new Promise((resolve) => {
      this.#resolve = resolve
    })
  }

  submit(connection: Connection): void {
    connection.stream.write(this.depart(lineOf(connection)))
  }

  /** What is to be written. */
  depart(line: Line): Buffer {
    this.#line = line
    line.flights.push(this)
    const pieces: Buffer[] = []
    for (const leg of this.#legs) {
      // Another flight is about to have it prepared, if all goes well there.
      if (line.preparing.has(leg.name) && !this.#preparing.has(leg.name)) leg.name = ''
      const { sql, name, values } = leg
      if (!(line.prepared.has(name) || this.#preparing.has(name))) {
        pieces.push(serialize.parse({ name, text: sql }))
        if (name !== '') this.#preparing.add(name)
      }
      pieces.push(serialize.bind({ statement: name, values }))
      if (name === '' || !line.shapes.has(name)) pieces.push(serialize.describe({ type: 'P' }))
      pieces.push(serialize.execute())
    }
    for (const name of this.#preparing) line.preparing.add(name)
    pieces.push(serialize.sync())
    this.#nextLeg()
    return Buffer.concat(pieces)
  }

  #land(flown: Flown): void {
    if (this.#landed) return
    this.#landed = true
    const line = this.#line
    if (line) {
      if (line.flights[0] === this) line.flights.shift()
      for (const name of this.#preparing) line.preparing.delete(name)
    }
    this.callback?.()
    this.#resolve(flown)
  }

  #nextLeg(): void {
    this.#rows = []
    const leg = this.#legs[this.#answers.length]
    this.#shape = leg && this.#line!.shapes.get(leg.name)
  }

  handleParseComplete(): void {
    const { name } = this.#legs[this.#answers.length]!
    if (name !== '') this.#line!.prepared.add(name)
  }

  handleRowDescription({ fields }: RowDescription): void {
    this.#shape = fields.map(({ name, dataTypeID }) => ({ name, parse: types.getTypeParser(dataTypeID) }))
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const shape = this.#shape!
    const row: Record<string, unknown> = {}
    try {
      for (let at = 0; at < fields.length; at += 1) {
        const text = fields[at]!
        const { name, parse } = shape[at]!
        row[name] = text === null ? null : parse(text)
      }
    } catch (error) {
      this.#fault ??= error
    }
    this.#rows.push(row)
  }

  handleCommandComplete({ text }: { text: string }): void {
    const { name } = this.#legs[this.#answers.length]!
    if (name !== '') this.#line!.shapes.set(name, this.#shape ?? [])
    const [command, ...numbers] = text.split(' ')
    this.#answers.push({ rows: this.#rows, count: Number(numbers.at(-1)) || 0, command: command! })
    this.#nextLeg()
  }

  /** A statement of nothing but comments. */
  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' })
  }

  handleReadyForQuery(): void {
    this.#land(this.#fault ? { answers: [], error: this.#fault } : { answers: this.#answers })
  }

  handleError(error: unknown): void {
    const failed = this.#legs[this.#answers.length]
    if (failed) {
      if (isOutdated(error)) this.#names?.forget(failed.sql, failed.name)
      this.#land({ answers: this.#answers, error })
    } else if (this.#answers.at(-1)!.command === 'COMMIT') {
      // It is done, whatever became of the connection afterwards.
      this.#land({ answers: this.#answers })
    } else {
      // All were answered: it was their commit that failed, or nobody knows.
      this.#land({ answers: [], error })
    }
  }
}

/** One message of the server. */
export function deliver(flight: Flight, message: { name: string }): void {
  // biome-ignore lint/suspicious/noExplicitAny: the protocol's messages are told apart by their names.
  const told = message as any
  if (message.name === 'dataRow') flight.handleDataRow(told)
  else if (message.name === 'commandComplete') flight.handleCommandComplete(told)
  else if (message.name === 'rowDescription') flight.handleRowDescription(told)
  else if (message.name === 'emptyQuery') flight.handleEmptyQuery()
  else if (message.name === 'parseComplete') flight.handleParseComplete()
  else if (message.name === 'readyForQuery') flight.handleReadyForQuery()
  else if (message.name === 'error') flight.handleError(told)
}

/** Of a flight of one statement. */
export function onlyAnswer({ answers, error }: Flown): Answer {
  if (error !== undefined) throw error
  return answers[0]!
}

const lines = new WeakMap<Connection, Line>()

function lineOf(connection: Connection): Line {
  const known = lines.get(connection)
  if (known) return known
  const line = new Line()
  lines.set(connection, line)
  // The driver keeps this one to itself.
  connection.on('parseComplete', () => line.flights[0]?.handleParseComplete())
  return line
}
