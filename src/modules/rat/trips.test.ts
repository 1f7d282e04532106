import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeActivity, makeDomain, makeFlow, makeSystem, newActivity } from '#test/kit/activities.ts'
import { openService, type Reply } from '#test/kit/service.ts'
import { tripsOf } from '#test/kit/trips.ts'

const api = await openService()
const ana = await api.tenant()
const systemId = await makeSystem(ana)
const flowId = await makeFlow(ana)
const domainId = await makeDomain(ana, 'https://www.tiendasur.cl')
const legalEntityId = (await ana.get('/org/entities')).data.entities[0].id
const linkedId = await makeActivity(ana, { systemId })
const draft = await makeActivity(ana, { systemId })
const activity = `/rat/activities/${draft}`
const imported = { name: 'Visitas', legalBasis: 'contract', purposes: 'Controlar el acceso', systemId }
const site = { url: 'https://otra.cl', name: 'Otra', legalEntityId }

/** Begin and guard, the deciding reads, the writes, commit. Without reads three trips are enough. */
const TRIPS: [what: string, trips: number, call: () => Promise<Reply>][] = [
  ['creating an activity', 3, () => ana.post('/rat/activities', newActivity(systemId))],
  ['updating an activity', 4, () => ana.put(activity, { name: 'Otra', systemId })],
  ['calculating a risk', 4, () => ana.post(`${activity}/calculate-risk`, { dataVolume: 'high' })],
  ['publishing an activity', 4, () => ana.patch(`${activity}/status`, { status: 'published' })],
  ['archiving an activity', 4, () => ana.patch(`${activity}/status`, { status: 'archived' })],
  ['copying a template', 4, () => ana.post(`${activity}/from-template`, { templateId: 'newsletter' })],
  ['drafting from a system', 4, () => ana.post('/rat/from-system', { systemId })],
  ['importing activities', 4, () => ana.post('/rat/bulk-import', { activities: [imported, imported] })],
  ['linking a system', 4, () => ana.post(`${activity}/systems`, { systemId, role: 'STORAGE' })],
  ['linking a flow', 4, () => ana.post(`${activity}/flows`, { flowId })],
  ['linking a domain', 4, () => ana.post(`${activity}/domains`, { domainId, role: 'STORAGE' })],
  ['replacing all links', 4, () => ana.post(`${activity}/links`, { flows: [flowId] })],
  ['deleting an activity', 4, () => ana.delete(activity)],
  ['creating a system', 3, () => ana.post('/data-map/systems', { name: 'ERP', type: 'ERP' })],
  ['updating a system', 4, () => ana.put(`/data-map/systems/${systemId}`, { name: 'ERP' })],
  ['deleting a flow', 4, () => ana.delete(`/data-map/flows/${flowId}`)],
  ['deleting a system', 4, () => ana.delete(`/data-map/systems/${systemId}`)],
  ['creating a domain', 4, () => ana.post('/domains', site)],
  ['updating a domain', 4, () => ana.patch(`/domains/${domainId}`, { ...site, url: 'https://nueva.cl' })],
  [
    'replacing the activities of a domain',
    4,
    () =>
      ana.put(`/domains/${domainId}/activities`, { activities: [{ activityId: linkedId, role: 'STORAGE' }] }),
  ],
]

for (const [what, most, call] of TRIPS) {
  test(`${what} takes ${most} trips to the database`, async () => {
    const replies: Reply[] = []
    const trips = await tripsOf(api, async () => replies.push(await call()))
    const [reply] = replies
    assert.ok(reply!.status < 300, JSON.stringify(reply!.body))
    assert.equal(trips, most)
  })
}
