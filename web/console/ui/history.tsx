import type { Data, Input } from '#client'
import { type Organisation, useOrganisation } from '../frame/organisation.tsx'
import { useRecords } from '../lists.ts'
import { moment } from '../times.ts'
import { FIELDS, valueWords } from './change-words.ts'
import css from './history.module.css'
import { Older } from './older.tsx'
import { Panel } from './page.tsx'
import { Seal } from './seal.tsx'
import { Timeline } from './timeline.tsx'

type EntityType = NonNullable<NonNullable<Input<'GET /activity'>['query']>['entityType']>
type ToldType = NonNullable<NonNullable<Input<'GET /activity/changes'>['query']>['entityType']>
type Change = Data<'GET /activity/changes'>['items'][number]['changes'][number]

const TOLD = ['activity', 'contract', 'dpia_assessment', 'processor', 'system'] as const

const ACTIONS: Record<string, string> = {
  create: 'Se agregó',
  update: 'Se cambió',
  delete: 'Se eliminó',
  move: 'Cambió de estado',
  publish: 'Se publicó',
  archive: 'Se archivó',
  send: 'Se envió',
  sign: 'Se firmó',
  approve: 'Se aprobó',
  reject: 'Se rechazó',
  reopen: 'Se reabrió',
  terminate: 'Se terminó',
  renew: 'Se renovó',
  generate: 'Se generó',
  sent: 'Se envió a firmar',
  signed: 'Se firmó',
  terminated: 'Se terminó',
  remind: 'Se recordó la firma',
  check_diligence: 'Se revisó la diligencia',
  add_sub_processor: 'Se agregó un subencargado',
  update_sub_processor: 'Se cambió un subencargado',
  remove_sub_processor: 'Se quitó un subencargado',
  screen: 'Se analizó si requiere evaluación',
  calculate_risk: 'Se calculó el riesgo',
  link_processor: 'Se vinculó un encargado',
  unlink_processor: 'Se quitó un encargado',
  link_system: 'Se vinculó un sistema',
  link_domain: 'Se vinculó un dominio',
}

interface Of {
  entityType: EntityType
  entityId: string
}

const tellsChanges = (entityType: string, may: Organisation['may']) =>
  TOLD.some((one) => one === entityType) && may('GET /activity/changes')

/** The list that `History` reads, for a screen that loads it ahead. */
export function historyOf({ may }: Organisation, entityType: EntityType, entityId: string) {
  const path = tellsChanges(entityType, may) ? '/activity/changes' : '/activity'
  return [path, { entityType, entityId }] as const
}

/** Who did what to a record, and when. People who may edit the record also see the old and new values. */
export function History({ entityType, entityId }: Of) {
  const { may } = useOrganisation()
  const isTold = tellsChanges(entityType, may)
  return (
    <Panel title="Historial">
      {isTold ? (
        <WithChanges entityType={entityType as ToldType} entityId={entityId} />
      ) : (
        <Acts entityType={entityType} entityId={entityId} />
      )}
    </Panel>
  )
}

function Acts({ entityType, entityId }: Of) {
  const { rows, ...rest } = useRecords('/activity', { entityType, entityId })
  return (
    <>
      <Timeline events={rows.map(happened)} />
      <Older {...rest} />
    </>
  )
}

function WithChanges({ entityType, entityId }: { entityType: ToldType; entityId: string }) {
  const { rows, ...rest } = useRecords('/activity/changes', { entityType, entityId })
  return (
    <>
      <Timeline
        events={rows.map((act) => {
          const told = act.changes.filter(({ field }) => field in FIELDS)
          return { ...happened(act), ...(told.length > 0 && { more: <Changes changes={told} /> }) }
        })}
      />
      <Older {...rest} />
    </>
  )
}

interface Act {
  id: string
  action: string
  actorName: string | null
  createdAt: string
}

function happened({ id, action, actorName, createdAt }: Act) {
  const title = ACTIONS[action] ?? 'Se cambió'
  const seal = <Seal of={{ entityType: 'audit_log', id }} what={`${title}, ${moment(createdAt)}`} />
  return { key: id, at: createdAt, title, by: actorName, seal }
}

function Changes({ changes }: { changes: readonly Change[] }) {
  return (
    <span className={css['changes']}>
      {changes.map(({ field, before, after }) => (
        <span key={field} className={css['change']}>
          <span className="strong">{FIELDS[field]}:</span> <del>{valueWords(field, before)}</del>{' '}
          <span aria-hidden>→</span>
          <span className="heard"> ahora </span> <ins>{valueWords(field, after)}</ins>
        </span>
      ))}
    </span>
  )
}
