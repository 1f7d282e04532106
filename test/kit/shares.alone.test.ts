import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { changedLately, takeShare, turnOf } from './shares.ts'

/** Which share of the long tests a full or shallow clone takes. */

const place = mkdtempSync(join(tmpdir(), 'shares-'))
after(() => rmSync(place, { recursive: true }))
const whole = join(place, 'whole')
const DAY_MS = 24 * 3600 * 1000

function git(...args: string[]): void {
  const { status, stderr } = spawnSync('git', args, { encoding: 'utf8' })
  assert.equal(status, 0, stderr)
}

let [commits, clones] = [0, 0]
function commit(file: string, at = Date.parse('2026-11-18T12:00:00Z') + commits * 1000): void {
  commits += 1
  writeFileSync(join(whole, file), String(commits))
  const date = new Date(at).toISOString()
  process.env['GIT_COMMITTER_DATE'] = date
  git('-C', whole, 'add', '.')
  git('-C', whole, '-c', 'user.name=A', '-c', 'user.email=a@b.cl', 'commit', '-qm', file, '--date', date)
  delete process.env['GIT_COMMITTER_DATE']
}

function shallow(depth: number): string {
  clones += 1
  const at = join(place, `shallow-${clones}`)
  git('clone', '-q', '--depth', String(depth), `file://${whole}`, at)
  return at
}

git('init', '-q', whole)
commit('old.ts', Date.parse('2026-11-18T12:00:00Z') - 3 * DAY_MS)

test('each commit selects the next share, so that all get their turn', () => {
  const turns = Array.from({ length: 8 }, (_, each) => {
    commit(`new-${each}.ts`)
    return turnOf(whole, 8)
  })
  assert.deepEqual(turns.toSorted(), [1, 2, 3, 4, 5, 6, 7, 8])
  for (const [at, turn] of turns.entries()) assert.equal(turn, ((turns[0]! - 1 + at) % 8) + 1)
})

test('a shallow clone changes shares too, although it counts one commit each time', () => {
  const turns = Array.from({ length: 24 }, () => {
    commit('same.ts')
    return turnOf(shallow(1), 8)
  })
  assert.ok(new Set(turns).size >= 4, turns.join(' '))
  for (const turn of turns) assert.ok(turn >= 1 && turn <= 8)
  assert.equal(turnOf(shallow(1), 1), 1)
})

test('files changed in the last day are known, and the first commit of a shallow clone does not count', () => {
  const names = (root: string) => [...changedLately(root)].filter(Boolean).toSorted()
  assert.equal(names(whole).includes('old.ts'), false)
  assert.equal(names(whole).includes('new-0.ts'), true)
  assert.deepEqual(names(shallow(3)), ['same.ts'])
  assert.deepEqual(names(shallow(1)), [])
  assert.deepEqual(names(place), [], 'no repository at all')
})

test('a share has its own files, the newest of the changed ones, and a list of those left', () => {
  const all = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
  const of = (share: number, shares: number, ...lately: string[]) =>
    takeShare(all, { share, shares, lately: new Set(lately) })
  assert.deepEqual(of(2, 4), { taken: ['b', 'f'], left: [] })
  assert.deepEqual(of(2, 4, 'h', 'f', 'gone', 'a'), { taken: ['a', 'b', 'f', 'h'], left: [] })
  assert.deepEqual(of(2, 4, 'h', 'd', 'c', 'a'), { taken: ['b', 'd', 'f', 'h'], left: ['c', 'a'] })
  assert.deepEqual(of(1, 1, 'h'), { taken: all, left: [] })
  const shares = [1, 2, 3, 4].flatMap((share) => of(share, 4).taken)
  assert.deepEqual(shares.toSorted(), all)
})

test('files changed in the last day come newest first', () => {
  assert.equal([...changedLately(whole)].filter(Boolean)[0], 'same.ts')
})
