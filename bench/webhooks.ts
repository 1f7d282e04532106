import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { figuresOf } from './load.ts'
import { inParallel } from './measure.ts'
import { defineFlows, type Flow, type Run, startInstance } from './runs.ts'
import { large } from './seeds.ts'

/** Receivers that answer at once and note when each delivery arrived. */
async function openReceivers(count: number) {
  const arrivedAt = new Map<string, number>()
  let calls = 0
  const open = async (number: number): Promise<Server> => {
    const receiver = createServer((request, response) => {
      let text = ''
      request.setEncoding('utf8')
      request.on('data', (part) => {
        text += part
      })
      request.on('end', () => {
        calls += 1
        const key = `${(JSON.parse(text) as { instanceId: string }).instanceId} ${number}`
        if (!arrivedAt.has(key)) arrivedAt.set(key, performance.now())
        response.end()
      })
    })
    await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening))
    return receiver
  }
  const servers = await Promise.all(Array.from({ length: count }, (_, number) => open(number)))
  return {
    urls: servers.map((server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`),
    arrivedAt,
    calls: () => calls,
    close() {
      for (const server of servers) {
        server.closeAllConnections()
        server.close()
      }
    },
  }
}

type Receivers = Awaited<ReturnType<typeof openReceivers>>

const LONGEST_DELIVERY_MS = 60_000

async function allArrived({ arrivedAt }: Receivers, count: number): Promise<number> {
  const until = performance.now() + LONGEST_DELIVERY_MS
  while (arrivedAt.size < count) {
    if (performance.now() > until) throw new Error(`webhooks: ${arrivedAt.size} of ${count} arrived in time`)
    await wait(5)
  }
  return Math.max(...arrivedAt.values())
}

function hooksOf({ urls }: Receivers) {
  return urls.map((url) => ({ url, events: ['workflow.started' as const] }))
}

const RECEIVERS = 20
const ACTING = 8

/** Sends each start to twenty receivers. Runs from the first start to the last arrival. */
export const deliverToMany: Run = async (base, { members, kind }) => {
  const starts = kind === 'embedded' ? 10 : 200
  const receivers = await openReceivers(RECEIVERS)
  try {
    const flows = await defineFlows(base, large(members), hooksOf(receivers))
    const begun = performance.now()
    const started = await inParallel(Array.from({ length: starts }), ACTING, async (_, index) => {
      const askedAt = performance.now()
      const { id } = await startInstance(base, flows[index % flows.length]!)
      return { id, askedAt }
    })
    const startedMs = performance.now() - begun
    const count = starts * RECEIVERS
    const last = await allArrived(receivers, count)
    const latencies = started.flatMap(({ id, askedAt }) => latenciesOf(receivers, id, askedAt))
    return {
      ...figuresOf(latencies, (last - begun) / 1000),
      note: `${count} deliveries in ${receivers.calls()} calls; the ${starts} starts took ${Math.round(startedMs)} ms`,
    }
  } finally {
    receivers.close()
  }
}

function latenciesOf({ urls, arrivedAt }: Receivers, id: string, askedAt: number): number[] {
  return urls.map((_, number) => arrivedAt.get(`${id} ${number}`)! - askedAt)
}

const PACED_RECEIVERS = 4
const STARTS_PER_SECOND = 25

/** Sends a hundred deliveries a second, regardless of the arrivals. Latencies count from the moment a start was due. */
export const deliverAtPace: Run = async (base, { members }) => {
  const starts = STARTS_PER_SECOND * 10
  const receivers = await openReceivers(PACED_RECEIVERS)
  try {
    const flows = await defineFlows(base, large(members), hooksOf(receivers))
    const begun = performance.now()
    const started = await Promise.all(
      Array.from({ length: starts }, async (_, number) => {
        const askedAt = begun + (number * 1000) / STARTS_PER_SECOND
        await wait(Math.max(0, askedAt - performance.now()))
        const { id } = await startInstance(base, flows[number % flows.length] as Flow)
        return { id, askedAt }
      }),
    )
    const last = await allArrived(receivers, starts * PACED_RECEIVERS)
    const latencies = started.flatMap(({ id, askedAt }) => latenciesOf(receivers, id, askedAt))
    return {
      ...figuresOf(latencies, (last - begun) / 1000),
      note: `${latencies.length} deliveries in ${receivers.calls()} calls`,
    }
  } finally {
    receivers.close()
  }
}
