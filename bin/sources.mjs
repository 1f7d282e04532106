// Which files the service runs from: dist/service, where it is made from the sources that stand beside it, else these.
// Written so that Node 20 can read it.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
export const SERVICE = join(ROOT, 'dist/service')
const STAMP = join(SERVICE, 'sources')

/** Names, sizes and times of the sources, or nothing where there are none. To read them all takes as long as to start. */
export function sourcesStamp() {
  try {
    return ['package-lock.json', ...filesIn('src'), ...filesIn('clients/typescript/src')].map(lineOf).join('')
  } catch {
    return undefined
  }
}

function filesIn(folder) {
  return readdirSync(join(ROOT, folder), { recursive: true })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .sort()
    .map((name) => join(folder, name))
}

function lineOf(file) {
  const { size, mtimeMs } = statSync(join(ROOT, file))
  return `${file} ${size} ${mtimeMs}\n`
}

export function isBuilt() {
  try {
    const stamp = readFileSync(STAMP, 'utf8')
    return stamp === (sourcesStamp() ?? stamp)
  } catch {
    return false
  }
}

/** The file to run. */
export function entryFile() {
  return isBuilt() ? join(SERVICE, 'cli.js') : join(ROOT, 'src/cli.ts')
}
