import { hash } from 'node:crypto'
import { BoundedMap } from '#kernel/bounded-map.ts'
import type { Parse } from './values.ts'

/** The server keeps at most this many prepared statements per connection: unusual filters cannot fill its memory. */
const MOST_NAMED = 1000

/** After this many mixed-up sessions we assume a pooler that keeps no statements, and name none. */
const MOST_MIXED_UP = 3

/** Marks a statement in its text: no plan fits all of its parameters, so the server plans each call. */
export const PLANNED_EACH_TIME = '/* planned each time */'

/**
 * The names of prepared statements, the same on every connection. The name is a hash of the text: behind a pooler that
 * mixes up sessions a name may be unknown or taken, but it never stands for another statement.
 */
export class PreparedStatements {
  readonly #names = new BoundedMap<string, string>({ most: MOST_NAMED })
  #generation = 0
  #mixedUp = 0

  /** Empty when the statement is not kept. */
  nameOf(sql: string): string {
    const known = this.#names.get(sql)
    if (known !== undefined) return known
    // A name cannot be evicted: connections have prepared it.
    if (this.#names.isFull || this.#mixedUp >= MOST_MIXED_UP || sql.includes(PLANNED_EACH_TIME)) return ''
    const name = `r${this.#generation}_${hash('sha256', sql, 'base64url').slice(0, 22)}`
    this.#names.set(sql, name)
    return name
  }

  /**
   * For a statement that the server refuses as outdated: a newer version of the service added a column to a table, or a
   * pooler mixed up sessions. Bumping the generation makes every connection prepare its statements again.
   */
  forget(sql: string, name: string): void {
    if (this.#names.get(sql) !== name) return
    this.#generation += 1
    this.#names.clear()
  }

  /** The server did not know a name, or knew it already, though this connection had not sent it: see `isMixedUp`. */
  noteMixedUp(): void {
    this.#mixedUp += 1
  }
}

/** The columns of a result. */
export type Shape = { name: string; parse: Parse }[]

/** The state of the server's prepared statements on one connection. */
export class ConnectionState {
  readonly prepared = new Set<string>()
  /** Sent to be prepared by a batch that is not settled: if that batch fails, they may not be. */
  readonly preparing = new Set<string>()
  /** Statements that failed when they were prepared or run for the first time: the server may know their names. */
  readonly uncertain = new Set<string>()
  /** The columns of prepared statements that ran once: from then on the server need not describe them. */
  readonly shapes = new Map<string, Shape>()
}
