import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'

/** A `LAW_FILE` with this in it. */
export function lawFile(content: object): string {
  const directory = mkdtempSync(join(tmpdir(), 'resguardo-law-'))
  after(() => rmSync(directory, { recursive: true, force: true }))
  const file = join(directory, 'law.json')
  writeFileSync(file, JSON.stringify(content))
  return file
}
