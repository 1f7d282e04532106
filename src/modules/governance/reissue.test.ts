import assert from 'node:assert/strict'
import { test } from 'node:test'
import { draft, ground, sent, signed } from '#test/kit/contracts.ts'
import { lawFile } from '#test/kit/law.ts'
import { act } from '#test/kit/policies.ts'
import { openService, type Person } from '#test/kit/service.ts'
import { LAW_REVIEW_JOB } from './reissue.ts'

const CHANGE = '2027-06-01'
const api = await openService({
  LAW_FILE: lawFile({ versions: [{ version: 'otra', from: CHANGE, terms: { requestDays: 20 } }] }),
})

async function publishPolicy(person: Person): Promise<string> {
  const { id } = (await person.post('/privacy-policy/generate', {})).data
  const { workflowInstanceId } = (await person.post(`/privacy-policy/${id}/publish`)).data
  assert.equal((await act(person, workflowInstanceId, 'APPROVE')).status, 200)
  return id
}

const review = () => LAW_REVIEW_JOB.run(api.service.jobEnv, {}, { jobId: 'x', attempt: 1 })

async function later(person: Person): Promise<Person> {
  api.clock.set(`${CHANGE}T15:00:00Z`)
  return person.colleague('OWNER')
}

test('lists only documents in force under another version of the law, oldest first', async () => {
  api.clock.set('2026-12-10T15:00:00Z')
  const g = await ground(api)
  const { ana } = g
  const policy = await publishPolicy(ana)
  const { id: cookies } = (await ana.post('/cookie-policy/generate', {})).data
  await ana.post(`/cookie-policy/${cookies}/publish`)
  await draft(g)
  const [out, accepted] = [await sent(g), await signed(g)]
  await signed(g, '2027-01-01')
  await ana.post('/privacy-policy/generate', {})
  const now = (await ana.get('/governance/reissue')).data
  assert.deepEqual([now.lawVersion, now.items, now.pagination.total], ['2026-12-01', [], 0])

  const viewer = await (await later(ana)).colleague('VIEWER')
  const { data } = await viewer.get('/governance/reissue')
  assert.equal(data.lawVersion, 'otra')
  const listed = data.items.map((item: Record<string, string>) => [item['entityType'], item['link']])
  assert.deepEqual(
    listed.toSorted(),
    [
      ['contract', `/contracts/${out}`],
      ['contract', `/contracts/${accepted}`],
      ['cookie_policy', `/cookie-policy/${cookies}`],
      ['privacy_policy', `/privacy-policy/${policy}`],
    ].toSorted(),
  )
  assert.ok(data.items.every((item: Record<string, string>) => item['lawVersion'] === '2026-12-01'))
  for (const { link } of data.items) assert.equal((await viewer.get(link)).status, 200)
  const second = (await viewer.get('/governance/reissue?limit=3&page=2')).data
  assert.deepEqual([second.items.length, second.pagination.total], [1, 4])
})

test('a finding says how many and where; issuing a document again removes it from the list', async () => {
  api.clock.set('2026-12-10T15:00:00Z')
  const ana = await api.tenant()
  await publishPolicy(ana)
  const open = async (person: Person) =>
    (await person.get('/governance/compliance-score')).data.areas
      .flatMap(({ findings }: { findings: { check: string; message: string; link: string }[] }) => findings)
      .find(({ check }: { check: string }) => check === 'transparency.law')
  assert.equal(await open(ana), undefined)
  const owner = await later(ana)
  const finding = await open(owner)
  assert.match(finding.message, /^1 documento vigente se escribió según otra versión de la ley/)
  assert.equal(finding.link, '/governance/reissue')
  await publishPolicy(owner)
  assert.equal(await open(owner), undefined)
  assert.equal((await owner.get('/governance/reissue')).data.pagination.total, 0)
})

test('the review of a law version is logged once per organisation, with the outdated count', async () => {
  api.clock.set('2026-12-10T15:00:00Z')
  const ana = await api.tenant()
  await publishPolicy(ana)
  const reviews = async (person: Person) =>
    (await person.get('/settings/audit-log?entityType=law')).data.items.map(
      ({ changes }: { changes: Record<string, { new: unknown }> }) => [
        changes['lawVersion']?.new,
        changes['outdated']?.new,
      ],
    )
  await review()
  assert.deepEqual(await reviews(ana), [['2026-12-01', 0]])
  const owner = await later(ana)
  await Promise.all([review(), review()])
  await review()
  assert.deepEqual(await reviews(owner), [
    ['otra', 1],
    ['2026-12-01', 0],
  ])
})

test('members read only the list of their own organisation', async () => {
  assert.equal((await api.anyone.get('/governance/reissue')).status, 401)
  const stranger = await api.tenant()
  assert.equal((await stranger.get('/governance/reissue')).data.pagination.total, 0)
})
