import { setFlagsFromString } from 'node:v8'
import { PGlite } from '@electric-sql/pglite'

/**
 * V8 compiles busy functions of WebAssembly a second time, optimised. One function of the database is so large that this
 * alone takes 1 GB for a moment, at every start. Without it statements cost about a fifth more, and the process fits
 * into a small machine. It affects modules that are compiled from here on.
 */
export function keepMemorySmall(): void {
  setFlagsFromString('--no-wasm-tier-up')
  setFlagsFromString('--no-wasm-dynamic-tiering')
}

/** Opening the database touches all shared buffers, so they are few. The operating system caches the files anyway. */
export const START_PARAMETERS = [...PGlite.defaultStartParams, '-c', 'shared_buffers=32MB']
