import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { type Input, Resguardo } from '#client'
import { newId } from '#kernel/ids.ts'
import { hmac } from '#kernel/secrets.ts'
import { BENCH_SIEM_SECRET, type BenchDatabase, type Member } from './database.ts'
import { type Call, type Figures, figuresOf, sendAll } from './load.ts'
import { inParallel, measure } from './measure.ts'
import { large, largest } from './seeds.ts'
import type { Server } from './servers.ts'

/** Measurements that need more than a load generator. Each of these throws when anything was lost or refused. */
export type Run = (
  base: string,
  database: BenchDatabase,
  asked: boolean,
  server: Server,
) => Promise<Figures & Note>

export interface Note {
  note?: string
}

export const as = ({ token }: Member) => ({ authorization: `Bearer ${token}` })

export const post = (path: string, body: object, headers: Record<string, string> = {}): Call => ({
  method: 'POST',
  path,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})

const LONGEST_CALL_MS = 60_000

/** For calls outside the load: throws unless the call succeeds. */
export function clientOf(base: string, member?: Member): Resguardo {
  return new Resguardo({
    baseUrl: base,
    ...(member && { tokens: { accessToken: member.token } }),
    fetch: (url, init) => fetch(url, { ...init, signal: AbortSignal.timeout(LONGEST_CALL_MS) }),
  })
}

// ── workflows ──

type Definition = Input<'POST /workflows'>['body']

const STAGES = [
  { id: 'revision', name: 'Revisión', order: 1, requiredRole: 'ANALYST' },
  { id: 'aprobacion', name: 'Aprobación', order: 2, requiredRole: 'ADMIN' },
] satisfies Definition['stages']
const ACTING = 32

export interface Flow {
  member: Member
  definitionId: string
}

export function defineFlows(
  base: string,
  members: readonly Member[],
  webhooks: NonNullable<Definition['webhooks']> = [],
): Promise<Flow[]> {
  const body: Definition = {
    name: 'Flujo de la medición',
    entityType: 'CUSTOM',
    stages: STAGES,
    webhooks,
  }
  return inParallel(members, 4, async (member) => {
    const { id } = await clientOf(base, member).post('/workflows', { body })
    return { member, definitionId: id }
  })
}

export function startInstance(base: string, { member, definitionId }: Flow): Promise<{ id: string }> {
  const body = { entityType: 'CUSTOM', entityId: newId() } as const
  return clientOf(base, member).post('/workflows/{definitionId}/start', { path: { definitionId }, body })
}

/** Approves both stages of every instance, the second over the connection that approved the first. */
export const actOnWorkflows: Run = async (base, { members, kind }) => {
  const count = ACTING * (kind === 'embedded' ? 10 : 40)
  const flows = await defineFlows(base, large(members))
  const instances = await inParallel(Array.from({ length: count }), ACTING, async (_, index) => {
    const flow = flows[index % flows.length]!
    return { ...(await startInstance(base, flow)), member: flow.member }
  })
  const calls = STAGES.flatMap(({ id: stageId }) =>
    instances.map(({ id, member }) =>
      post(`/api/v1/workflow-instances/${id}/action`, { stageId, actionType: 'APPROVE' }, as(member)),
    ),
  )
  return sendAll(base, calls, ACTING)
}

const LONGEST_DELIVERY_MS = 60_000

/** Runs from the first start to the last arrival. Latencies count from the moment a start was requested. */
export const deliverWebhooks: Run = async (base, { members, kind }) => {
  const count = kind === 'embedded' ? 100 : 400
  const arrivedAt = new Map<string, number>()
  let calls = 0
  const receiver = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8')
    request.on('data', (part) => {
      text += part
    })
    request.on('end', () => {
      calls += 1
      const { instanceId } = JSON.parse(text) as { instanceId: string }
      if (!arrivedAt.has(instanceId)) arrivedAt.set(instanceId, performance.now())
      response.end()
    })
  })
  await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening))
  const { port } = receiver.address() as AddressInfo
  try {
    const flows = await defineFlows(base, large(members), [
      { url: `http://127.0.0.1:${port}/`, events: ['workflow.started'] },
    ])
    const begun = performance.now()
    const started = await inParallel(Array.from({ length: count }), ACTING, async (_, index) => {
      const askedAt = performance.now()
      const { id } = await startInstance(base, flows[index % flows.length]!)
      return { id, askedAt }
    })
    while (arrivedAt.size < count) {
      if (performance.now() - begun > LONGEST_DELIVERY_MS) {
        throw new Error(`webhooks: ${arrivedAt.size} of ${count} arrived in time`)
      }
      await wait(5)
    }
    const last = Math.max(...arrivedAt.values())
    const latencies = started.map(({ id, askedAt }) => arrivedAt.get(id)! - askedAt)
    return {
      ...figuresOf(latencies, (last - begun) / 1000),
      note: `${count} deliveries in ${calls} calls, from the start to the arrival`,
    }
  } finally {
    receiver.closeAllConnections()
    receiver.close()
  }
}

// ── breaches ──

const ALERTS_PER_SECOND = 50

/** Sends at a fixed pace, regardless of the answers: the latency of a delayed alert counts from when it was due. */
export const receiveAlerts: Run = async (base, { members }, asked) => {
  const seconds = asked ? 60 : 10
  const member = largest(members)
  const siem = clientOf(base)
  const before = await countBreaches(base, member)
  const begun = performance.now()
  const sent = await Promise.allSettled(
    Array.from({ length: seconds * ALERTS_PER_SECOND }, async (_, number) => {
      const dueAt = begun + (number * 1000) / ALERTS_PER_SECOND
      await wait(Math.max(0, dueAt - performance.now()))
      await sendAlert(siem, member, number)
      return performance.now() - dueAt
    }),
  )
  const took = (performance.now() - begun) / 1000
  const latencies = sent.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const kept = (await countBreaches(base, member)) - before
  const note = `sent ${sent.length}, answered ${latencies.length}, kept ${kept}`
  if (latencies.length !== sent.length || kept !== sent.length) {
    throw new Error(`SIEM: ${note}`, { cause: sent.find(({ status }) => status === 'rejected') })
  }
  return { ...figuresOf(latencies, took), note }
}

async function sendAlert(siem: Resguardo, { tenantId }: Member, number: number): Promise<void> {
  const body = {
    source: 'wazuh',
    rule_id: 5712,
    rule_level: 1 + (number % 15),
    rule_description: `SSHD brute force, attempt ${number} (${newId()})`,
    agent: { id: '001', name: 'web-01' },
    timestamp: new Date().toISOString(),
    data: { srcip: '203.0.113.7', dstip: '10.0.0.5', action: 'blocked' },
  }
  const headers = { 'x-siem-signature': `sha256=${hmac(BENCH_SIEM_SECRET, JSON.stringify(body))}` }
  await siem.post('/webhooks/siem/{tenantSlug}', { path: { tenantSlug: `bench-${tenantId}` }, body, headers })
}

async function countBreaches(base: string, member: Member): Promise<number> {
  const { pagination } = await clientOf(base, member).get('/breaches', { query: { limit: 1 } })
  return pagination.total
}

// ── impact assessments ──

const PDFS_AT_ONCE = 5

export const assessmentLists = (members: readonly Member[]) =>
  large(members).map((member) => ({ path: '/api/v1/dpia/assessments?limit=20', headers: as(member) }))

/** Five people download documents without a pause. */
export const listWhilePrinting: Run = async (base, { members }) => {
  let printed = 0
  let enough = false
  const printers = large(members)
    .slice(0, PDFS_AT_ONCE)
    .map(async (member) => {
      const client = clientOf(base, member)
      while (!enough) {
        const path = { id: member.tenantId }
        const { blob } = await client.download('/dpia/assessments/{id}/export/pdf', { path })
        if ((await blob.slice(0, 4).text()) !== '%PDF') throw new Error('the report is not a PDF')
        printed += 1
      }
    })
  const printing = Promise.all(printers)
  const measured = measure(base, assessmentLists(members), { connections: 8 }).finally(() => {
    enough = true
  })
  const [figures] = await Promise.all([measured, printing])
  return { ...figures, note: `${printed} PDFs meanwhile` }
}
