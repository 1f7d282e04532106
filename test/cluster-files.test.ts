import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

/** The settings in the cluster files that protect acknowledged writes. `npm run test:cluster` tests them in action. */
const text = (file: string) => readFileSync(join(import.meta.dirname, '../deploy/cluster', file), 'utf8')
const patroni = text('patroni.yml')
const has = (file: string, line: string) => new RegExp(`^ *${line}$`, 'm').test(file)

test('only a standby with every acknowledged write can take over', () => {
  assert.ok(has(patroni, 'synchronous_mode: true'))
  assert.ok(has(patroni, 'synchronous_commit: "on"'))
})

test('a primary without etcd stops before its lease ends', () => {
  const seconds = (name: string) =>
    Number(new RegExp(`^ *${name}: (\\d+)$`, 'm').exec(patroni)?.[1] ?? Number.NaN)
  assert.ok(seconds('ttl') >= seconds('loop_wait') + 2 * seconds('retry_timeout'))
})

test('a disconnected primary does not overwrite the key of its successor', () => {
  // With etcd3, Patroni 3.0.2 lost acknowledged writes.
  assert.ok(has(patroni, 'etcd:'))
  assert.ok(!has(patroni, 'etcd3:'))
  assert.ok(has(text('etcd.yml'), 'enable-v2: true'))
})
