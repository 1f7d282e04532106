import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodingFor } from './encodings.ts'

test('the caller’s preferred encoding is chosen among ours', () => {
  for (const [accepted, encoding] of [
    [undefined, undefined],
    ['', undefined],
    ['identity', undefined],
    ['gzip', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['br;q=0.5, gzip', 'gzip'],
    ['br;q=0.5, gzip;q=0.5', 'br'],
    ['*', 'br'],
    ['br;q=0, *', 'gzip'],
    ['GZIP', 'gzip'],
    [['gzip', 'deflate'], 'gzip'],
    ['brotli', undefined],
    ['not-br, xgzip', undefined],
  ] as const)
    assert.equal(encodingFor(accepted as string | string[] | undefined), encoding, String(accepted))
})

test('a weight of zero is a refusal, in any notation', () => {
  for (const [accepted, encoding] of [
    ['gzip;q=0, br;q=0', undefined],
    ['br;q=0', undefined],
    ['br; q=0, gzip', 'gzip'],
    ['br ;q = 0, gzip', 'gzip'],
    ['br;q=0.0, gzip', 'gzip'],
    ['br;q=0.000', undefined],
    ['*;q=0', undefined],
    ['br;q=-1', undefined],
    ['gzip;q=nada', undefined],
    ['gzip;q=', undefined],
  ] as const)
    assert.equal(encodingFor(accepted), encoding, accepted)
})
