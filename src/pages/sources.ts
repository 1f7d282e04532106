import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '#kernel/installed.ts'

/** A checksum of the sources of the pages: if it changes, they must be built again. */
export function sourcesSum(): string {
  const hash = createHash('sha256')
  const files = [
    'web/**/*.{ts,tsx,css,html}',
    'clients/typescript/src/*.ts',
    'src/kernel/**/*.ts',
    'src/modules/*/knowledge/{bases,vocabulary}.ts',
    'package-lock.json',
  ]
    .flatMap((pattern) => globSync(pattern, { cwd: ROOT }))
    .filter((file) => !/^web\/\.?dist/.test(file))
    .sort()
  for (const file of files)
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(ROOT, file)))
      .update('\0')
  return hash.digest('hex')
}
