import assert from 'node:assert/strict'
import { test } from 'node:test'
import fastify from 'fastify'
import { logging } from './logging.ts'

function logged(line: object): string {
  const lines: string[] = []
  const { log } = fastify(logging({ logLevel: 'info' }, { write: (text) => void lines.push(text) }))
  log.info(line, 'a line')
  return lines.join('')
}

test('a secret logged by mistake is masked at any depth', () => {
  const NAMES = [
    'password',
    'token',
    'access_token',
    'refresh_token',
    'secret',
    'authorization',
    'cookie',
    'otp',
  ]
  for (const name of [...NAMES, 'apiKey', 'x-api-key']) {
    for (const line of [
      { [name]: 'hunter2' },
      { body: { [name]: 'hunter2' } },
      { req_: { headers: { [name]: 'hunter2' } } },
    ]) {
      const text = logged(line)
      assert.doesNotMatch(text, /hunter2/, name)
      assert.match(text, /\*\*\*/, name)
    }
  }
  assert.doesNotMatch(logged({ body: { code: '123456' } }), /123456/)
})

test('the code of a refusal is shown', () => {
  assert.match(logged({ code: 'RATE_LIMITED', status: 429 }), /"code":"RATE_LIMITED"/)
})
