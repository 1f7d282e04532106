import { spawnSync } from 'node:child_process'
import { readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startEmbedded } from '#db/embedded/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { readConfig } from '#src/config.ts'
import { describeApi } from '#src/describe.ts'
import { clientRoles, clientTypes } from './kit/client-types.ts'
import { dumpSchema } from './kit/schema-dump.ts'
import { tableTypes } from './kit/table-types.ts'

/**
 * All checks before a merge: `npm run check`. Every part runs, so that one run shows all faults.
 * `npm run check types schema` runs the parts with these words in their names.
 */
const root = join(import.meta.dirname, '..')

const PARTS: [name: string, look: () => Promise<boolean> | boolean][] = [
  ['format and lint', () => tool('biome', 'check', '--error-on-warnings', '.')],
  ['types', () => tool('tsc')],
  ['types of the web', () => tool('tsc', '--project', 'web')],
  ['dead code and dependencies', () => tool('knip')],
  ['dead code but for tests', () => tool('knip', '--production')],
  ['schema: migrations/schema.sql and the types of the tables', schemaIsCurrent],
  ['description of the API and types of its client', clientIsCurrent],
  ['tests', () => run(join(root, 'test/run.ts'))],
]

const wanted = process.argv.slice(2)
const failed: string[] = []
for (const [name, look] of PARTS) {
  if (wanted.length > 0 && !wanted.some((word) => name.includes(word))) continue
  console.log(`\n── ${name}`)
  const started = performance.now()
  const passed = await look()
  // The tests print their own result.
  if (name !== 'tests')
    console.log(`${passed ? 'ok' : 'FAILED'}, ${((performance.now() - started) / 1000).toFixed(1)} s`)
  if (!passed) failed.push(name)
}
if (failed.length > 0) console.error(`\nTo repair: ${failed.join(', ')}`)
process.exit(failed.length === 0 ? 0 : 1)

function run(file: string, ...args: string[]): boolean {
  return spawnSync(process.execPath, [file, ...args], { cwd: root, stdio: 'inherit' }).status === 0
}

function tool(name: string, ...args: string[]): boolean {
  return run(realpathSync(join(root, 'node_modules/.bin', name)), ...args)
}

async function schemaIsCurrent(): Promise<boolean> {
  const engine = await startEmbedded({})
  await migrate(engine)
  const files = [['migrations/schema.sql', await dumpSchema(engine)], ...(await tableTypes(engine))] as const
  await engine.close()
  return files.map(([name, text]) => isCurrent(name, text)).every((current) => current)
}

async function clientIsCurrent(): Promise<boolean> {
  try {
    const document = (await describeApi(readConfig({ APP_SECRET: 'x'.repeat(64) }))) as { paths: object }
    console.log(`${Object.keys(document.paths).length} paths`)
    const files = [
      ['clients/typescript/src/api.ts', clientTypes(document)],
      ['clients/typescript/src/roles.ts', clientRoles(document)],
    ] as const
    return files.map(([name, text]) => isCurrent(name, text)).every((current) => current)
  } catch (error) {
    console.error(error)
    return false
  }
}

/** A generated file that differs is a failure. The new content is already written, ready to commit. */
function isCurrent(name: string, text: string): boolean {
  const file = join(root, name)
  if (readFileSync(file, { encoding: 'utf8', flag: 'a+' }) === text) return true
  writeFileSync(file, text)
  console.error(`${name} was out of date and has been rewritten: look at it and commit it.`)
  return false
}
