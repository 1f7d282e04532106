import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canonicalLocale, isTimeZone, recommendDpo } from './rules.ts'

test('a time zone is an area and a place of the IANA database, or UTC', () => {
  for (const zone of ['America/Santiago', 'Pacific/Easter', 'America/Argentina/Ushuaia', 'Etc/GMT+3', 'UTC'])
    assert.equal(isTimeZone(zone), true, zone)
  for (const text of ['', 'Mars/Olympus', '-03:00', '+00:00', 'GMT-3', 'CLT', 'PST', 'Santiago', 'America/'])
    assert.equal(isTimeZone(text), false, text)
})

test('a locale is a BCP 47 tag of an existing language and region, in canonical form', () => {
  const known = { 'es-cl': 'es-CL', es: 'es', 'arn-CL': 'arn-CL', rap: 'rap', 'es-419': 'es-419', EN: 'en' }
  for (const [text, canonical] of Object.entries(known)) assert.equal(canonicalLocale(text), canonical)
  for (const text of ['', 'es_CL', 'español', 'xx', 'es-XX', 'not-a-locale', 'und', 'es-', 'x-propio'])
    assert.equal(canonicalLocale(text), undefined, text)
})

test('the recommendation never calls a DPO compulsory outside a prevention model', () => {
  for (const [named, entities] of [
    [0, 1],
    [1, 3],
    [2, 2],
    [0, 0],
  ] as const) {
    const text = recommendDpo(named, entities)
    assert.match(text, /art\. 50, Ley 19\.628 \(mod\. Ley 21\.719\)/)
    if (/obligatorio/.test(text)) assert.match(text, /modelo de prevención de infracciones.*art\. 49/)
  }
  assert.match(recommendDpo(0, 2), /voluntario/)
  assert.match(recommendDpo(1, 3), /1 de 3 entidades/)
})
