import { setTimeout as wait } from 'node:timers/promises'
import { newId } from '#kernel/ids.ts'
import type { Member } from './database.ts'
import { figuresOf } from './load.ts'
import { measure } from './measure.ts'
import { as, clientOf, type Run } from './runs.ts'
import { IMPORT, large, largest } from './seeds.ts'
import type { Server } from './servers.ts'

/** Long work, and its effect on other callers. */

const TIMES = 5

/** One caller, a few times. The note says for how long the event loop was blocked, and how much memory the server gained. */
async function timed(server: Server, work: () => Promise<unknown>): ReturnType<Run> {
  await work()
  const before = await server.ask()
  const took: number[] = []
  for (let time = 0; time < TIMES; time += 1) {
    const from = performance.now()
    await work()
    took.push(performance.now() - from)
  }
  const { longestBlockMs, residentBytes, mostBytes } = await server.ask()
  const mib = (bytes: number) => Math.round(bytes / 2 ** 20)
  const grownMib = mib(residentBytes - before.residentBytes)
  const seconds = took.reduce((sum, ms) => sum + ms, 0) / 1000
  return {
    ...figuresOf(took, seconds),
    note: `blocks ${longestBlockMs.toFixed(0)} ms at most, ${mib(mostBytes)} MiB at its peak, ${grownMib} MiB more after`,
  }
}

async function download(base: string, path: string, member: Member): Promise<void> {
  const reply = await fetch(`${base}/api/v1${path}`, { headers: as(member) })
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
  for await (const _ of reply.body!);
}

export const exportRecord =
  (format: 'csv' | 'xlsx'): Run =>
  (base, { members }, _asked, server) =>
    timed(server, () => download(base, `/governance/export/rat?format=${format}`, largest(members)))

const LONGEST_FOLDER_MS = 120_000

export const makeFolder: Run = (base, { members }, _asked, server) => {
  const member = largest(members)
  const client = clientOf(base, member)
  return timed(server, async () => {
    const { id } = await client.post('/governance/inspection-folder', { body: {} })
    const until = performance.now() + LONGEST_FOLDER_MS
    for (;;) {
      const { status } = await client.get('/governance/reports/{id}', { path: { id } })
      if (status === 'READY') break
      if (status === 'FAILED' || performance.now() > until) throw new Error(`the folder is ${status}`)
      await wait(20)
    }
    await download(base, `/governance/reports/${id}/download`, member)
  })
}

const ROWS = 5000
const LONGEST_IMPORT_MS = 120_000

/** A file of new activities, from sending it through the check and the confirmation to the last saved row. */
export const importFile: Run = (base, { members }, _asked, server) => {
  const member = largest(members)
  const client = clientOf(base, member)
  return timed(server, async () => {
    const lines = Array.from(
      { length: ROWS },
      (_, at) => `Actividad ${newId()} ${at};Gestionar pedidos;Contrato;Nombre, RUT;Clientes;5 años`,
    )
    const head =
      'Actividad;Finalidad;Base de licitud;Tipos de datos;Categorías de titulares;Plazo de conservación'
    const form = new FormData()
    form.set('target', 'activities')
    form.set('dryRun', 'true')
    form.set('file', new Blob([[head, ...lines].join('\n')]), 'actividades.csv')
    const sent = await fetch(`${base}/api/v1/imports`, { method: 'POST', headers: as(member), body: form })
    if (sent.status !== 202) throw new Error(`import: ${sent.status} ${await sent.text()}`)
    const { data } = (await sent.json()) as { data: { id: string } }
    await reach('READY', client, data.id)
    await client.post('/imports/{id}/confirm', { path: { id: data.id } })
    await reach('DONE', client, data.id)
  })
}

async function reach(
  wanted: 'READY' | 'DONE',
  client: ReturnType<typeof clientOf>,
  id: string,
): Promise<void> {
  const until = performance.now() + LONGEST_IMPORT_MS
  for (;;) {
    const { status, error } = await client.get('/imports/{id}', { path: { id }, query: { action: 'refuse' } })
    if (status === wanted) return
    if (status === 'FAILED' || performance.now() > until) throw new Error(`import ${status}: ${error}`)
    await wait(50)
  }
}

// ── effect of one organisation on the others ──

/** The work of the largest tenant meanwhile, so many calls at a time. */
export type Meanwhile = { atOnce: number; work(base: string, member: Member): Promise<void> }

export const EXPORTS: Meanwhile = {
  atOnce: 2,
  work: (base, member) => download(base, '/governance/export/rat?format=xlsx', member),
}

export const IMPORTS: Meanwhile = {
  atOnce: 8,
  work: async (base, member) => {
    await clientOf(base, member).post('/rat/bulk-import', { body: IMPORT })
  },
}

/** Signs in to accounts that do not exist: the hashing takes as long. */
export const SIGN_INS: Meanwhile = {
  atOnce: 8,
  work: async (base) => {
    const reply = await fetch(`${base}/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: `${newId()}@ejemplo.cl`, password: 'una clave que no es' }),
    })
    await reply.arrayBuffer()
    if (reply.status !== 401) throw new Error(`sign-in: ${reply.status}`)
  },
}

/** A list of another tenant over 8 connections. Compare it with the same list on an idle server. */
export const listWhile =
  (meanwhile?: Meanwhile): Run =>
  async (base, { members }) => {
    const lists = large(members)
      .slice(1)
      .map((member) => ({ path: '/api/v1/settings/audit-log?limit=20', headers: as(member) }))
    let enough = false
    let done = 0
    const busy = Array.from({ length: meanwhile?.atOnce ?? 0 }, async () => {
      while (!enough) {
        await meanwhile!.work(base, largest(members))
        done += 1
      }
    })
    const measured = measure(base, lists, { connections: 8 }).finally(() => {
      enough = true
    })
    const [figures] = await Promise.all([measured, ...busy])
    return { ...figures, ...(meanwhile && { note: `${done} meanwhile` }) }
  }
