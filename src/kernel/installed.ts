import { join } from 'node:path'

/**
 * The folder of the installation. This file is two folders below it: among the sources, and in dist/service, where
 * bin/build.ts bundles the service.
 */
export const ROOT = join(import.meta.dirname, '../..')

/** The entry files of processes and threads, by their paths among the sources. */
export const ENTRIES = [
  'cli',
  'db/embedded/make-files',
  'modules/connectors/engine/thread',
  'pdf/worker',
  'sheets/worker',
  'word/worker',
] as const

export type Entry = (typeof ENTRIES)[number]

const isSource = import.meta.filename.endsWith('.ts')

export function fileOf(entry: Entry): string {
  return isSource ? join(ROOT, 'src', `${entry}.ts`) : join(import.meta.dirname, `${builtName(entry)}.js`)
}

export function builtName(entry: Entry): string {
  return entry.replaceAll('/', '-')
}
