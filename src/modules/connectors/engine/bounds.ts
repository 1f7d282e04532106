/** How much of a company's system a run may take. Everything together, connection and all. */
export interface Bounds {
  ms: number
  rows: number
  bytes: number
}

export const BOUNDS: Bounds = { ms: 30_000, rows: 10_000, bytes: 10 * 1024 * 1024 }

/** What a dry run shows of what came. */
export const SAMPLE = { rows: 5, characters: 200 } as const

export const TLS_MODES = ['require', 'verify', 'off'] as const
export type Tls = (typeof TLS_MODES)[number]

/**
 * How a query is run: inside a transaction that cannot write, inside one that can, or not at all: the server reads it and
 * says how it would.
 */
export type Mode = 'read' | 'write' | 'explain'

/** What a thread is given. */
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
  /** CONNECTOR_NETWORKS. */
  networks: readonly string[]
  /** What stands before the rows in the file that is made of them. */
  head: Readonly<Record<string, string>>
}

/** What came, as far as the bounds allow. */
export interface Gathered {
  columns: string[]
  /** How many rows came, or were changed. */
  count: number
  sample: unknown[][]
  /** Why it is not all of it. */
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

/** Why there is no result: the message is Spanish, and tells nothing of the data. */
export class ConnectorFault extends Error {
  /** Whether it may go well another time. */
  readonly again: boolean
  /** What the server said, which may repeat values of the query: shown in dry runs alone. */
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
