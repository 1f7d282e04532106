import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openService } from '#test/kit/service.ts'
import { PACKS } from '../knowledge/packs.ts'
import { TEMPLATES } from '../knowledge/templates.ts'

const api = await openService()
const ana = await api.tenant()

test('every pack names existing templates, each once, and its kind of organisation', () => {
  const known = new Set(TEMPLATES.map(({ id }) => id))
  for (const { key, name, about, templateIds } of PACKS) {
    assert.deepEqual(
      templateIds.filter((id) => !known.has(id)),
      [],
      key,
    )
    assert.equal(new Set(templateIds).size, templateIds.length, key)
    assert.ok(name && about.endsWith('.') && templateIds.length >= 5, key)
  }
  assert.equal(new Set(PACKS.map(({ key }) => key)).size, PACKS.length)
})

test('packs are listed with the names of their activities, whole or in pages', async () => {
  const viewer = await ana.colleague('VIEWER')
  const { items, pagination } = (await viewer.get('/rat/packs')).data
  assert.deepEqual([items.length, pagination.total], [PACKS.length, PACKS.length])
  const shop = items.find(({ key }: { key: string }) => key === 'comercio')
  assert.deepEqual(
    shop.templates.map(({ id }: { id: string }) => id),
    shop.templateIds,
  )
  assert.ok(shop.templates.some(({ name }: { name: string }) => /ventas?/i.test(name)))
  assert.equal((await viewer.get('/rat/packs?limit=2&page=2')).data.items.length, 2)
})

test('a pack adds drafts to the register and keeps existing ones of its templates', async () => {
  const own = await api.tenant()
  await own.post('/rat/activities/new/from-template', { templateId: 'videovigilancia' })
  const first = await own.post('/rat/packs/condominio/apply')
  assert.equal(first.status, 200)
  const { templateIds } = PACKS.find(({ key }) => key === 'condominio')!
  assert.deepEqual(first.data.skipped, ['videovigilancia'])
  assert.deepEqual(
    first.data.created.map(({ templateId }: { templateId: string }) => templateId),
    templateIds.filter((id) => id !== 'videovigilancia'),
  )
  const { items, pagination } = (await own.get('/rat/activities?limit=100')).data
  assert.equal(pagination.total, templateIds.length)
  assert.ok(items.every(({ status }: { status: string }) => status === 'draft'))
  const second = (await own.post('/rat/packs/condominio/apply')).data
  assert.deepEqual([second.created, second.skipped], [[], templateIds])
  assert.equal((await own.get('/rat/activities')).data.pagination.total, templateIds.length)
  const { items: acts } = (await own.get('/settings/audit-log?limit=100')).data
  assert.equal(acts.filter(({ action }: { action: string }) => action === 'apply').length, 2)
})

test('two people who apply a pack at once create each activity once', async () => {
  const own = await api.tenant()
  const answers = await Promise.all([1, 2, 3].map(() => own.post('/rat/packs/clinica/apply')))
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200],
  )
  const { templateIds } = PACKS.find(({ key }) => key === 'clinica')!
  assert.equal((await own.get('/rat/activities')).data.pagination.total, templateIds.length)
})

test('a VIEWER cannot apply a pack, and an unknown pack is not found', async () => {
  const viewer = await ana.colleague('VIEWER')
  assert.equal((await viewer.post('/rat/packs/comercio/apply')).status, 403)
  assert.equal((await ana.post('/rat/packs/nada/apply')).status, 404)
  assert.equal((await ana.get('/rat/activities')).data.pagination.total, 0)
})
