import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import http, { type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { growthOf, MOST_HELD_MIB, MOST_MIB } from '#test/kit/memory.ts'
import { openService, type Person } from '#test/kit/service.ts'
import { REPORT_JOB } from '../jobs.ts'

const api = await openService()
const MIB = 2 ** 20

async function make(person: Person): Promise<string> {
  const { data } = await person.post('/governance/inspection-folder', { title: 'Carpeta' })
  const job = { tenantId: person.tenantId, reportId: data.id }
  await REPORT_JOB.run(api.service.jobEnv, job, { jobId: 'x', attempt: 1 })
  const made = await person.get(`/governance/reports/${data.id}`)
  assert.equal(made.data.status, 'READY', JSON.stringify(made.data))
  return data.id
}

/** Each change has 10 kB that hardly compress. */
async function writeChanges({ tenantId }: Person, count: number): Promise<void> {
  const { engine } = api.access.database
  for (let from = 0; from < count; from += 1000)
    await engine.asOwner(
      `insert into audit_log (tenant_id, id, actor_type, action, entity_type, entity_id, changes, created_at)
       select $1, gen_random_uuid(), 'system', 'test', 'test', 'x',
         jsonb_build_object('texto', jsonb_build_object('old', null, 'new', t.text)),
         date_trunc('milliseconds', now())
       from generate_series(1, 1000) n
       cross join lateral (select string_agg(md5(n::text || random()::text || i::text), '') as text
         from generate_series(1, 312) i where n is not null) t`,
      [tenantId],
    )
}

test('a folder of more than a hundred megabytes is made and downloaded with flat memory', async () => {
  const [small, large] = [await api.tenant(), await api.tenant()]
  await writeChanges(small, 4000)
  await writeChanges(large, 11_000)
  // The first folder allocates whatever all sizes need: the drawing thread, and the heap's usual slack.
  await make(small)

  const making = await growthOf(() => make(large))
  const { sizeBytes, sha256 } = (await large.get(`/governance/reports/${making.result}`)).data
  assert.ok(sizeBytes > 50 * MIB, `${sizeBytes} bytes`)
  assert.ok(making.mib < MOST_MIB, `making it took ${making.mib.toFixed()} MiB`)
  assert.ok(making.heldMib < MOST_HELD_MIB, `making it held ${making.heldMib.toFixed()} MiB`)

  await api.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = api.app.server.address() as AddressInfo
  const download = await growthOf(async () => {
    const path = `/api/v1/governance/reports/${making.result}/download`
    const request = http.get({ port, path, headers: large.headers })
    const [reply] = (await once(request, 'response')) as [IncomingMessage]
    assert.equal(Number(reply.headers['content-length']), sizeBytes)
    const hash = createHash('sha256')
    for await (const chunk of reply) hash.update(chunk as Buffer)
    return hash.digest('hex')
  })
  assert.equal(download.result, sha256)
  assert.ok(download.mib < MOST_MIB, `downloading it took ${download.mib.toFixed()} MiB`)
  assert.ok(download.heldMib < MOST_HELD_MIB, `downloading it held ${download.heldMib.toFixed()} MiB`)
})
