import type { Data } from '#client'
import { ACTIONS, ACTORS, ENTITIES, FIELDS } from '#modules/settings/knowledge/vocabulary.ts'
import { useAt, useOrganisation, useServiceUrl } from '../../frame/organisation.tsx'
import { useAhead, useRecords, useWhole } from '../../lists.ts'
import { moment, startOfDay } from '../../times.ts'
import { FileLink } from '../../ui/button.tsx'
import { ChainState, headOf } from '../../ui/chain.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Filters, List, useFilters } from '../../ui/list.tsx'
import { Facts, Panel } from '../../ui/page.tsx'
import { Seal } from '../../ui/seal.tsx'
import css from './settings.module.css'
import { Shell } from './shell.tsx'

type Entry = Data<'GET /settings/audit-log'>['items'][number]

const KINDS = Object.entries(ENTITIES).toSorted(([, a], [, b]) => a.localeCompare(b, 'es'))

/** The audit log. Nobody can change it. */
export function AuditLog() {
  const { search, set } = useFilters()
  const { entrada, desde, hasta, ...asked } = search
  const at = useAt()
  const url = useServiceUrl()
  const query = {
    ...asked,
    ...(desde && { from: startOfDay(desde) }),
    ...(hasta && { to: startOfDay(hasta, 1) }),
  }
  useAhead([headOf(useOrganisation().slug)], [['/settings/audit-log', query]], [['/settings/members', {}]])
  const { rows, total, more } = useRecords('/settings/audit-log', query)
  const { data: people } = usePeople()
  const open = rows.find(({ id }) => id === entrada)
  const file = (format: string) =>
    url(`/settings/audit-log/export?${new URLSearchParams({ ...withoutSort(query), format })}`)
  return (
    <Shell
      title="Auditoría"
      about="Quién hizo qué y cuándo, también las descargas. Solo se agrega: nadie puede cambiarla ni borrarla (arts. 3 letra e y 14 quinquies)."
      actions={
        <>
          <FileLink href={file('xlsx')}>Excel</FileLink>
          <FileLink href={file('csv')}>CSV</FileLink>
        </>
      }
    >
      <Panel title="Cadena de evidencia">
        <ChainState />
      </Panel>
      <Filters
        filters={[
          { name: 'entityType', label: 'Sobre', choices: KINDS },
          { name: 'actorId', label: 'Quién', choices: people },
          { name: 'desde', label: 'Desde' },
          { name: 'hasta', label: 'Hasta' },
        ]}
      />
      <List
        label="Auditoría"
        rows={rows}
        total={total}
        more={more}
        to={({ id }) => at('ajustes/auditoria', { ...(search as Record<string, string>), entrada: id })}
        columns={[
          {
            label: 'Qué',
            cell: ({ action, entityType }) => `${wordOf(ACTIONS, action)}: ${wordOf(ENTITIES, entityType)}`,
          },
          { label: 'Quién', cell: ({ actorName, actorType }) => actorName ?? wordOf(ACTORS, actorType) },
          { label: 'Cuándo', sort: 'createdAt', cell: ({ createdAt }) => moment(createdAt) },
          { label: 'Desde la red', cell: ({ addressPrefix }) => addressPrefix ?? '—' },
        ]}
      />
      {open && <EntryDialog entry={open} onClose={() => set({ entrada: '' })} />}
    </Shell>
  )
}

function usePeople() {
  const members = useWhole('/settings/members', {})
  return { data: members.map(({ userId, name, email }) => [userId, name || email] as const) }
}

const wordOf = (words: Readonly<Record<string, string>>, key: string) => words[key] ?? key

function withoutSort({ sort: _sort, ...query }: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value)) as Record<string, string>
}

function EntryDialog({ entry, onClose }: { entry: Entry; onClose: () => void }) {
  const changes = Object.entries(entry.changes as Record<string, { old?: unknown; new?: unknown }>)
  return (
    <Dialog
      wide
      title={`${wordOf(ACTIONS, entry.action)}: ${wordOf(ENTITIES, entry.entityType)}`}
      onClose={onClose}
    >
      <Facts
        facts={[
          ['Quién', entry.actorName ?? wordOf(ACTORS, entry.actorType)],
          ['Cómo', wordOf(ACTORS, entry.actorType)],
          ['Cuándo', moment(entry.createdAt)],
          ['Desde la red', entry.addressPrefix],
          ['Registro', <code key="id">{entry.entityId}</code>],
          [
            'Sello',
            <Seal key="seal" of={{ entityType: 'audit_log', id: entry.id }} what={moment(entry.createdAt)} />,
          ],
          ['Solicitud', entry.requestId && <code key="request">{entry.requestId}</code>],
        ]}
      />
      {changes.length > 0 && (
        <table className={css['changes']}>
          <thead>
            <tr>
              <th scope="col">Campo</th>
              <th scope="col">Antes</th>
              <th scope="col">Después</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(([field, change]) => (
              <tr key={field}>
                <th scope="row">{wordOf(FIELDS, field)}</th>
                <td>{shown(change?.old)}</td>
                <td>{shown(change?.new)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Dialog>
  )
}

function shown(value: unknown): string {
  if (value === null || value === undefined || value === '') return '—'
  if (typeof value === 'boolean') return value ? 'sí' : 'no'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
