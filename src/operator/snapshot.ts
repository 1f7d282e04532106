import {
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { lockDirectory } from '#db/embedded/directory-lock.ts'
import { openEmbedded } from '#db/embedded/embedded.ts'
import { askForQuiet, QUIESCE_FILES } from '#db/embedded/quiesce.ts'

/** A copy of the data directory at one moment, taken while the service works. */
export interface Snapshot {
  files: number
  bytes: number
  /** How long writes waited; undefined if no service was running. */
  waitedMs: number | undefined
}

/** Left out: the lock, which belongs to the process with the directory open, and unfinished uploads. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  ...QUIESCE_FILES,
  'lock',
  'lock-journal',
  join('files', 'arriving'),
])
const RESERVE_BYTES = 64 * 1024 * 1024
/** File system clocks tick in steps. */
const TICK_MS = 1000

/**
 * Copies the directory in two passes: first everything, while the service works, then the changes since, while it pauses
 * its writes. The length of the pause depends on the number of changes, not on the size of the database.
 */
export async function takeSnapshot(dataDir: string, to: string): Promise<Snapshot> {
  const source = resolve(dataDir)
  const target = resolve(to)
  const partial = `${target}.part`
  assertPossible(source, target)
  await rm(partial, { recursive: true, force: true })
  try {
    const since = Date.now() - TICK_MS
    copyTree(source, partial, list(source))
    const waitedMs = await whileQuiet(source, () => {
      const present = list(source)
      removeOthers(partial, present)
      copyTree(source, partial, present, since)
    })
    const copied = list(partial)
    await syncAll(partial, copied)
    await rename(partial, target)
    await sync(dirname(target))
    const bytes = [...copied.values()].reduce((sum, { size }) => sum + size, 0)
    const files = [...copied.values()].filter(({ isDirectory }) => !isDirectory).length
    return { files, bytes, waitedMs }
  } catch (error) {
    await rm(partial, { recursive: true, force: true })
    throw error
  }
}

/** Opens the copy as a service would. Returns the number of its organisations. */
export async function openSnapshot(directory: string): Promise<number> {
  const engine = await openEmbedded(resolve(directory))
  try {
    const { rows } = await engine.asOwner('select count(*)::int as n from tenants')
    return Number(rows[0]!['n'])
  } finally {
    await engine.close()
  }
}

function assertPossible(source: string, target: string): void {
  if (!existsSync(join(source, 'db', 'PG_VERSION')))
    throw new Error(`En «${source}» no hay una base de datos incorporada.`)
  if (!relative(source, target).startsWith('..'))
    throw new Error('La copia no puede quedar dentro de DATA_DIR. Indique con --to otro lugar.')
  if (existsSync(target)) throw new Error(`«${target}» ya existe. Indique con --to un directorio nuevo.`)
  const place = dirname(target)
  if (!existsSync(place)) throw new Error(`El directorio «${place}» no existe.`)
  const needed = [...list(source).values()].reduce((sum, { size }) => sum + size, RESERVE_BYTES)
  const { bavail, bsize } = statfsSync(place)
  const missing = needed - bavail * bsize
  if (missing > 0)
    throw new Error(`No queda espacio en «${place}»: faltan ${Math.ceil(missing / 2 ** 20)} MiB.`)
}

/** Runs the work while nobody writes: the running service pauses, or none runs and none can start. */
async function whileQuiet(source: string, work: () => void): Promise<number | undefined> {
  const quiet = await askForQuiet(source)
  if (!quiet) {
    const unlock = lockDirectory(source)
    try {
      work()
    } finally {
      unlock()
    }
    return undefined
  }
  const from = performance.now()
  try {
    work()
    return Math.ceil(performance.now() - from)
  } finally {
    await quiet.release()
  }
}

interface Entry {
  isDirectory: boolean
  size: number
  /** The time of the last change to the file or its name. */
  changedMs: number
}

type Tree = ReadonlyMap<string, Entry>

/**
 * The files below a directory, by relative path, parents first. Files that disappear meanwhile are left out. Synchronous,
 * because the service pauses for thousands of these calls.
 */
function list(root: string): Tree {
  const found = new Map<string, Entry>()
  function walk(path: string): void {
    for (const name of ifThere(() => readdirSync(join(root, path))) ?? []) {
      const inner = join(path, name)
      const state = LEFT_OUT.has(inner) ? undefined : ifThere(() => statSync(join(root, inner)))
      if (!state) continue
      const isDirectory = state.isDirectory()
      found.set(inner, { isDirectory, size: isDirectory ? 0 : state.size, changedMs: state.ctimeMs })
      if (isDirectory) walk(inner)
    }
  }
  walk('')
  return found
}

/** Copies files that are missing in the target or have changed since. */
function copyTree(source: string, target: string, tree: Tree, since = 0): void {
  mkdirSync(target, { recursive: true, mode: 0o700 })
  for (const [path, { isDirectory, changedMs }] of tree) {
    const copy = join(target, path)
    if (isDirectory) mkdirSync(copy, { recursive: true, mode: 0o700 })
    else if (changedMs >= since || !existsSync(copy))
      ifThere(() => copyFileSync(join(source, path), copy, constants.COPYFILE_FICLONE))
  }
}

function removeOthers(target: string, present: Tree): void {
  for (const path of list(target).keys()) {
    if (!present.has(path)) rmSync(join(target, path), { recursive: true, force: true })
  }
}

async function syncAll(root: string, tree: Tree): Promise<void> {
  for (const path of tree.keys()) await sync(join(root, path))
  await sync(root)
}

async function sync(path: string): Promise<void> {
  const file = await open(path, 'r')
  await file.sync().finally(() => file.close())
}

function ifThere<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return undefined
  }
}
