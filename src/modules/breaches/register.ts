import { iso } from '#kernel/dates.ts'
import type { Law } from '#kernel/law/law.ts'
import { shownRut } from '#kernel/rut.ts'
import { clockRules, DUTY_OF, type MarkedKey } from './clock-rules.ts'
import { labelOf } from './knowledge/categories.ts'
import { BLANKS, type Blank, LEGAL_SOURCE, NOT_RECORDED } from './knowledge/notices.ts'
import { known, natureNames } from './notices.ts'
import type { EntityOfBreach, EventRow, RegisteredRow } from './repo.ts'
import type { RegisterEntry } from './schemas.ts'

/** The entry in the mandatory register: the same items for every breach, reported or not. */
export function registerEntry(
  breach: RegisteredRow,
  events: readonly Pick<EventRow, 'type' | 'details'>[],
  entity: EntityOfBreach | undefined,
  law: Law,
): RegisterEntry {
  const possible = known(breach.data_categories, 'effect')
  return {
    breachId: breach.id,
    title: breach.title,
    status: breach.status,
    legalEntity: entity
      ? { id: entity.id, name: entity.name, taxId: entity.tax_id?.trim() ? shownRut(entity.tax_id) : null }
      : null,
    actsAs: breach.acts_as,
    occurredAt: iso(breach.occurred_at),
    detectedAt: iso(breach.detected_at),
    nature: texts(natureNames(breach.nature), breach.description, breach.attack_vector) || NOT_RECORDED,
    natureKinds: breach.nature,
    effects: breach.effects ?? texts(`${NOT_RECORDED}.`, possible && `Posibles efectos:\n${possible}`),
    dataCategories: breach.data_categories.map((key) => ({ key, label: labelOf(key) })),
    approximateSubjects: breach.estimated_records,
    measures: { management: breach.containment_actions, prevention: breach.prevention ?? NOT_RECORDED },
    communications: communicationsOf(breach, events, law),
    noNoticeReason: breach.no_notice_reason,
    riskAssessment: breach.decision,
    riskRationale: breach.risk_rationale ?? NOT_RECORDED,
    overrides: breach.overrides.map(({ field, recorded, sent, reason }) => ({
      field,
      recorded,
      sent,
      reason,
    })),
    missing: missingOf(breach).map((blank) => BLANKS[blank]),
    legalReference: breach.acts_as === 'processor' ? DUTY_OF.processor : LEGAL_SOURCE,
  }
}

type Communication = RegisterEntry['communications'][number]

const CSIRT: readonly MarkedKey[] = ['csirt_alert', 'csirt_report', 'csirt_final']

/** Every report to the authority. Of other notices the latest, because the history has them all. */
function communicationsOf(
  breach: RegisteredRow,
  events: readonly Pick<EventRow, 'type' | 'details'>[],
  law: Law,
): Communication[] {
  const reports = events
    .filter(({ type }) => type === 'apdp_notified')
    .map(
      ({ details }, index): Communication => ({
        to: 'authority',
        recipient: law.agency.name,
        at: String(details?.['notifiedAt']),
        medium: null,
        notificationFileKey: String(details?.['notificationFileKey']),
        kind: index === 0 ? 'initial' : 'complementary',
      }),
    )
  const once = (to: Communication['to'], recipient: string, at: Date | null, medium: string | null) =>
    ({ to, recipient, at: iso(at), medium, notificationFileKey: null, kind: 'initial' }) as const
  const { subjects_notified_at, mass_media_notice, controller_notified_at } = breach
  return [
    ...reports,
    ...(subjects_notified_at
      ? [once('subjects', 'Titulares', subjects_notified_at, breach.subjects_medium)]
      : []),
    ...(mass_media_notice ? [once('mass_media', 'Medio masivo', null, mass_media_notice)] : []),
    ...(controller_notified_at
      ? [once('controller', breach.controller_name ?? 'Responsable', controller_notified_at, null)]
      : []),
    ...CSIRT.flatMap((key) => {
      const done = breach.clocks_done[key]
      return done ? [once('csirt', clockRules(law, breach.acts_as)[key].label, new Date(done), null)] : []
    }),
  ]
}

function missingOf(breach: RegisteredRow): Blank[] {
  const recorded: [Blank, unknown][] = [
    ['nature', breach.nature.length],
    ['observed', breach.effects],
    ['categories', breach.data_categories.length],
    ['subjects', breach.estimated_records !== null],
    ['management', breach.containment_actions.length],
    ['prevention', breach.prevention],
    ['risk', breach.decision],
    ['rationale', breach.risk_rationale],
  ]
  return recorded.flatMap(([blank, said]) => (said ? [] : [blank]))
}

function texts(...parts: (string | null | undefined)[]): string {
  return parts.filter((part) => part?.trim()).join('\n')
}
