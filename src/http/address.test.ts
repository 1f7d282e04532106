import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressPrefix } from './address.ts'

test('the stored address omits the part that identifies a machine', () => {
  for (const [ip, prefix] of [
    ['203.0.113.77', '203.0.113.0'],
    ['127.0.0.1', '127.0.0.0'],
    ['::ffff:203.0.113.77', '203.0.113.0'],
    ['2001:db8:abcd:12:1:2:3:4', '2001:db8:abcd::'],
    ['2001:0DB8:00cd::1', '2001:db8:cd::'],
    ['2001:db8::1', '2001:db8:0::'],
    ['::1', '0:0:0::'],
    ['fe80::1%eth0', 'fe80:0:0::'],
    ['', undefined],
    [undefined, undefined],
    ['nobody', undefined],
  ] as const)
    assert.equal(addressPrefix(ip), prefix, ip)
})
