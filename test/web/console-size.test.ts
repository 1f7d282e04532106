import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assetNamed, consoleFiles, withImports } from '#pages/assets.ts'

const sizeOf = (paths: Iterable<string>) =>
  [...paths].reduce((sum, path) => sum + consoleFiles().get(path)!.gzip.length, 0)

const main = assetNamed('console/main.js')
const sheet = assetNamed('console/main.css')
/** The scripts of «Hoy»: the entry, the frame and the screen. */
const there = withImports(assetNamed('console/inside.js').path, new Set(withImports(main.path)))

test('the manifest lists exactly the imports of each file', () => {
  for (const { path, content } of consoleFiles().values()) {
    const named = [...content.matchAll(/(?:from|import)\s*"\.\/([\w.-]+\.js)"/g)]
    const all = withImports(path)
    for (const [, name] of named) assert.ok(all.has(`assets/console/${name}`), `${path} imports ${name}`)
  }
})

test('the console starts with at most 200 kB of scripts, and its one sheet has at most 20', () => {
  const entry = sizeOf(withImports(main.path))
  const first = sizeOf([...there, assetNamed('console/early.js').path])
  assert.ok(entry <= 125_000, `entry: ${entry} bytes`)
  assert.ok(first > entry, 'the frame comes on top')
  assert.ok(first + sheet.gzip.length <= 200_000, `${first} + ${sheet.gzip.length} bytes`)
  assert.ok(sheet.gzip.length <= 20_000, `${sheet.gzip.length} bytes`)
})

const lazy = new Set(
  [...consoleFiles().values()].flatMap(({ content }) =>
    [...content.matchAll(/import\(["'`]\.\/([\w.-]+\.js)["'`]\)/g)].map(
      ([, name]) => `assets/console/${name}`,
    ),
  ),
)

test('each screen loads at most 80 kB more', () => {
  assert.ok(lazy.size > 5, 'screens are fetched when they are opened')
  for (const path of lazy) {
    const more = sizeOf([...withImports(path)].filter((one) => !there.has(one)))
    assert.ok(more <= 80_000, `${path}: ${more} bytes`)
  }
})

test('no code of the console writes markup or runs text', () => {
  for (const { path, content } of consoleFiles().values())
    assert.doesNotMatch(content, /\beval\(|new Function\(|document\.write\(/, path)
})
