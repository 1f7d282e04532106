import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openService } from '#test/kit/service.ts'

/** More rows than a planner expects in unanalysed tables. */
const api = await openService()

const nth = (index: number) => `Actividad ${String(index).padStart(3, '0')}`

/** Before the fix it took 15 s on a quiet machine; now it takes 0.1 s. */
const LONG_MS = 4000

test('hundreds of freshly imported activities can be searched by words and sorted by name at once', async () => {
  const ana = await api.tenant({ plan: 'ENTERPRISE' })
  for (const from of [1, 151]) {
    const activities = Array.from({ length: 150 }, (_, index) => ({
      name: nth(from + index),
      legalBasis: 'contract',
      purposes: 'Atender a pacientes',
    }))
    assert.equal((await ana.post('/rat/bulk-import', { activities })).status, 201)
  }
  const found = async (words: string, more = '') => {
    const { data } = await ana.get(`/rat/activities?sort=-name&limit=2&q=${encodeURIComponent(words)}${more}`)
    return { ...data, names: data.items.map(({ name }: { name: string }) => name) }
  }
  const began = performance.now()
  assert.deepEqual((await found('actividad 277')).names, [nth(277)])
  const took = performance.now() - began
  const { names, pagination, nextCursor } = await found('actividad')
  assert.deepEqual([names, pagination.total], [[nth(300), nth(299)], 300])
  assert.deepEqual((await found('actividad', `&cursor=${nextCursor}`)).names, [nth(298), nth(297)])
  assert.ok(took < LONG_MS, `${Math.round(took)} ms`)
})
