import type { Socket } from 'node:net'
import pg from 'pg'
import { ConnectorFault, type Gathered, type Order, timeFault } from './bounds.ts'
import { Gathering } from './gather.ts'
import { type Session, withSession } from './session.ts'

export function askPostgres(order: Order): Promise<Gathered> {
  return withSession(order, async (session) => {
    const client = new pg.Client({
      host: order.host,
      port: order.port,
      database: order.database,
      user: order.user,
      // A function, so that the driver does not look for an empty password in the operator's files.
      password: () => order.password,
      stream: () => adopted(session.socket),
      ssl: order.tls !== 'off' && { rejectUnauthorized: order.tls === 'verify' },
      application_name: 'Resguardo',
    } as pg.ClientConfig)
    client.on('error', () => undefined)
    try {
      await session.inTime(client.connect())
      return await inTransaction(session, client, order)
    } catch (error) {
      throw explained(error, order)
    } finally {
      client.end().catch(() => undefined)
    }
  })
}

/** The driver calls connect on its socket. This socket is already connected, to an address that was checked. */
function adopted(socket: Socket): Socket {
  socket.connect = () => {
    process.nextTick(() => socket.emit('connect'))
    return socket
  }
  return socket
}

async function inTransaction(session: Session, client: pg.Client, order: Order): Promise<Gathered> {
  const writes = order.mode === 'write'
  await session.inTime(client.query(writes ? 'begin' : 'begin read only'))
  await session.inTime(client.query(`set local statement_timeout = ${session.leftMs()}`))
  const { gathered, early } = await session.inTime(rowsOf(client, order))
  if (!writes) {
    if (!early) await session.inTime(client.query('rollback'))
    return gathered
  }
  if (gathered.cut === 'bytes')
    throw new ConnectorFault('La sentencia devolvió más de lo que se guarda, y no se confirmó nada.')
  try {
    await session.inTime(client.query('commit'))
  } catch (error) {
    throw unsure(error)
  }
  return gathered
}

/** If the connection is lost between «commit» and its answer, the outcome is unknown. */
export function unsure(error: unknown): ConnectorFault {
  return new ConnectorFault(
    'La conexión se perdió al confirmar: revise en el sistema si los cambios quedaron hechos.',
    { detail: (error as Error).message },
  )
}

interface Came {
  gathered: Gathered
  /** The result was cut while rows were still arriving: the connection cannot be used again. */
  early: boolean
}

/** One statement by the extended protocol, which accepts no second one. */
function rowsOf(client: pg.Client, order: Order): Promise<Came> {
  const { bounds, mode, head } = order
  const gathering = new Gathering(bounds)
  const { promise, resolve, reject } = Promise.withResolvers<Came>()
  const query = new OnePage({
    text: mode === 'explain' ? `explain ${order.text}` : order.text,
    values: [...order.values],
    rowMode: 'array',
    // One more row, to detect that there are more.
    rows: bounds.rows + 1,
    types: { getTypeParser: (oid: number) => PARSERS.get(oid) ?? String },
  } as unknown as pg.QueryArrayConfig)
  let isOver = false
  const finish = (changed: number, early: boolean) => {
    if (isOver) return
    isOver = true
    resolve({ gathered: gathering.result(columnsOf(query), head, mode === 'write' ? changed : 0), early })
  }
  let seen = 0
  query.on('row', (row) => {
    if (isOver) return
    seen += 1
    const kept = gathering.add(row as unknown as unknown[])
    // A correct server stops by itself at the requested row.
    if (!kept && (gathering.cut === 'bytes' || seen > bounds.rows + 1)) finish(0, true)
  })
  query.on('end', (result) => finish(result?.rowCount ?? 0, false))
  query.on('error', reject)
  client.query(query as unknown as pg.Query)
  return promise
}

/** The names that the server sent before the first row. */
function columnsOf(query: object): string[] {
  const { _result: result } = query as { _result?: { fields?: { name: string }[] } }
  return (result?.fields ?? []).map(({ name }) => name)
}

interface Submitted {
  sync(): void
}

/** Requests no second page of rows. */
class OnePage extends pg.Query {
  handlePortalSuspended(connection: Submitted): void {
    connection.sync()
  }
}

/** Parsers by type number. Other types stay as the server writes them. */
const PARSERS: ReadonlyMap<number, (text: string) => unknown> = new Map<number, (text: string) => unknown>([
  [16, (text) => text === 't'],
  [20, exact],
  [21, Number],
  [23, Number],
  [700, finite],
  [701, finite],
  [114, parsed],
  [3802, parsed],
])

function exact(text: string): unknown {
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : text
}

function finite(text: string): unknown {
  const number = Number(text)
  return Number.isFinite(number) ? number : text
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function explained(error: unknown, order: Order): ConnectorFault {
  if (error instanceof ConnectorFault) return error
  const { code = '', message } = error as { code?: string; message: string }
  const detail = message
  if (code === '57014') return timeFault(order.bounds.ms)
  if (code === '25006')
    return new ConnectorFault('La consulta intenta cambiar datos y el conector es de solo lectura.', {
      detail,
    })
  if (/^28/.test(code)) return new ConnectorFault(`El servidor no aceptó el usuario o la clave (${code}).`)
  if (code === '3D000') return new ConnectorFault(`La base de datos no existe (${code}).`)
  if (/^(53|57P|40|55P)/.test(code))
    return new ConnectorFault(`El servidor no pudo atender ahora (${code}).`, { again: true, detail })
  if (/^[0-9A-Z]{5}$/.test(code) && !/^E[A-Z]{4}$/.test(code))
    return new ConnectorFault(`La base de datos rechazó la consulta (${code}).`, { detail })
  return new ConnectorFault(connectionText(error), { again: true, detail })
}

export function connectionText(error: unknown): string {
  const { code, message } = error as { code?: string; message: string }
  if (/SSL|TLS|CERT|certificate/i.test(`${code} ${message}`))
    return 'El servidor no ofrece una conexión cifrada válida.'
  return 'La conexión con el servidor se cortó o no habla el protocolo esperado.'
}
