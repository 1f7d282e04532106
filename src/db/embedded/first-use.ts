import { spawn } from 'node:child_process'
import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileOf } from '#kernel/installed.ts'
import { lockDirectory } from './directory-lock.ts'
import { prepareDirectory } from './disk-space.ts'

/** True while nothing has been made in this directory yet. */
export function isFirstUse(dataDir: string): boolean {
  return !existsSync(join(dataDir, 'db', 'PG_VERSION'))
}

/**
 * Makes the files of an empty database, whole or not at all. It runs before anything else is loaded and in a process of
 * its own: it needs 550 MiB once, which this process would not give back.
 */
export async function makeDatabase(dataDir: string, onBegin: (what: string) => void): Promise<void> {
  prepareDirectory(dataDir)
  const unlock = lockDirectory(dataDir)
  try {
    onBegin(`Creando la base de datos incorporada en ${dataDir}…`)
    await makeLocked(dataDir)
  } finally {
    unlock()
  }
}

/** The caller must hold the lock of the directory. */
export async function makeLocked(dataDir: string): Promise<void> {
  if (!isFirstUse(dataDir)) return
  const [draft, whole] = [join(dataDir, 'db.part'), join(dataDir, 'db')]
  rmSync(draft, { recursive: true, force: true })
  await make(draft)
  rmSync(whole, { recursive: true, force: true })
  renameSync(draft, whole)
}

async function make(directory: string): Promise<void> {
  const file = fileOf('db/embedded/make-files')
  const child = spawn(process.execPath, ['--max-semi-space-size=2', file, directory], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = new Promise<number | NodeJS.Signals | null>((resolve, reject) => {
    child.on('error', reject).on('close', (code, signal) => resolve(code ?? signal))
  })
  const [how, said] = await Promise.all([ended, text(child.stderr)])
  if (how !== 0)
    throw new Error(`No se pudo crear la base de datos incorporada (${how}): ${said.trim().slice(-500)}`)
}
