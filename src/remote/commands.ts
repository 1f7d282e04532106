import { createWriteStream, openAsBlob } from 'node:fs'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import type { Data, Resguardo } from '#client'
import { hourInDigits } from '#kernel/dates.ts'
import { cell, resourceWith } from './resources.ts'
import { connect } from './session.ts'
import { tableOf } from './table.ts'

type Say = (line: string) => void

interface Wanted {
  organisation?: string | undefined
  q?: string | undefined
  json?: boolean
}

/** Lists all entries, page by page. `json` prints one entry per line, for other programs. */
export async function list(name: string, { organisation, q, json }: Wanted, say: Say): Promise<void> {
  const { list: path, columns } = resourceWith('list', name)
  const { service } = connect(organisation)
  const rows: string[][] = []
  for await (const item of service.each(path, q ? { query: { q } } : {})) {
    if (json) say(JSON.stringify(item))
    else {
      const entry = item as unknown as Record<string, unknown>
      rows.push([String(entry['id']), ...columns.map(({ field, words }) => cell(entry[field], words))])
    }
  }
  if (json) return
  if (rows.length === 0) say(q ? 'Nada tiene esas palabras.' : 'No hay nada todavía.')
  else for (const line of tableOf(['ID', ...columns.map((column) => column.name)], rows)) say(line)
}

export async function show(
  name: string,
  id: string,
  organisation: string | undefined,
  say: Say,
): Promise<void> {
  const { list: path } = resourceWith('list', name)
  const { service } = connect(organisation)
  say(JSON.stringify(await service.call('GET', `${path}/${encodeURIComponent(id)}`), null, 2))
}

/** The file's ending decides: .xlsx, or .csv for Excel in Spanish. */
export async function exportTo(name: string, file: string, organisation: string | undefined): Promise<void> {
  const { exported } = resourceWith('exported', name)
  const format = /\.(xlsx|csv)$/i.exec(file)?.[1]?.toLowerCase() as 'xlsx' | 'csv' | undefined
  if (!format) throw new Error('El archivo debe terminar en .xlsx o .csv.')
  const { service } = connect(organisation)
  const query = format === 'csv' ? ({ format, separator: 'semicolon' } as const) : ({ format } as const)
  const { blob } = await service.download(exported, { query })
  await pipeline(Readable.fromWeb(blob.stream()), createWriteStream(file))
}

/** Shows what an import would do. `save` does it, all or nothing. */
export async function importFrom(
  file: string,
  name: string,
  { organisation, save }: { organisation?: string | undefined; save: boolean },
  say: Say,
): Promise<boolean> {
  const { target } = resourceWith('target', name)
  const { service } = connect(organisation)
  const form = new FormData()
  form.set('target', target)
  form.set('file', await openAsBlob(file), basename(file))
  const { id } = await service.post('/imports', { body: form })
  const judged = await settled(service, id, 'PENDING')
  tell(judged, say)
  if (judged.status !== 'READY' || !save) {
    if (judged.status === 'READY') say('Nada se guardó. Para guardarlo, repita con --save.')
    return judged.status === 'READY'
  }
  await service.post('/imports/{id}/confirm', { path: { id } })
  const saved = await settled(service, id, 'APPLYING')
  if (saved.status === 'DONE') say('Guardado.')
  else tell(saved, say)
  return saved.status === 'DONE'
}

type Import = Data<'GET /imports/{id}'>

async function settled(service: Resguardo, id: string, busy: 'PENDING' | 'APPLYING'): Promise<Import> {
  for (;;) {
    const found = await service.get('/imports/{id}', { path: { id }, query: { action: 'refuse' } })
    if (found.status !== busy) return found
    await wait(500)
  }
}

function tell({ totals, rows, error }: Import, say: Say): void {
  if (totals)
    say(
      `Crea ${totals.create}, cambia ${totals.update}, deja igual ${totals.skip}, rechaza ${totals.refuse}.`,
    )
  for (const { row, reasons } of rows) say(`Fila ${row}: ${reasons.join(' ')}`)
  if (error) say(error)
}

/** Prints new notifications until the program is stopped. Earlier ones are not shown. */
export async function watch(organisation: string | undefined, say: Say, signal: AbortSignal): Promise<void> {
  const { service } = connect(organisation)
  let seen: Set<string> | undefined
  while (!signal.aborted) {
    const { items } = await service.get('/notifications')
    const fresh = seen ? items.filter(({ id }) => !seen!.has(id)) : []
    for (const { createdAt, title } of fresh.reverse())
      say(`${hourInDigits(new Date(createdAt))}  ${cell(title, {})}`)
    seen = new Set(items.map(({ id }) => id))
    await wait(WATCH_MS, undefined, { signal }).catch(() => undefined)
  }
}

const WATCH_MS = 3000
