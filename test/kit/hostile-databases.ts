import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

/** Misbehaving database servers. Each speaks as much of the protocol as it needs. */
export interface Hostile {
  host: string
  port: number
  /** Number of open connections. */
  open(): number
  close(): void
}

export async function hostileServer(behave: (socket: Socket) => void): Promise<Hostile> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    // A socket that is not read does not notice that the other side has closed.
    socket.on('data', () => undefined)
    socket.on('close', () => sockets.delete(socket))
    behave(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    host: '127.0.0.1',
    port: (server.address() as AddressInfo).port,
    open: () => sockets.size,
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

// ── PostgreSQL ──

function message(code: string, body: Buffer, length = body.length + 4): Buffer {
  const head = Buffer.alloc(5)
  head.write(code, 0, 'latin1')
  head.writeUInt32BE(length, 1)
  return Buffer.concat([head, body])
}

const int16 = (value: number) => {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}
const int32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}

const AUTH_OK = message('R', int32(0))
const READY = message('Z', Buffer.from('T'))
const done = (tag: string) => message('C', Buffer.from(`${tag}\0`))
const COLUMN = message(
  'T',
  Buffer.concat([
    int16(1),
    Buffer.from('a\0'),
    int32(0),
    int16(0),
    int32(25),
    int16(65535),
    int32(-1),
    int16(0),
  ]),
)
const cell = (text: string) => message('D', Buffer.concat([int16(1), int32(text.length), Buffer.from(text)]))

/** Accepts any login and simple query, and passes the prepared query to `onExecute`. */
export function postgresThat(onExecute: (socket: Socket) => void): (socket: Socket) => void {
  return (socket) => {
    let started = false
    let pending = Buffer.alloc(0)
    socket.on('data', (chunk) => {
      pending = Buffer.concat([pending, chunk])
      for (;;) {
        const at = started ? 1 : 0
        if (pending.length < at + 4) return
        const length = pending.readUInt32BE(at) + at
        if (pending.length < length) return
        const code = started ? String.fromCharCode(pending[0]!) : ''
        pending = pending.subarray(length)
        if (!started) {
          started = true
          socket.write(Buffer.concat([AUTH_OK, READY]))
        } else if (code === 'Q') socket.write(Buffer.concat([done('BEGIN'), READY]))
        else if (code === 'E')
          socket.write(
            Buffer.concat([message('1', Buffer.alloc(0)), message('2', Buffer.alloc(0)), COLUMN]),
            () => onExecute(socket),
          )
      }
    })
  }
}

/** Endless rows, as fast as the client reads them. */
export function rowsForEver(socket: Socket, text = 'x'.repeat(100)): void {
  const page = Buffer.concat(Array.from({ length: 500 }, () => cell(text)))
  const more = () => {
    while (!socket.destroyed && socket.write(page));
  }
  socket.on('drain', more)
  more()
}

/** A row that claims nearly two gigabytes and never ends. */
export function hugeRow(socket: Socket): void {
  socket.write(message('D', int16(1), 2_000_000_000))
  const page = Buffer.alloc(256 * 1024, 'x')
  const more = () => {
    while (!socket.destroyed && socket.write(page));
  }
  socket.on('drain', more)
  more()
}

/** A row that claims more fields than it has, so that the driver reads beyond its end. */
export function lyingRow(socket: Socket): void {
  socket.write(message('D', Buffer.concat([int16(60_000), int32(1_000_000)])))
}

/** Half a row, then the connection closes. */
export function halfRow(socket: Socket): void {
  socket.write(cell('entera'))
  socket.end(cell('y media').subarray(0, 8))
}

// ── MySQL ──

export function packet(number: number, body: Buffer): Buffer {
  const head = Buffer.alloc(4)
  head.writeUIntLE(body.length, 0, 3)
  head[3] = number
  return Buffer.concat([head, body])
}

/** The greeting of a server, with its authentication methods. */
export const MYSQL_GREETING = packet(
  0,
  Buffer.concat([
    Buffer.from([10]),
    Buffer.from('8.0.0-hostil\0'),
    int32(1),
    Buffer.from('12345678\0'),
    Buffer.from([0xff, 0xf7, 0x21, 0x02, 0x00, 0x0f, 0x00, 21]),
    Buffer.alloc(10),
    Buffer.from('123456789012\0'),
    Buffer.from('mysql_native_password\0'),
  ]),
)
const MYSQL_OK = (number: number) => packet(number, Buffer.from([0, 0, 0, 2, 0, 0, 0]))

/** Accepts any login, and passes every command to `onCommand`. */
export function mysqlThat(onCommand: (socket: Socket, command: Buffer) => void): (socket: Socket) => void {
  return (socket) => {
    let proven = false
    socket.write(MYSQL_GREETING)
    socket.on('data', (chunk) => {
      if (proven) return onCommand(socket, chunk.subarray(4))
      proven = true
      socket.write(MYSQL_OK(chunk[3]! + 1))
    })
  }
}

/** Asks for a local file of the client instead of answering. */
export function wantsFile(socket: Socket): void {
  socket.write(packet(1, Buffer.concat([Buffer.from([0xfb]), Buffer.from('/etc/passwd')])))
}
