/** Limits for one run on a company's system, the connection included. */
export interface Bounds {
  ms: number
  rows: number
  bytes: number
}

export const BOUNDS: Bounds = { ms: 30_000, rows: 10_000, bytes: 10 * 1024 * 1024 }

/** The rows and characters that a dry run shows. */
export const SAMPLE = { rows: 5, characters: 200 } as const

export const TLS_MODES = ['require', 'verify', 'off'] as const
export type Tls = (typeof TLS_MODES)[number]

/**
 * How a query is run: inside a read-only transaction, inside a writing one, or not at all: `explain` lets the server
 * describe how it would run it.
 */
export type Mode = 'read' | 'write' | 'explain'

/** The input of a thread. */
export interface Order {
  kind: 'postgresql' | 'mysql'
  host: string
  port: number
  database: string
  user: string
  password: string
  tls: Tls
  text: string
  values: readonly (string | null)[]
  mode: Mode
  bounds: Bounds
  /** Value of CONNECTOR_NETWORKS. */
  networks: readonly string[]
  /** Fields before the rows in the resulting file. */
  head: Readonly<Record<string, string>>
}

/** The result, as far as the bounds allow. */
export interface Gathered {
  columns: string[]
  /** The number of rows returned or changed. */
  count: number
  sample: unknown[][]
  /** The bound that cut the result; null if it is complete. */
  cut: 'rows' | 'bytes' | null
  /** The file: `{ …head, columns, rows }`. */
  json: Uint8Array
}

export type ThreadAnswer = { gathered: Gathered } | { fault: FaultParts }

export interface FaultParts {
  message: string
  again: boolean
  detail: string | null
}

/** Why there is no result. The message is in Spanish and reveals no data. */
export class ConnectorFault extends Error {
  /** Whether another try may succeed. */
  readonly again: boolean
  /** The server's own message, which may repeat values of the query. Only dry runs show it. */
  readonly detail: string | null

  constructor(message: string, { again = false, detail = null as string | null } = {}) {
    super(message)
    this.name = 'ConnectorFault'
    this.again = again
    this.detail = detail
  }
}

export function timeFault(ms: number): ConnectorFault {
  return new ConnectorFault(`El sistema no terminó en ${Math.round(ms / 1000)} segundos.`, { again: true })
}

export function cutText(cut: NonNullable<Gathered['cut']>, { rows, bytes }: Bounds): string {
  return cut === 'rows'
    ? `Se cortó en ${rows.toLocaleString('es-CL')} filas`
    : `Se cortó en ${Math.round(bytes / 1024 / 1024)} MB`
}
