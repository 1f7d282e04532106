import { chmodSync, rmSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/**
 * A command of the same account copies the files while the process that has them open holds still. The two speak over a
 * socket in the data directory, which nobody else may enter: «quiet» when nothing writes, «done» when the copy is made,
 * «released» if nothing wrote until then. Whatever ends the connection ends the stillness.
 */
const SOCKET = 'quiesce.sock'
/** What Linux takes as the name of a socket, less the closing zero. */
const LONGEST_NAME = 107
const MOST_QUIET_MS = 30_000

export const QUIESCE_FILES: ReadonlySet<string> = new Set([SOCKET])

/** Waits for its turn, writes out what is in memory, and answers how to go on. */
type HoldStill = () => Promise<() => void>

/** Undefined where the name of the directory is too long for a socket: a copy then waits until the service has stopped. */
export async function answerQuiesce(
  dataDir: string,
  holdStill: HoldStill,
  mostQuietMs = MOST_QUIET_MS,
): Promise<Server | undefined> {
  const path = join(dataDir, SOCKET)
  if (Buffer.byteLength(path) > LONGEST_NAME) return undefined
  // The directory's lock is ours: a socket that is there was left by a process that was killed.
  rmSync(path, { force: true })
  const server = createServer((client) => void holdFor(client, holdStill, mostQuietMs))
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(path, resolve))
  chmodSync(path, 0o600)
  server.unref()
  return server
}

async function holdFor(client: Socket, holdStill: HoldStill, mostQuietMs: number): Promise<void> {
  const gone = new Promise<void>((resolve) => client.once('close', resolve).once('error', () => resolve()))
  const release = await holdStill().catch(() => undefined)
  if (!release) return void client.destroy()
  const late = setTimeout(() => client.destroy(), mostQuietMs)
  client.write('quiet\n')
  const done = new Promise<void>((resolve) => {
    createInterface(client).once('line', () => {
      client.end('released\n')
      resolve()
    })
  })
  await Promise.race([done, gone])
  clearTimeout(late)
  release()
}

export interface Quiet {
  /** Throws when something may have been written since. */
  release(): Promise<void>
}

/** Undefined when no process has the database open. */
export async function askForQuiet(dataDir: string): Promise<Quiet | undefined> {
  const socket = connect(join(dataDir, SOCKET))
  const connected = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
  })
  if (!connected) return undefined
  socket.on('error', () => undefined)
  const lines = createInterface(socket)[Symbol.asyncIterator]()
  const answers = async (word: string) => {
    const { value } = await lines.next()
    if (value === word) return
    socket.destroy()
    throw new Error('El servicio dejó de esperar antes de que la copia terminara. Inténtelo otra vez.')
  }
  await answers('quiet')
  return {
    async release() {
      socket.write('done\n')
      await answers('released')
      socket.destroy()
    },
  }
}
