import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import type { Head } from '#kernel/evidence/entry.ts'
import { verifyStamp } from '#kernel/evidence/stamp.ts'
import { openService } from '#test/kit/service.ts'
import { openStampAuthority } from '#test/kit/stamp-authority.ts'
import { createStampJobs } from './jobs.ts'

const api = await openService()
const [one, other] = await Promise.all([openStampAuthority(), openStampAuthority({ key: 'p-384' })])
after(() => Promise.all([one.close(), other.close()]))

const { jobEnv } = api.service
const config = { chromiumPath: 'off', chromiumSandbox: true, connectorNetworks: [] } as const

function jobOver(tsaUrls: readonly string[], tsaCaFile?: string) {
  const [job] = createStampJobs({ config: { ...config, tsaUrls, tsaCaFile } })
  return { ...job!, run: () => job!.run(jobEnv, {}, { jobId: 'x', attempt: 1 }) }
}

async function headOf(tenantId: string, seq: number): Promise<Head> {
  const head = { tenantId, seq, hash: seq.toString(16).padStart(64, '0'), at: new Date().toISOString() }
  await jobEnv.access.asSystem('a head', (db) =>
    sql`insert into evidence_heads (tenant_id, seq, hash, at, kid, signature)
      values (${tenantId}, ${seq}, ${head.hash}, ${head.at}::timestamptz, 'k', 's')`.execute(db),
  )
  return head
}

async function stampsOf(tenantId: string) {
  const { rows } = await jobEnv.access.lookUp('stamps', (db) =>
    sql<{ seq: number; authority: string; token: Buffer; stamped_at: Date }>`
      select seq, authority, token, stamped_at from evidence_stamps where tenant_id = ${tenantId}
        and seq > 1000000 order by seq, authority`.execute(db),
  )
  return rows
}

/** Far above any entry that the service itself makes for this organisation. */
const FAR = 1_000_001

test('every authority stamps every head once', async () => {
  const { tenantId } = await api.tenant()
  const heads = [await headOf(tenantId, FAR), await headOf(tenantId, FAR + 1)]
  const job = jobOver([one.url, other.url], one.caFile)
  await job.run()
  // The file lacks the certificate of the second authority, so only the first one stamps.
  assert.equal((await stampsOf(tenantId)).length, 2)
  const both = jobOver([one.url, other.url])
  await Promise.all([both.run(), both.run()])
  const stamps = await stampsOf(tenantId)
  assert.equal(stamps.length, 4)
  for (const { seq, token, authority, stamped_at } of stamps) {
    const head = heads.find((made) => made.seq === Number(seq))!
    const result = await verifyStamp(new Uint8Array(token), head)
    assert.ok(result.valid && Date.parse(result.at) === stamped_at.getTime())
    assert.match(authority, /^127\.0\.0\.1:\d+$/)
  }
})

test('after a failure one authority pauses and the other continues', async () => {
  const { tenantId } = await api.tenant()
  one.misbehave((_, reply) => reply.writeHead(503).end())
  const job = jobOver([one.url, other.url])
  await headOf(tenantId, FAR)
  const before = one.queries.length
  await job.run()
  await headOf(tenantId, FAR + 1)
  await job.run()
  assert.equal((await stampsOf(tenantId)).length, 2)
  assert.ok(one.queries.length - before <= 4, 'it was asked again at once')
  one.misbehave(undefined)
  await jobOver([one.url]).run()
  assert.equal((await stampsOf(tenantId)).length, 4)
})

test('without an authority nothing is scheduled and nobody is called', async () => {
  const job = jobOver([])
  assert.equal(job.every, undefined)
  await job.run()
})
