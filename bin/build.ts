import { chmodSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { rolldown } from 'rolldown'
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
  const bundle = await rolldown({
    cwd: ROOT,
    platform: 'node',
    input: Object.fromEntries(ENTRIES.map((entry) => [builtName(entry), fileOf(entry)])),
    external: (name) => !/^[./#]/.test(name) && !TAKEN_IN.test(name),
    transform: { target: 'node24' },
  })
  mkdirSync(dirname(SERVICE), { recursive: true })
  const draft = mkdtempSync(`${SERVICE}-`)
  await bundle.write({ dir: draft, entryFileNames: '[name].js', chunkFileNames: 'part-[name]-[hash].js' })
  await bundle.close()
  writeFileSync(join(draft, 'sources'), stamp)
  // Only its maker may read what mkdtemp makes; the service may have an account of its own.
  chmodSync(draft, 0o755)
  rmSync(SERVICE, { recursive: true, force: true })
  renameSync(draft, SERVICE)
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
