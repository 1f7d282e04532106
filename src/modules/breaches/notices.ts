import { includesSensitive } from '#kernel/data-categories.ts'
import { iso } from '#kernel/dates.ts'
import {
  AUTHORITY,
  AUTHORITY_NOTICE,
  BLANKS,
  type Blank,
  CATEGORIES,
  type CategoryKnowledge,
  FOR_REPRESENTATIVES,
  LEGAL_SOURCE,
  RISK_NAMES,
  SOURCES,
  SUBJECTS_NOTICE,
} from './knowledge.ts'
import type { EventRow, RegisteredRow } from './repo.ts'
import type { Audience, RegisterEntry } from './schemas.ts'
import type { Whole } from './views.ts'

/** Who reports: the tenant and its main legal entity. */
export interface Controller {
  tenant: { name: string; tax_id: string | null; contact_email: string | null }
  entity:
    | {
        name: string
        tax_id: string | null
        legal_rep_name: string | null
        dpo_name: string | null
        dpo_email: string | null
        postal_address: string | null
        arco_public_email: string | null
      }
    | undefined
}

type Values = Partial<Record<Blank, string | null | undefined>>

const NOTICES: Readonly<Record<Audience, string>> = {
  authority: AUTHORITY_NOTICE,
  subjects: SUBJECTS_NOTICE,
}

/** A notice with what the incident tells; what it does not stays marked, and is listed. */
export function draft(audience: Audience, whole: Whole, controller: Controller) {
  const values = { ...whoReports(controller), ...whatHappened(whole, audience) }
  const fill = (_: string, blank: Blank) => values[blank] ?? gap(blank)
  const template = NOTICES[audience].replace(/\{\{(\w+)\}\}/g, fill)
  const gaps = new Set([...template.matchAll(/\[COMPLETAR: ([^\]]+)\]/g)].map(([, label]) => label!))
  return { audience, template, gaps: [...gaps] }
}

/** The entry of the mandatory register: the same matters for every breach, reported to the authority or not. */
export function registerEntry(
  breach: RegisteredRow,
  events: readonly Pick<EventRow, 'type' | 'details'>[],
): RegisterEntry {
  const nature = [breach.description, breach.attack_vector].filter((text) => text?.trim())
  const effects = [known(breach.data_categories, 'effect'), gap('observed')]
  return {
    breachId: breach.id,
    title: breach.title,
    status: breach.status,
    detectedAt: iso(breach.detected_at),
    nature: nature.join('\n') || gap('description'),
    effects: effects.filter((text) => text).join('\n'),
    dataCategories: breach.data_categories.map((key) => ({ key, label: CATEGORIES[key]?.label ?? key })),
    approximateSubjects: breach.estimated_records,
    measures: { management: breach.containment_actions, prevention: gap('prevention') },
    communications: events
      .filter(({ type }) => type === 'apdp_notified')
      .map(({ details }, index) => ({
        recipient: AUTHORITY,
        at: String(details?.['notifiedAt']),
        notificationFileKey: String(details?.['notificationFileKey']),
        kind: index === 0 ? 'initial' : 'complementary',
      })),
    riskAssessment: breach.decision,
    legalReference: LEGAL_SOURCE,
  }
}

function whoReports({ tenant, entity }: Controller): Values {
  return {
    controller: first(entity?.name, tenant.name),
    taxId: first(entity?.tax_id, tenant.tax_id),
    address: first(entity?.postal_address),
    legalRep: first(entity?.legal_rep_name),
    dpo: first(entity?.dpo_name),
    contactEmail: first(entity?.dpo_email, entity?.arco_public_email, tenant.contact_email),
  }
}

/** The first that says anything: forms send a blank for what they do not know. */
function first(...texts: (string | null | undefined)[]): string | undefined {
  return texts.find((text) => text?.trim()) ?? undefined
}

function whatHappened({ breach, activities, systems }: Whole, audience: Audience): Values {
  const { decision, data_categories: categories, notified_apdp_at: notifiedAt } = breach
  return {
    reportKind: notifiedAt ? `Complementario del reporte enviado el ${moment(notifiedAt)}` : 'Inicial',
    id: breach.id,
    title: breach.title,
    detectedAt: moment(breach.detected_at),
    detectionSource: SOURCES.get(breach.detection_source) ?? breach.detection_source,
    attackVector: first(breach.attack_vector),
    description: first(breach.description),
    affected: lines([...activities, ...systems].map(({ name }) => name)),
    categories: lines(categories.map((key) => CATEGORIES[key]?.label ?? key)),
    sensitive: yesOrNo(
      breach.has_sensitive_data || includesSensitive(categories) || decision?.hasSensitiveData,
    ),
    minors: yesOrNo(decision?.hasMinorData),
    financial: yesOrNo(categories.includes('financial') || decision?.hasFinancialData),
    subjects: breach.estimated_records === null ? undefined : count(breach.estimated_records),
    effects: known(categories, 'effect'),
    consequences: known(categories, 'consequence'),
    risk: decision && risk(decision),
    management: lines(breach.containment_actions),
    subjectNotice: decision && subjectNotice(decision.requiresSubjectNotification),
    advice: known(categories, 'advice'),
    representative: audience === 'subjects' && decision?.hasMinorData ? FOR_REPRESENTATIVES : '',
  }
}

function risk({ riskToSubjects, reasons }: NonNullable<Whole['breach']['decision']>): string {
  const grounds = reasons.map(({ text, legalReference }) => `${text} Base legal: ${legalReference}.`)
  return `Riesgo evaluado: ${RISK_NAMES[riskToSubjects]}. Fundamentos:\n${lines(grounds)}`
}

function subjectNotice(required: boolean): string {
  return required
    ? `Corresponde comunicar la vulneración a los titulares. ${gap('subjectsToldAt')}`
    : 'Según la evaluación, no corresponde comunicar la vulneración a los titulares.'
}

function gap(blank: Blank): string {
  return `[COMPLETAR: ${BLANKS[blank]}]`
}

/** What is known of these categories, each sentence once. */
function known(categories: readonly string[], what: keyof CategoryKnowledge): string | undefined {
  return lines([...new Set(categories.flatMap((key) => CATEGORIES[key]?.[what] ?? []))])
}

function lines(texts: readonly string[]): string | undefined {
  return texts.length === 0 ? undefined : texts.map((text) => `- ${text}`).join('\n')
}

function yesOrNo(fact: boolean | undefined): string | undefined {
  return fact === undefined ? undefined : fact ? 'Sí' : 'No'
}

const MOMENT = new Intl.DateTimeFormat('es-CL', {
  dateStyle: 'long',
  timeStyle: 'short',
  hourCycle: 'h23',
  timeZone: 'America/Santiago',
})

function moment(instant: Date): string {
  return `${MOMENT.format(instant)} (hora de Chile)`
}

const COUNT = new Intl.NumberFormat('es-CL')

function count(records: number): string {
  return `${COUNT.format(records)} (según los registros afectados)`
}
