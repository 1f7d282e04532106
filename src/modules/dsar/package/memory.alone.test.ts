import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import http, { type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { giveFile, makeTask } from '#test/kit/answers.ts'
import { growthOf, MOST_HELD_MIB, MOST_MIB } from '#test/kit/memory.ts'
import { openService, type Person } from '#test/kit/service.ts'
import { PACKAGE_JOB } from './jobs.ts'

const api = await openService()
const MIB = 2 ** 20

/** Files of ten megabytes that hardly compress. */
async function requestWith(person: Person, files: number): Promise<string> {
  const { widgetKey } = (await person.post('/dsar/widgets', { name: 'Formulario' })).data
  const asked = { subjectName: 'Eva', subjectEmail: 'eva@correo.cl', rightType: 'ACCESS' }
  const { id } = (await api.anyone.post(`/public/dsar/${widgetKey}`, asked)).data
  const task = await makeTask(api, person, id, { systemName: 'Cámaras' })
  for (let file = 0; file < files; file += 1)
    await giveFile(
      person,
      task,
      `video ${file}.mp3`,
      Buffer.concat([Buffer.from('ID3'), randomBytes(10 * MIB)]),
    )
  return id
}

async function make(person: Person, id: string): Promise<void> {
  const { data } = await person.post(`/dsar/requests/${id}/package`)
  const job = { tenantId: person.tenantId, packageId: data.id }
  await PACKAGE_JOB.run(api.service.jobEnv, job, { jobId: 'x', attempt: 1 })
}

test('making and downloading a package of two hundred megabytes keeps memory flat', async () => {
  const ana = await api.tenant()
  const [small, large] = [await requestWith(ana, 1), await requestWith(ana, 20)]
  // The first package warms up what any size needs: the drawing thread, and the heap's slack.
  await make(ana, small)
  const making = await growthOf(() => make(ana, large))
  const { size, sha256, status } = (await ana.get(`/dsar/requests/${large}/package`)).data
  assert.equal(status, 'ready')
  assert.ok(size > 200 * MIB, `${size} bytes`)
  assert.ok(making.mib < MOST_MIB, `making it took ${making.mib.toFixed()} MiB`)
  assert.ok(making.heldMib < MOST_HELD_MIB, `making it held ${making.heldMib.toFixed()} MiB`)
  await api.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = api.app.server.address() as AddressInfo
  const taking = await growthOf(async () => {
    const path = `/api/v1/dsar/requests/${large}/package/file`
    const [reply] = (await once(http.get({ port, path, headers: ana.headers }), 'response')) as [
      IncomingMessage,
    ]
    const hash = createHash('sha256')
    for await (const chunk of reply) hash.update(chunk as Buffer)
    return hash.digest('hex')
  })
  assert.equal(taking.result, sha256)
  assert.ok(taking.mib < MOST_MIB, `taking it took ${taking.mib.toFixed()} MiB`)
  assert.ok(taking.heldMib < MOST_HELD_MIB, `taking it held ${taking.heldMib.toFixed()} MiB`)
})
