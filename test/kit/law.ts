import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'

/** Writes a `LAW_FILE` with this content. */
export function lawFile(content: object): string {
  const directory = mkdtempSync(join(tmpdir(), 'resguardo-law-'))
  after(() => rmSync(directory, { recursive: true, force: true }))
  const file = join(directory, 'law.json')
  writeFileSync(file, JSON.stringify(content))
  return file
}
