import type { Tools } from '#db/context.ts'
import { BOUNDS, ConnectorFault, cutText, type Gathered, type Mode, type Order } from './engine/bounds.ts'
import { askDatabase } from './engine/database.ts'
import { callEndpoint } from './engine/endpoint.ts'
import { createReach } from './engine/reach.ts'
import type { ConnectorRow } from './repo.ts'
import {
  changes,
  columnsOf,
  type DatabaseConfig,
  type EndpointAnswer,
  type EndpointConfig,
  missingParameter,
  type Outcome,
  type Person,
  type Right,
} from './rules.ts'
import { SEAL } from './service.ts'
import { type Compiled, compileQuery } from './sql.ts'

/** Queries a company's system, outside of any transaction. */

export interface Asking {
  connector: Pick<ConnectorRow, 'tenant_id' | 'kind' | 'config' | 'queries' | 'secret_sealed'>
  systemName: string
  right: Right
  person: Person
  networks: readonly string[]
}

/** The result for a task. */
export interface Asked {
  outcome: Outcome
  notes: string | null
  article: string | null
  rows: number | null
  bytes: number | null
  file: { name: string; bytes: Uint8Array } | null
  /** Why a person must continue: the result was cut, or there is still something to change. */
  left: string | null
  /** The result is incomplete. */
  isCut: boolean
}

const UNREADABLE = 'El secreto del conector ya no se puede leer: ingréselo de nuevo.'

export function secretOf({ vault }: Tools, { tenant_id, secret_sealed }: Asking['connector']): string {
  if (secret_sealed === null) return ''
  const secret = vault.tryOpen(secret_sealed, SEAL, tenant_id)
  if (secret === null) throw new ConnectorFault(UNREADABLE)
  return secret
}

/** Throws a ConnectorFault if this right has no query, or the request lacks a value that the query needs. */
export function compiledFor({ connector, right, person }: Asking): Compiled {
  const text = connector.queries[right]
  if (!text || connector.kind === 'https')
    throw new ConnectorFault('El conector no tiene una consulta para este derecho.')
  const compiled = compileQuery(text, connector.kind)
  const missing = missingParameter(compiled, person)
  if (missing) throw new ConnectorFault(`La consulta busca por ${missing}, y la solicitud no lo trae.`)
  return compiled
}

export function orderFor(asking: Asking, password: string, mode: Mode): Order {
  const { connector, person, networks, systemName, right } = asking
  const compiled = compiledFor(asking)
  const { writes: _, ...place } = connector.config as DatabaseConfig
  return {
    ...place,
    kind: connector.kind as Order['kind'],
    password,
    text: compiled.text,
    values: compiled.parameters.map((name) => person[name]),
    mode,
    bounds: BOUNDS,
    networks,
    head: { system: systemName, right },
  }
}

export async function askDatabaseFor(asking: Asking, password: string): Promise<Asked> {
  const { connector, right } = asking
  const mayWrite = changes(connector.kind, connector.config, right)
  return askedOf(asking, await askDatabase(orderFor(asking, password, mayWrite ? 'write' : 'read')), mayWrite)
}

/** Turns a database's result into a task's answer. A change is always complete, even if the list of changed rows is cut. */
export function askedOf(
  asking: Pick<Asking, 'systemName' | 'right'>,
  came: Gathered,
  mayWrite: boolean,
): Asked {
  const { right } = asking
  const isCopy = right === 'ACCESS' || right === 'PORTABILITY'
  return {
    outcome: came.count > 0 ? 'found' : 'nothing_found',
    notes: notesOf(came, mayWrite),
    article: null,
    rows: came.count,
    bytes: came.json.length,
    file: came.count > 0 && came.columns.length > 0 ? fileOf(asking, came.json) : null,
    left: leftToDo(came, isCopy, mayWrite),
    isCut: came.cut !== null && !mayWrite,
  }
}

function notesOf({ count, cut }: Gathered, mayWrite: boolean): string {
  const rows = `${count.toLocaleString('es-CL')} ${count === 1 ? 'fila' : 'filas'}`
  if (count === 0) return 'El conector buscó y no encontró nada.'
  if (!mayWrite) return `El conector encontró ${rows}.`
  if (cut === null) return `El conector cambió ${rows}.`
  // PostgreSQL returns one page of the changed rows and no count of the others.
  const changed = count > BOUNDS.rows ? rows : `más de ${rows}`
  return `El conector cambió ${changed}; el archivo lista solo las primeras ${BOUNDS.rows.toLocaleString('es-CL')}.`
}

function leftToDo({ count, cut }: Gathered, isCopy: boolean, mayWrite: boolean): string | null {
  if (cut && !mayWrite) return `${cutText(cut, BOUNDS)}: hay más, y falta completarlo a mano.`
  if (isCopy || mayWrite || count === 0) return null
  return 'El conector solo lee: encontró datos, y falta hacer lo que la persona pide.'
}

function fileOf({ systemName }: Pick<Asking, 'systemName'>, bytes: Uint8Array) {
  return { name: `${systemName}.json`, bytes }
}

export interface Calling {
  id: string
  type: 'dsar.task' | 'dsar.test'
  callbackUrl: string | null
  now: Date
}

/** Undefined if the system will answer later. */
export async function askEndpoint(
  asking: Asking,
  secret: string,
  calling: Calling,
): Promise<Asked | undefined> {
  const { connector, right, person, networks } = asking
  const { url } = connector.config as EndpointConfig
  const call = { ...calling, url, secret, right, person, bounds: BOUNDS }
  const result = await callEndpoint(createReach(networks), call)
  if (result.kind === 'later') return undefined
  if (result.kind === 'answer') return answered(asking, result.answer, result.bytes)
  return {
    ...NOTHING_MORE,
    outcome: 'found',
    notes: 'El sistema respondió con un archivo.',
    rows: null,
    bytes: result.body.length,
    file: { name: result.name, bytes: result.body },
  }
}

const NOTHING_MORE = { article: null, left: null, isCut: false }

export function answered(
  asking: Pick<Asking, 'systemName' | 'right'>,
  { outcome, notes, article, rows }: EndpointAnswer,
  bytes: number,
): Asked {
  const { systemName: system, right } = asking
  const json = rows && rows.length > 0 ? { system, right, columns: columnsOf(rows), rows } : null
  return {
    outcome,
    notes,
    article,
    rows: rows?.length ?? null,
    bytes,
    file: json && { name: `${system}.json`, bytes: Buffer.from(JSON.stringify(json)) },
    left: null,
    isCut: false,
  }
}
