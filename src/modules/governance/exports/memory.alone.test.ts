import assert from 'node:assert/strict'
import { once } from 'node:events'
import http, { type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { makeActivity } from '#test/kit/activities.ts'
import { growthOf } from '#test/kit/memory.ts'
import { openService } from '#test/kit/service.ts'

const api = await openService()
const ACTIVITIES = 10_000

test(`a record of ${ACTIVITIES} activities is exported with flat memory`, async (t) => {
  const ana = await api.tenant()
  const id = await makeActivity(ana, { name: 'Boletín', dataCategories: ['name', 'email'] })
  await api.access.database.engine.asOwner(
    `create temporary table copied as select * from activities where id = '${id}';
     insert into activities select (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid(), 'name', 'Boletín ' || n))).*
       from copied c, generate_series(2, ${ACTIVITIES}) n;
     drop table copied`,
  )
  await api.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = api.app.server.address() as AddressInfo
  const take = async (format: string) => {
    const path = `/api/v1/governance/export/rat?format=${format}`
    const [reply] = (await once(http.get({ port, path, headers: ana.headers }), 'response')) as [
      IncomingMessage,
    ]
    assert.equal(reply.statusCode, 200)
    let bytes = 0
    let lines = 0
    for await (const chunk of reply as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (format === 'csv') for (const byte of chunk) if (byte === 10) lines += 1
    }
    return { bytes, lines }
  }
  await take('csv')
  await take('excel')
  for (const format of ['csv', 'excel']) {
    const started = performance.now()
    const { result, mib } = await growthOf(() => take(format))
    t.diagnostic(
      `${format}: ${(performance.now() - started).toFixed()} ms, ${(result.bytes / 2 ** 20).toFixed(1)} MiB, ${mib.toFixed()} MiB more memory`,
    )
    if (format === 'csv') assert.equal(result.lines, ACTIVITIES + 1)
    assert.ok(mib < 60, `${format} took ${mib.toFixed()} MiB`)
  }
})
