import { chileanDay } from '#kernel/dates.ts'
import type { FineClass } from '#kernel/law/law.ts'
import type { Facts } from '../rules.ts'
import type { CheckResult } from '../score.ts'
import { type Exposed, INFRACTIONS, type Infraction } from './knowledge/infractions.ts'

// ── risk matrix ──

export type MatrixState = 'kept' | 'open' | 'nothing' | 'undescribed'

export interface MatrixRow {
  risk: string
  article: string
  state: MatrixState
  /** The checks that measure something. */
  controls: readonly CheckResult[]
  toDescribe: string | undefined
  /** Names of the activities in which it can happen; undefined for any activity. */
  activities: readonly string[] | undefined
}

/** Every infringement of a class with the recorded state of its control. */
export function matrixOf(
  fineClass: FineClass,
  checks: readonly CheckResult[],
  registered: readonly Exposed[] = [],
): MatrixRow[] {
  const byKey = new Map(checks.map((check) => [check.key, check]))
  return INFRACTIONS[fineClass].map((infraction) => {
    const controls = infraction.checks.flatMap((key) => byKey.get(key) ?? [])
    const { risk, article, toDescribe } = infraction
    const activities = infraction.touches && registered.filter(infraction.touches).map(({ name }) => name)
    return { risk, article, controls, toDescribe, activities, state: stateOf(infraction, controls) }
  })
}

function stateOf({ checks }: Infraction, controls: readonly CheckResult[]): MatrixState {
  if (checks.length === 0) return 'undescribed'
  if (controls.length === 0) return 'nothing'
  return controls.every(({ met, total }) => met === total) ? 'kept' : 'open'
}

// ── protocols ──

export interface Protocol {
  name: string
  article: string
  /** The figures on record. */
  evidence: string
  inForce: boolean
}

export interface ProtocolFacts extends Facts {
  rightsForm: string | undefined
  /** Kinds of record with an approval flow of the organisation's own. */
  ownFlows: readonly string[]
}

const of = (met: number, total: number, what: string) => `${met} de ${total} ${what}`
const some = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

/** The organisation's rules, as far as the records show them. */
export function protocolsOf({ rightsForm, ownFlows, ...facts }: ProtocolFacts): Protocol[] {
  const { entities, domains, processors, activities, consent, breaches } = facts
  const retained = activities.published - activities.keptForever
  return [
    {
      name: 'Información a los titulares',
      article: 'art. 14 ter',
      evidence: `Política de privacidad publicada en ${of(entities.withPolicy, entities.active, 'entidades activas')}.`,
      inForce: entities.active > 0 && entities.withoutPolicy === 0,
    },
    {
      name: 'Ejercicio de derechos de los titulares',
      article: 'arts. 4 a 11',
      evidence: rightsForm
        ? `Formulario abierto al público: ${rightsForm}`
        : 'No hay un formulario de derechos abierto al público.',
      inForce: rightsForm !== undefined,
    },
    {
      name: 'Obtención y retiro del consentimiento',
      article: 'arts. 12 y 16',
      evidence:
        activities.byConsent === 0
          ? 'Ninguna actividad publicada se funda en el consentimiento.'
          : `${some(consent.collecting, 'aviso o formulario', 'avisos y formularios')} en uso para ${some(activities.byConsent, 'actividad fundada', 'actividades fundadas')} en el consentimiento.`,
      inForce: activities.byConsent === 0 || consent.collecting > 0,
    },
    {
      name: 'Cookies y sitios web',
      article: 'arts. 12 y 14 ter',
      evidence:
        domains.total === 0
          ? 'No hay sitios activos en producción.'
          : `Política de cookies en ${of(domains.total - domains.withoutCookiePolicy, domains.total, 'sitios')} y aviso en ${of(domains.total - domains.withoutNotice, domains.total, 'sitios')}.`,
      inForce: domains.withoutCookiePolicy === 0 && domains.withoutNotice === 0,
    },
    {
      name: 'Encargo del tratamiento a terceros',
      article: 'art. 15 bis',
      evidence:
        processors.total === 0
          ? 'No hay encargados registrados.'
          : `Contrato vigente con ${of(processors.signed, processors.total, 'encargados')}.`,
      inForce: processors.unsigned === 0,
    },
    {
      name: 'Conservación y supresión',
      article: 'art. 3 letra c)',
      evidence:
        activities.published === 0
          ? 'No hay actividades publicadas.'
          : `Plazo con fin en ${of(retained, activities.published, 'actividades publicadas')}.`,
      inForce: activities.published > 0 && activities.keptForever === 0,
    },
    {
      name: 'Evaluación de impacto y su aprobación',
      article: 'art. 15 ter',
      evidence: `Flujo de aprobación ${ownFlows.includes('DPIA') ? 'propio' : 'por defecto del sistema'}; evaluación aprobada en ${of(activities.assessed, activities.needDpia, 'actividades que la requieren')}.`,
      inForce: activities.assessed >= activities.needDpia,
    },
    {
      name: 'Gestión de vulneraciones de seguridad',
      article: 'arts. 14 quinquies y 14 sexies',
      evidence: `Registro con ${some(breaches.total, 'vulneración', 'vulneraciones')}: ${breachesOpen(breaches)}; flujo ${ownFlows.includes('BREACH') ? 'de aprobación propio' : 'por defecto del sistema'}.`,
      inForce:
        breaches.undecided === 0 &&
        breaches.unreported === 0 &&
        breaches.subjectsUninformed === 0 &&
        breaches.registerIncomplete === 0,
    },
  ]
}

/** The open duties of art. 14 sexies for the breaches on record: report, notice to the people, register. */
function breachesOpen({
  undecided,
  unreported,
  subjectsUninformed,
  registerIncomplete,
}: Facts['breaches']): string {
  const open = [
    `${undecided} sin evaluar`,
    ...(unreported > 0 ? [`${unreported} sin informar a la Agencia`] : []),
    ...(subjectsUninformed > 0 ? [`${subjectsUninformed} sin comunicar a los titulares`] : []),
    ...(registerIncomplete > 0 ? [`${registerIncomplete} sin completar en el registro`] : []),
  ]
  return open.join(', ')
}

// ── yearly plan ──

export interface Task {
  /** A day of Chile, `YYYY-MM-DD`, or only a month. */
  on: string
  task: string
  owner: string
  article: string
}

export interface PlanSources {
  now: Date
  dpo: string
  contracts: readonly { processor: string; expiresAt: Date }[]
  /** How many published activities reach a year without a change, by month. Overdue ones count for the first month. */
  reviews: readonly { month: string; count: number }[]
  unassessed: number
  requests: readonly { month: string; count: number }[]
  openBreaches: number
}

/** The tasks of the next twelve months, from the due dates on record. */
export function planOf({
  now,
  dpo,
  contracts,
  reviews,
  unassessed,
  requests,
  openBreaches,
}: PlanSources): Task[] {
  const today = chileanDay(now)
  const plural = (count: number, one: string, many: string) => (count === 1 ? one : `${count} ${many}`)
  const tasks: Task[] = [
    ...(unassessed > 0
      ? [
          {
            on: today.slice(0, 7),
            task: `Hacer y aprobar ${plural(unassessed, 'la evaluación de impacto pendiente', 'evaluaciones de impacto pendientes')}`,
            owner: dpo,
            article: 'art. 15 ter',
          },
        ]
      : []),
    ...(openBreaches > 0
      ? [
          {
            on: today.slice(0, 7),
            task: `Cerrar ${plural(openBreaches, 'la vulneración abierta', 'vulneraciones abiertas')}`,
            owner: dpo,
            article: 'art. 14 sexies',
          },
        ]
      : []),
    ...requests.map(({ month, count }) => ({
      on: month,
      task: `Responder ${plural(count, 'la solicitud de titular cuyo plazo vence', 'solicitudes de titulares cuyo plazo vence')} este mes`,
      owner: dpo,
      article: 'art. 11',
    })),
    ...contracts.map(({ processor, expiresAt }) => ({
      on: chileanDay(expiresAt),
      task: `Renovar o terminar el contrato con ${processor}`,
      owner: 'Representante legal, con el delegado',
      article: 'art. 15 bis',
    })),
    ...reviews.map(({ month, count }) => ({
      on: month,
      task: `Revisar ${plural(count, 'la actividad del registro que cumple un año sin cambios', 'actividades del registro que cumplen un año sin cambios')}`,
      owner: 'Área responsable de cada actividad',
      article: 'art. 3 letra e)',
    })),
    {
      on: nextYear(today),
      task: 'Rendir la cuenta anual del delegado a la máxima autoridad y actualizar este modelo',
      owner: dpo,
      article: 'art. 50',
    },
  ]
  return tasks.toSorted((a, b) => (a.on < b.on ? -1 : a.on > b.on ? 1 : 0))
}

function nextYear(day: string): string {
  return `${Number(day.slice(0, 4)) + 1}${day.slice(4, 7)}`
}
