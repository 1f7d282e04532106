import { chmodSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type OutputBundle, rolldown } from 'rolldown'
import { builtName, ENTRIES, fileOf, ROOT } from '#kernel/installed.ts'
import { buildPages } from '#pages/built.ts'
import { isBuilt, SERVICE, sourcesStamp } from './sources.mjs'

/**
 * The service in a few files instead of two thousand: it starts in two thirds of the time, a command in half. `npm ci` and
 * `npm run build` make them, and the launcher takes them as long as no source is newer.
 */
export async function buildService(): Promise<void> {
  if (isBuilt()) return
  const stamp = sourcesStamp()!
  mkdirSync(dirname(SERVICE), { recursive: true })
  const draft = mkdtempSync(`${SERVICE}-`)
  await bundle(draft)
  writeFileSync(join(draft, 'sources'), stamp)
  // Only its maker may read what mkdtemp makes; the service may have an account of its own.
  chmodSync(draft, 0o755)
  rmSync(SERVICE, { recursive: true, force: true })
  renameSync(draft, SERVICE)
}

/** With `besides`, entries of other files by their names. */
export async function bundle(folder: string, besides: Record<string, string> = {}): Promise<void> {
  const made = await rolldown({
    cwd: ROOT,
    platform: 'node',
    input: { ...Object.fromEntries(ENTRIES.map((entry) => [builtName(entry), fileOf(entry)])), ...besides },
    external: (name) => !/^[./#]/.test(name) && !TAKEN_IN.test(name),
    transform: { target: 'node24' },
    plugins: [{ name: 'narrow', generateBundle: narrow }],
  })
  await made.write({ dir: folder, entryFileNames: '[name].js', chunkFileNames: 'part-[name]-[hash].js' })
  await made.close()
}

/** For a single character beyond ASCII V8 holds all of a file with two bytes each: 4 MB more while the service runs. */
const WIDE = /[^\0-\x7f]/g

function narrow(_options: unknown, files: OutputBundle): void {
  for (const file of Object.values(files))
    if (file.type === 'chunk') file.code = file.code.replace(WIDE, escaped)
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/**
 * Packages of many small files. All others stay packages: some look for files of their own, and most are few files.
 * `@oxc-project/runtime` is what the bundler itself writes calls to.
 */
const TAKEN_IN =
  /^(typebox|kysely|yaml|tsyringe|@simplewebauthn|@peculiar|@oxc-project\/runtime|@scalar\/(?!fastify-api-reference))(\/|$)/

if (import.meta.main) {
  buildPages()
  await buildService()
}
