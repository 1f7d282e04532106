import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const SQLITE_BUSY = 5

/** These references keep the garbage collector from closing the files, which would free their locks. */
const held = new Set<DatabaseSync>()

/**
 * Two processes over one embedded database lose acknowledged rows. The lock is SQLite's lock on a file of its own: the
 * kernel grants it to exactly one process, and frees it however that process ends, kill -9 included.
 */
export function lockDirectory(directory: string): () => void {
  const file = new DatabaseSync(join(directory, 'lock'))
  try {
    file.exec('begin exclusive')
  } catch (error) {
    file.close()
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error
    throw new Error(
      `Otro proceso ya usa la base de datos de «${directory}». Deténgalo, o elija otro DATA_DIR.`,
    )
  }
  held.add(file)
  return () => {
    held.delete(file)
    file.close()
  }
}
