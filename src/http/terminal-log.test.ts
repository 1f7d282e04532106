import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stripVTControlCharacters } from 'node:util'
import { readable, terminalLog } from './terminal-log.ts'

const shown = (entry: object) =>
  stripVTControlCharacters(readable(JSON.stringify({ time: 0, pid: 1, hostname: 'h', reqId: 'r', ...entry })))

test('on a terminal an answered request is one short line', () => {
  const answered = { level: 30, msg: 'answered', method: 'GET', route: '/api/v1/rat', status: 200, ms: 12 }
  assert.match(shown(answered), /^\d\d:\d\d:\d\d info {2}200 GET \/api\/v1\/rat 12 ms\n$/)
  assert.match(
    shown({ ...answered, status: 404, code: 'RESOURCE_NOT_FOUND' }),
    / 12 ms code=RESOURCE_NOT_FOUND\n$/,
  )
})

test('other lines keep their facts, and an error its stack', () => {
  assert.match(
    shown({ level: 40, msg: 'job failed', job: 'mail.send', attempt: 2 }),
    /warn {2}job failed job=mail.send attempt=2\n$/,
  )
  const err = { type: 'Error', message: 'x', stack: 'Error: x\n    at y' }
  assert.match(
    shown({ level: 50, msg: 'unexpected error', err }),
    /error unexpected error\nError: x\n {4}at y\n$/,
  )
})

test('a log to a file or a collector stays JSON', () => {
  assert.equal(terminalLog({ isTTY: false } as NodeJS.WriteStream), undefined)
  let written = ''
  const out = { isTTY: true, write: (text: string) => (written += text) } as unknown as NodeJS.WriteStream
  terminalLog(out)!.write(JSON.stringify({ level: 30, time: 0, msg: 'draining', signal: 'SIGTERM' }))
  assert.match(written, /draining signal=SIGTERM\n$/)
})
