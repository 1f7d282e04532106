import mysql from 'mysql2'
import { ConnectorFault, type Gathered, type Order, timeFault } from './bounds.ts'
import { Gathering } from './gather.ts'
import { connectionText, unsure } from './postgres.ts'
import { type Session, withSession } from './session.ts'

export function askMysql(order: Order): Promise<Gathered> {
  return withSession(order, async (session) => {
    const connection = mysql.createConnection({
      host: order.host,
      port: order.port,
      database: order.database,
      user: order.user,
      password: order.password,
      stream: () => session.socket,
      connectTimeout: order.bounds.ms,
      multipleStatements: false,
      // The server chooses column names, so the driver must not turn them into code. Nor may the server request our files.
      disableEval: true,
      flags: ['-LOCAL_FILES'],
      dateStrings: true,
      supportBigNumbers: true,
      bigNumberStrings: false,
      ...(order.tls !== 'off' && {
        ssl: { rejectUnauthorized: order.tls === 'verify', verifyIdentity: order.tls === 'verify' },
      }),
    } as mysql.ConnectionOptions)
    connection.on('error', () => undefined)
    try {
      await session.inTime(called((done) => connection.connect(done)))
      return await inTransaction(session, connection, order)
    } catch (error) {
      throw explained(error, order)
    } finally {
      connection.destroy()
    }
  })
}

function called(call: (done: (error: Error | null) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => call((error) => (error ? reject(error) : resolve())))
}

async function inTransaction(
  session: Session,
  connection: mysql.Connection,
  order: Order,
): Promise<Gathered> {
  const say = (text: string) =>
    session.inTime(called((done) => connection.query(text, (error) => done(error))))
  const writes = order.mode === 'write'
  // MariaDB explains no change inside a read-only transaction. Explaining does not run it.
  const readsOnly = order.mode === 'read'
  const seconds = session.leftMs() / 1000
  // MariaDB and MySQL have different names for this, and each refuses the other's.
  await say(`set session max_statement_time = ${seconds.toFixed(3)}`).catch((error) => {
    if ((error as { errno?: number }).errno !== UNKNOWN_VARIABLE) throw error
    return say(`set session max_execution_time = ${session.leftMs()}`)
  })
  if (readsOnly) await say('set session transaction read only')
  await say(readsOnly ? 'start transaction read only' : 'start transaction')
  const gathered = await session.inTime(rowsOf(connection, order))
  if (!writes) return gathered
  if (gathered.cut === 'bytes')
    throw new ConnectorFault('La sentencia devolvió más de lo que se guarda, y no se confirmó nada.')
  try {
    await say('commit')
  } catch (error) {
    throw unsure(error)
  }
  return gathered
}

const UNKNOWN_VARIABLE = 1193

/** A prepared statement: a single one, with its values apart. */
function rowsOf(connection: mysql.Connection, order: Order): Promise<Gathered> {
  const { bounds, mode, head } = order
  const gathering = new Gathering(bounds)
  const { promise, resolve, reject } = Promise.withResolvers<Gathered>()
  let columns: string[] = []
  let changed = 0
  let isOver = false
  const finish = () => {
    if (isOver) return
    isOver = true
    resolve(gathering.result(columns, head, mode === 'write' ? changed : 0))
  }
  const command = connection.execute({
    sql: mode === 'explain' ? `explain ${order.text}` : order.text,
    values: [...order.values],
    rowsAsArray: true,
  }) as unknown as NodeJS.EventEmitter
  command.on('fields', (fields: { name: string }[] | undefined) => {
    if (fields) columns = fields.map(({ name }) => name)
  })
  command.on('result', (row: unknown[] | { affectedRows?: number }) => {
    if (isOver) return
    if (!Array.isArray(row)) {
      changed = row.affectedRows ?? 0
      return
    }
    changed += 1
    // A writing statement is read to its end; otherwise its changes would be rolled back.
    if (!gathering.add(row.map(plain)) && mode !== 'write') finish()
  })
  command.on('error', reject)
  command.on('end', finish)
  return promise
}

/** JSON has no bytes: valid UTF-8 becomes text, the rest hexadecimal. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return String(value)
  if (!Buffer.isBuffer(value)) return value
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(value)
  } catch {
    return `\\x${value.toString('hex')}`
  }
}

const REFUSED_LOGIN = [1044, 1045, 1698, 1251]
const TIME_UP = [1969, 3024, 1317]
const BUSY = [1040, 1053, 1203, 1205, 1213]

function explained(error: unknown, order: Order): ConnectorFault {
  if (error instanceof ConnectorFault) return error
  const { errno = 0, sqlState, message } = error as { errno?: number; sqlState?: string; message: string }
  const detail = message
  if (TIME_UP.includes(errno)) return timeFault(order.bounds.ms)
  if (errno === 1792)
    return new ConnectorFault('La consulta intenta cambiar datos y el conector es de solo lectura.', {
      detail,
    })
  if (REFUSED_LOGIN.includes(errno))
    return new ConnectorFault(`El servidor no aceptó el usuario o la clave (${errno}).`)
  if (errno === 1049) return new ConnectorFault(`La base de datos no existe (${errno}).`)
  if (BUSY.includes(errno))
    return new ConnectorFault(`El servidor no pudo atender ahora (${errno}).`, { again: true, detail })
  if (errno >= 1000 && sqlState)
    return new ConnectorFault(`La base de datos rechazó la consulta (${errno}).`, { detail })
  return new ConnectorFault(connectionText(error), { again: true, detail })
}
