import { chmodSync, rmSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/**
 * Lets a command of the same account copy the files while the process that has them open pauses its writes. The two speak
 * over a socket in the data directory, which no other account may enter: «quiet» when writes have stopped, «done» when
 * the copy is made, «released» if nothing was written until then. The end of the connection ends the pause.
 */
const SOCKET = 'quiesce.sock'
/** The longest socket name on Linux, without the closing zero. */
const LONGEST_NAME = 107
const MOST_QUIET_MS = 30_000

export const QUIESCE_FILES: ReadonlySet<string> = new Set([SOCKET])

/** Waits for its turn, flushes memory to the files, and returns the function that resumes writes. */
type HoldStill = () => Promise<() => void>

/** Undefined where the directory's name is too long for a socket: a copy then waits until the service has stopped. */
export async function answerQuiesce(
  dataDir: string,
  holdStill: HoldStill,
  mostQuietMs = MOST_QUIET_MS,
): Promise<Server | undefined> {
  const path = join(dataDir, SOCKET)
  if (Buffer.byteLength(path) > LONGEST_NAME) return undefined
  // We hold the directory's lock, so an existing socket was left by a killed process.
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
