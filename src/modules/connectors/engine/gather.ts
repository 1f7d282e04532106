import { type Bounds, type Gathered, SAMPLE } from './bounds.ts'

/** Collects rows as they arrive and says when there are enough. */
export class Gathering {
  readonly #bounds: Bounds
  readonly #lines: string[] = []
  readonly #sample: unknown[][] = []
  #bytes = 0
  cut: Gathered['cut'] = null

  constructor(bounds: Bounds) {
    this.#bounds = bounds
  }

  /** False from the first row that is dropped. */
  add(row: readonly unknown[]): boolean {
    if (this.cut) return false
    if (this.#lines.length >= this.#bounds.rows) {
      this.cut = 'rows'
      return false
    }
    const line = JSON.stringify(row)
    const bytes = Buffer.byteLength(line) + 1
    if (this.#bytes + bytes > this.#bounds.bytes) {
      this.cut = 'bytes'
      return false
    }
    this.#bytes += bytes
    this.#lines.push(line)
    if (this.#sample.length < SAMPLE.rows) this.#sample.push(row.map(shortened))
    return true
  }

  /** `changed`: the number of changed rows, for statements that do not return them. */
  result(columns: readonly string[], head: Readonly<Record<string, string>>, changed = 0): Gathered {
    const start = JSON.stringify({ ...head, columns }).slice(0, -1)
    const json = Buffer.from(`${start},"rows":[${this.#lines.join(',')}]}`)
    return {
      columns: [...columns],
      count: Math.max(this.#lines.length, changed),
      sample: this.#sample,
      cut: this.cut,
      json: new Uint8Array(json),
    }
  }
}

function shortened(value: unknown): unknown {
  const text = typeof value === 'object' && value !== null ? JSON.stringify(value) : value
  if (typeof text !== 'string') return text
  return text.length > SAMPLE.characters ? `${text.slice(0, SAMPLE.characters)}…` : text
}
