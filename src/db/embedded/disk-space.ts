import { accessSync, constants, mkdirSync, statfsSync } from 'node:fs'

/** Three segments of PostgreSQL's log. */
const RESERVE_BYTES = 48 * 1024 * 1024
const CHECK_EVERY_MS = 100

/** Carries the code of PostgreSQL's `disk_full`, as an error of a server would. */
class DiskFull extends Error {
  readonly code = '53100'
}

/**
 * Throws while the disk is nearly full. The embedded PostgreSQL survives a table that cannot grow, but not a log that
 * cannot: it hangs, and the process with it. So writes are refused while there is still space for the log.
 */
export function diskSpaceGuard(directory: string): () => void {
  let checkedAt = Number.NEGATIVE_INFINITY
  let free = 0
  return () => {
    if (performance.now() - checkedAt > CHECK_EVERY_MS) {
      const { bavail, bsize } = statfsSync(directory)
      free = bavail * bsize
      checkedAt = performance.now()
    }
    if (free < RESERVE_BYTES)
      throw new DiskFull(`${mib(free)} MiB are free for «${directory}»: too few to write`)
  }
}

/** Creates the directory. Throws a one-line reason for the operator when it cannot be used. */
export function prepareDirectory(directory: string): void {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 })
    accessSync(directory, constants.R_OK | constants.W_OK | constants.X_OK)
    diskSpaceGuard(directory)()
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
