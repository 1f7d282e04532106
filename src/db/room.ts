import { accessSync, constants, mkdirSync, statfsSync } from 'node:fs'

/** Three segments of PostgreSQL's log. */
const RESERVE_BYTES = 48 * 1024 * 1024
const LOOK_EVERY_MS = 100

/** Told as a server tells it: by the code of PostgreSQL's `disk_full`. */
class DiskFull extends Error {
  readonly code = '53100'
}

/**
 * Throws while the disk is nearly full. The embedded PostgreSQL survives a table that cannot grow, but not a log that
 * cannot: it never answers again, and the process with it. So a write is refused while there is still room for the log.
 */
export function roomGuard(directory: string): () => void {
  let lookedAt = Number.NEGATIVE_INFINITY
  let free = 0
  return () => {
    if (performance.now() - lookedAt > LOOK_EVERY_MS) {
      const { bavail, bsize } = statfsSync(directory)
      free = bavail * bsize
      lookedAt = performance.now()
    }
    if (free < RESERVE_BYTES)
      throw new DiskFull(`${mib(free)} MiB are free for «${directory}»: too few to write`)
  }
}

/** Makes the directory, and says in one line why it cannot be used: to whoever starts the service. */
export function prepareDirectory(directory: string): void {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 })
    accessSync(directory, constants.R_OK | constants.W_OK | constants.X_OK)
    roomGuard(directory)()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new Error(
      error instanceof DiskFull
        ? `DATA_DIR: no queda espacio en el disco de «${directory}». Libere al menos ${mib(RESERVE_BYTES)} MiB.`
        : `DATA_DIR: no se puede escribir en «${directory}» (${code}).`,
    )
  }
}

function mib(bytes: number): number {
  return Math.floor(bytes / 1024 / 1024)
}
