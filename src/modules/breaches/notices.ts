import { chileanDay } from '#kernel/dates.ts'
import { isInForce, type Law } from '#kernel/law/law.ts'
import { beforeLaw, LAW_NAME, type LawOnDay, sinceWhen } from '#kernel/law/wording.ts'
import { shownRut } from '#kernel/rut.ts'
import { fold } from '#kernel/text.ts'
import { type Answer, evidenceFor, type Flag } from './decision-rules.ts'
import { CATEGORIES, type CategoryKnowledge, categoryOf, labelOf } from './knowledge/categories.ts'
import {
  type Audience,
  BLANKS,
  BLANKS_OF_PROCESSOR,
  type Blank,
  DRAFT_NOTES,
  FOR_REPRESENTATIVES,
  MISSING,
  NATURE_NAMES,
  NOTICES,
  OF_CONTROLLER,
  OPTIONAL,
  RISK_NAMES,
  SOURCES,
  STILL_OWED,
  WHY_MASS_MEDIA,
} from './knowledge/notices.ts'
import type { EntityOfBreach } from './repo.ts'
import { decisionOf, recordOf, type Whole } from './views.ts'

/** The organisation's own details, used where the legal entity has none. */
export interface Tenant {
  name: string
  tax_id: string | null
  contact_email: string | null
}

type Values = Partial<Record<Blank, string | null | undefined>>

/** A notice filled with the facts of the incident. Missing facts are listed beside the text, never marked in it. */
export function draft(audience: Audience, whole: Whole, tenant: Tenant, now: Date, law: Law) {
  const values: Values = {
    ...(speaksForController(audience, whole)
      ? { controller: first(whole.breach.controller_name) }
      : whoReports(whole.entity, tenant)),
    ...whatHappened(whole, audience, now),
    ...whatTheLawSays({ law, day: chileanDay(now) }),
    stillOwed: STILL_OWED[whole.breach.acts_as](law.agency.name),
  }
  const gaps = new Set<string>()
  const paragraphs = NOTICES[audience]
    .trim()
    .split('\n\n')
    .flatMap((paragraph) => {
      const lines = paragraph.split('\n')
      const kept = lines.flatMap((line) => filled(line, values, audience, gaps) ?? [])
      // A heading is the one line without a blank. A heading with no lines left is dropped.
      const isBare = kept.length === 0 || (kept.length === 1 && lines.length > 1 && kept[0] === lines[0])
      return isBare ? [] : [kept.join('\n')]
    })
  if (audience === 'authority' && subjectsWait(whole)) gaps.add(BLANKS.subjectNotice)
  if (audience === 'mass_media' && contradictsRecord(whole)) gaps.add(WHY_MASS_MEDIA)
  return {
    audience,
    template: paragraphs.join('\n\n'),
    gaps: [...gaps],
    notes: notesOn(audience, whole),
    lawVersion: law.version,
  }
}

/** A press notice states that nobody could notify each person. The record states that somebody did. */
function contradictsRecord({ breach }: Whole): boolean {
  return breach.subjects_notified_at !== null && breach.mass_media_notice === null
}

/** The report and the notices to people come from the controller: a processor can only draft them in its name. */
function speaksForController(audience: Audience, { breach }: Whole): boolean {
  return breach.acts_as === 'processor' && OF_CONTROLLER.includes(audience)
}

function labelIn(audience: Audience, blank: Blank): string {
  return (audience === 'controller' && BLANKS_OF_PROCESSOR[blank]) || BLANKS[blank]
}

function whatTheLawSays(on: LawOnDay): Values {
  const { name } = on.law.agency
  return {
    agency: name,
    complaint: isInForce(on.law, on.day)
      ? `Si considera que no respetamos sus derechos, puede reclamar ante la ${name}.`
      : `Si considera que no respetamos sus derechos, podrá reclamar ante la ${name} ${sinceWhen(on.law)}, cuando entra en vigencia la ley.`,
    inForce: beforeLaw(on, (since) => `La ${LAW_NAME} rige ${since}; esta comunicación se hace desde ya.`)[0],
  }
}

/** The line with its blanks filled. Undefined if a blank is unknown and has no substitute words. */
function filled(line: string, values: Values, audience: Audience, gaps: Set<string>): string | undefined {
  const instead = MISSING[audience]
  let isKnown = true
  const text = line.replace(/\{\{(\w+)\}\}/g, (_, blank: Blank) => {
    const value = values[blank] ?? undefined
    if (value !== undefined) return value
    if (!OPTIONAL.includes(blank)) gaps.add(labelIn(audience, blank))
    if (instead[blank] === undefined) isKnown = false
    return instead[blank] ?? ''
  })
  if (!isKnown) return undefined
  // Substitute words for a name may begin the sentence.
  return line.startsWith('{{') ? text.charAt(0).toUpperCase() + text.slice(1) : text
}

function notesOn(audience: Audience, { breach, activities, entity }: Whole): string[] {
  const decision = decisionOf(breach, activities)
  const toPeople = audience === 'subjects' || audience === 'mass_media'
  const isProcessor = breach.acts_as === 'processor'
  return [
    isProcessor && OF_CONTROLLER.includes(audience) && DRAFT_NOTES.processor,
    !isProcessor && audience === 'controller' && DRAFT_NOTES.controller,
    !decision && OF_CONTROLLER.includes(audience) && DRAFT_NOTES.undecided,
    toPeople && !isProcessor && decision?.requiresSubjectNotification === false && DRAFT_NOTES.notRequired,
    audience === 'mass_media' && DRAFT_NOTES.massMedia,
    audience.startsWith('csirt') && !entity?.essential_service && DRAFT_NOTES.notEssential,
  ].filter((note) => note !== false)
}

/** The legal entity of the breach. The organisation's RUT is used only for the entity of the same name. */
function whoReports(entity: EntityOfBreach | undefined, tenant: Tenant): Values {
  const isTenant = !entity || fold(entity.name) === fold(tenant.name)
  const taxId = first(entity?.tax_id, isTenant ? tenant.tax_id : null)
  return {
    controller: first(entity?.name, tenant.name),
    taxId: taxId && shownRut(taxId),
    address: first(entity?.postal_address),
    legalRep: first(entity?.legal_rep_name),
    dpo: first(entity?.dpo_name),
    contactEmail: first(entity?.dpo_email, entity?.arco_public_email, tenant.contact_email),
  }
}

/** The first text that is not blank: forms send a blank for an unknown field. */
function first(...texts: (string | null | undefined)[]): string | undefined {
  return texts.find((text) => text?.trim()) ?? undefined
}

function whatHappened(whole: Whole, audience: Audience, now: Date): Values {
  const { breach, activities, systems } = whole
  const { data_categories: categories, notified_apdp_at: notifiedAt } = breach
  const decision = decisionOf(breach, activities)
  const minors = decision?.hasMinorData ?? saysIt('hasMinorData', whole)
  return {
    today: DAY.format(now),
    reportKind: notifiedAt ? `Complementario del reporte enviado el ${moment(notifiedAt)}` : 'Inicial',
    id: breach.id,
    addressee: first(breach.controller_name),
    title: breach.title,
    nature: natureNames(breach.nature),
    occurredAt: breach.occurred_at && moment(breach.occurred_at),
    detectedAt: moment(breach.detected_at),
    detectionSource: SOURCES.get(breach.detection_source) ?? breach.detection_source,
    attackVector: first(breach.attack_vector),
    description: first(breach.description),
    affected: lines([...activities, ...systems].map(({ name }) => name)),
    categories: lines(categories.map(labelOf)),
    sensitive: answerTo('hasSensitiveData', whole),
    minors: answerTo('hasMinorData', whole),
    financial: answerTo('hasFinancialData', whole),
    subjects: breach.estimated_records === null ? undefined : count(breach.estimated_records, audience),
    observed: first(breach.effects),
    effects: known(categories, 'effect'),
    consequences: known(categories, 'consequence'),
    risk: decision && RISK_NAMES[decision.riskToSubjects],
    rationale: first(breach.risk_rationale),
    grounds:
      decision && lines(decision.reasons.filter(({ key }) => GROUNDS_IN_DATA.includes(key)).map(ground)),
    management: lines(breach.containment_actions),
    prevention: first(breach.prevention),
    subjectNotice: decision && subjectNotice(whole, decision.requiresSubjectNotification),
    story: breach.nature.map((kind) => NATURE_NAMES[kind].story).join(' ') || undefined,
    advice: known(categories, 'advice'),
    representative: audience === 'subjects' && minors ? FOR_REPRESENTATIVES : '',
  }
}

/** Grounds about the data themselves. The reasonable risk is stated by its level and its rationale. */
const GROUNDS_IN_DATA: readonly string[] = ['sensitive_data', 'minor_data', 'financial_data']

function ground({ text, legalReference }: { text: string; legalReference: string }): string {
  return `${text} Base legal: ${legalReference}.`
}

/** A «no» against the record is given with its reason, so the text does not contradict its own categories. */
function answerTo(field: Flag, whole: Whole): string | undefined {
  const answer = decisionOf(whole.breach, whole.activities)?.answers.find((one) => one.field === field)
  if (!answer) return saysIt(field, whole) ? 'Sí' : undefined
  if (answer.counted) return 'Sí'
  return answer.reason === null ? 'No' : `No. ${explained(answer)}`
}

function explained({ because, reason }: Answer): string {
  return `El registro menciona ${because.map(labelOf).map(inSentence).join('; ')}; se descarta por esta razón: ${reason}`
}

/** «datos de salud», but «RUT» stays. */
const inSentence = (label: string) =>
  /^\p{Lu}\p{Ll}/u.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label

function saysIt(field: Flag, { breach, activities }: Whole): boolean {
  return evidenceFor(field, recordOf(breach, activities)).length > 0
}

export function natureNames(nature: Whole['breach']['nature']): string | undefined {
  return nature.map((kind) => NATURE_NAMES[kind].label).join('; ') || undefined
}

/** The people must be notified, and nothing shows that they were. A reason for not doing so does not end the duty. */
function subjectsWait({ breach, activities }: Whole): boolean {
  const informed = breach.subjects_notified_at ?? breach.mass_media_notice
  return informed === null && decisionOf(breach, activities)?.requiresSubjectNotification === true
}

function subjectNotice({ breach }: Whole, required: boolean): string {
  const informed = [
    breach.subjects_notified_at && `Se comunicó a los titulares el ${moment(breach.subjects_notified_at)}`,
    breach.subjects_notified_at && breach.subjects_medium && `, por ${breach.subjects_medium}`,
    breach.subjects_notified_at && '.',
    breach.mass_media_notice &&
      ` Como no fue posible avisar a cada persona, se publicó un aviso en un medio de comunicación social masivo y de alcance nacional: ${breach.mass_media_notice}`,
  ]
    .filter(Boolean)
    .join('')
    .trim()
  const duty = required
    ? 'Corresponde comunicar la vulneración a los titulares.'
    : 'Según la evaluación, no es obligatorio comunicar la vulneración a los titulares.'
  if (informed) return `${duty} ${informed}`
  if (breach.no_notice_reason) return `${duty} No se ha hecho por esta razón: ${breach.no_notice_reason}`
  return required
    ? `${duty} Se hará sin dilaciones indebidas y se informará en un reporte complementario.`
    : duty
}

/** The texts about these categories, each sentence once. */
export function known(categories: readonly string[], what: keyof CategoryKnowledge): string | undefined {
  return lines([...new Set(categories.flatMap((word) => CATEGORIES[categoryOf(word)]?.[what] ?? []))])
}

function lines(texts: readonly string[]): string | undefined {
  return texts.length === 0 ? undefined : texts.map((text) => `- ${text}`).join('\n')
}

const DAY = new Intl.DateTimeFormat('es-CL', { dateStyle: 'long', timeZone: 'America/Santiago' })

const MOMENT = new Intl.DateTimeFormat('es-CL', {
  dateStyle: 'long',
  timeStyle: 'short',
  hourCycle: 'h23',
  timeZone: 'America/Santiago',
})

export function moment(instant: Date): string {
  return `${MOMENT.format(instant)} (hora de Chile)`
}

const COUNT = new Intl.NumberFormat('es-CL')

/** The count is of records, which an authority should know. */
function count(records: number, audience: Audience): string {
  const number = COUNT.format(records)
  return audience === 'mass_media' ? number : `${number} (según los registros afectados)`
}
