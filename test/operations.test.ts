import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { readConfig } from '#src/config.ts'

/** Compares docs/operations.md, Dockerfile and compose.yaml with the code. */
const root = join(import.meta.dirname, '..')
const text = (file: string) => readFileSync(join(root, file), 'utf8')

const READ = /\b(?:take|integer|oneOf|url|value|pairs)(?:<[^(]*>)?\(\s*'([A-Z][A-Z0-9_]+)'/g
const readers = text('src/config.ts') + text('src/telemetry-config.ts')
const variables = [...new Set([...readers.matchAll(READ)].map(([, name]) => name!))]

const rows = text('docs/operations.md')
  .split('## Configuration')[1]!
  .split('\n### ')[0]!
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| |`| \|$/g, '').trim()))
const defaults = new Map(rows.map(([name, value]) => [name!, value!]))

test('the table lists exactly the variables that the code reads', () => {
  assert.ok(variables.length > 15)
  assert.deepEqual([...defaults.keys()].sort(), variables.sort())
})

test('the table’s defaults are those of the service', () => {
  const config = readConfig({ APP_SECRET: 'x'.repeat(64) }) as unknown as Record<string, unknown>
  const field = (name: string) =>
    name.toLowerCase().replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase())
  /** Defaults described in words, because they are derived or are a place. */
  const words = [
    'PUBLIC_URL',
    'DATA_DIR',
    'APP_SECRET',
    'NODE_ENV',
    'DATABASE_READ_URLS',
    'SIGNUP_PLANS',
    'CORS_ORIGINS',
    'CONNECTOR_NETWORKS',
    'APP_SECRET_PREVIOUS',
    'TSA_URL',
  ]
  for (const [name, shown] of defaults) {
    const value = config[field(name)]
    if (words.includes(name) || value === undefined) continue
    assert.equal(shown, String(value), name)
  }
})

test('compose passes every variable that the code reads, and the README names no unknown one', () => {
  const block = text('compose.yaml').split(/^ {2}postgres:/m)[0]!
  const given = [...block.matchAll(/^ {6}([A-Z][A-Z0-9_]+):/gm)].map(([, name]) => name!)
  const byTheImage = [
    ...text('Dockerfile')
      .match(/^ENV (.*)$/m)![1]!
      .matchAll(/([A-Z_]+)=/g),
  ].map(([, name]) => name!)
  assert.deepEqual([...given, ...byTheImage].sort(), variables.toSorted())
  const table = text('README.md').split('## Running it')[1]!.split('\n## ')[0]!
  const documented = [...table.matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name]) => name!)
  assert.deepEqual(
    documented.filter((name) => !variables.includes(name)),
    [],
  )
})

const dockerfile = text('Dockerfile')
const lines = dockerfile.replaceAll('\\\n', '').split('\n')
const last = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')))

test('the image copies existing files that .dockerignore allows', () => {
  const ignored = text('.dockerignore').split('\n')
  assert.ok(ignored.includes('*'), 'everything stays out but what is named')
  const copies = lines.filter((line) => line.startsWith('COPY ') && !line.includes('--from='))
  const sources = copies.flatMap((line) => line.split(' ').slice(1, -1))
  for (const source of ['package.json', 'package-lock.json', 'bin', 'src', 'migrations', 'web'])
    assert.ok(sources.includes(source), source)
  for (const source of sources) {
    assert.ok(existsSync(join(root, source)), source)
    assert.ok(ignored.includes(`!${source}`), source)
  }
  assert.deepEqual(
    ignored.filter((line) => line.startsWith('!')).map((line) => line.slice(1)),
    [...new Set(sources)],
    'and nothing else is let in',
  )
  assert.ok(ignored.includes('src/**/*.test.ts'))
})

test('the image runs without root, keeps its data in a volume, and reports its health', () => {
  const of = (word: string) => last.filter((line) => line.startsWith(`${word} `))
  assert.deepEqual(of('USER'), ['USER node'])
  const user = last.indexOf('USER node')
  assert.ok(last.findLastIndex((line) => line.startsWith('RUN ')) < user)
  assert.deepEqual(of('VOLUME'), ['VOLUME /data'])
  assert.match(of('HEALTHCHECK')[0]!, /\/health\/ready/)
  assert.match(of('ENV')[0]!, /NODE_ENV=production .*DATA_DIR=\/data/)
  assert.ok(
    lines.filter((line) => line.startsWith('FROM ')).every((line) => line.startsWith('FROM node:24-slim')),
  )
})

test('neither the image nor the compose file contains a secret', () => {
  assert.doesNotMatch(dockerfile, /^(ARG|ENV).*(SECRET|PASSWORD|KEY|TOKEN)/m)
  const compose = text('compose.yaml').replaceAll(/^ *#.*$/gm, '')
  for (const [line] of compose.matchAll(/^.*(SECRET|PASSWORD).*$/gm))
    assert.match(line, line.includes('APP_SECRET_PREVIOUS') ? /\$\{\w+:-\}$/ : /\$\{\w+:\?/, line)
})

test('the service’s container can write only to its volume and to /tmp', () => {
  const service = text('compose.yaml').split(/^ {2}postgres:/m)[0]!
  for (const line of ['read_only: true', '- /tmp', '- data:/data', '- ALL', '- no-new-privileges:true'])
    assert.ok(service.includes(line), line)
  assert.match(service, /\$\{PORTS:-127\.0\.0\.1:/, 'not open to the world unless somebody says so')
})
