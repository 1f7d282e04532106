import type { DataCategory } from '#kernel/data-categories.ts'
import { DATA_CATEGORIES } from '#kernel/data-categories.ts'
import {
  gap,
  type Html,
  heading,
  html,
  joined,
  list,
  NOTHING,
  type Part,
  paragraph,
  table,
} from './document/html.ts'
import type { Section } from './document/rules.ts'
import type { Facts, PolicyActivity } from './facts.ts'
import type { Labels, TableWords, Words } from './knowledge/words.ts'
import { SECTION_KEYS, type SectionKey } from './rules.ts'
import { transfersOf } from './transfers.ts'

/** Facts and words into the sections of a policy. What is not on record stays visible as a gap; nothing is made up. */
export function writeSections(facts: Facts, words: Words): Record<SectionKey, Section> {
  const entries = SECTION_KEYS.map((key) => [
    key,
    { title: words.titles[key], content: WRITERS[key](facts, words).markup },
  ])
  return Object.fromEntries(entries)
}

/** The one section that changes once more: a published policy carries the date of its publication. */
export function policyInfo(
  words: Words,
  entity: string,
  version: number,
  day: { on: string; published: boolean },
) {
  const { drafted, published, changes } = words.policyInfo
  const said = day.published ? published : drafted
  return {
    title: words.titles.policyInfo,
    content: html`${said(entity, version, words.day(day.on))}${paragraph(changes)}`.markup,
  }
}

type Writer = (facts: Facts, words: Words) => Html

const WRITERS: Readonly<Record<SectionKey, Writer>> = {
  policyInfo: ({ entity, version, draftedOn }, words) => ({
    markup: policyInfo(words, entity.name, version, { on: draftedOn, published: false }).content,
  }),

  controller({ entity }, words) {
    const { is, taxId, legalRep, dpo, noDpo, missingLegalRep } = words.controller
    const rep = person(entity.legalRepName, entity.legalRepEmail) ?? gap(words.mark, missingLegalRep)
    return html`${is(entity.name)}${list([
      ...(entity.taxId ? [labelled(taxId, entity.taxId)] : []),
      labelled(legalRep, rep),
      labelled(dpo, person(entity.dpoName, entity.dpoEmail) ?? noDpo),
    ])}`
  },

  contact({ entity }, words) {
    const { lead, address, email, dpo, missingAddress, missingEmail } = words.contact
    return html`${paragraph(lead)}${list([
      labelled(address, entity.postalAddress || gap(words.mark, missingAddress)),
      labelled(email, entity.arcoPublicEmail || gap(words.mark, missingEmail)),
      ...(entity.dpoEmail ? [labelled(dpo, entity.dpoEmail)] : []),
    ])}`
  },

  processing: perActivity(({ activities }, words) => {
    const { lead, interests, interestsLead, missingBasis, missingInterest } = words.processing
    const rows = activities.map((activity) => [
      html`${activity.name}: ${activity.purpose}`,
      dataOf(activity, words),
      joined(activity.subjectCategories.map((subject) => named(words.subjects, subject))),
      basisOf(activity, words) ?? gap(words.mark, missingBasis(activity.name)),
      recipientsOf(activity, words),
    ])
    const resting = activities.filter(({ legalBasis }) => legalBasis === 'legitimate_interest')
    const stated = resting.map(({ name, legitimateInterest }) =>
      labelled(name, legitimateInterest || gap(words.mark, missingInterest(name))),
    )
    const own =
      resting.length === 0 ? NOTHING : html`${heading(interests)}${paragraph(interestsLead)}${list(stated)}`
    return html`${paragraph(lead)}${tableOf(words.processing, rows)}${own}`
  }),

  security({ activities, measures }, words) {
    const all = [...activities.flatMap(({ securityMeasures }) => securityMeasures), ...measures]
    if (all.length === 0) return paragraph(gap(words.mark, words.security.missing))
    const applied = [...new Set(all.map((measure) => named(words.measures, measure)))]
    return html`${paragraph(words.security.lead)}${list(applied)}`
  },

  rights: (_facts, words) => words.rights,

  complaint: (_facts, words) => words.complaint,

  transfers: perActivity(({ activities }, words) => {
    const { none, lead, missingCountry, missingGuarantee } = words.transfers
    const transfers = activities.flatMap(transfersOf)
    if (transfers.length === 0) return paragraph(none)
    const rows = transfers.map(({ activity, country, recipients, guarantee }) => [
      activity,
      country === null ? gap(words.mark, missingCountry(activity)) : countryName(country, words),
      recipients.length === 0 ? '—' : joined(recipients),
      guarantee ? named(words.mechanisms, guarantee) : gap(words.mark, missingGuarantee(activity)),
    ])
    return html`${paragraph(lead)}${tableOf(words.transfers, rows)}`
  }),

  retention: perActivity(({ activities }, words) => {
    const rows = activities.map((activity) => [activity.name, retentionOf(activity, words)])
    return html`${paragraph(words.retention.lead)}${tableOf(words.retention, rows)}`
  }),

  sources: perActivity(({ activities }, words) => {
    const { lead, missing } = words.sources
    const rows = activities.map(({ name, dataSource, sourceIsPublic }) => [
      name,
      dataSource || gap(words.mark, missing(name)),
      sourceIsPublic ? words.yes : words.no,
    ])
    return html`${paragraph(lead)}${tableOf(words.sources, rows)}`
  }),

  consent: perActivity(({ activities, entity, purposes }, words) => {
    const { none, lead, write, missing, notices } = words.consent
    const consented = activities.filter(({ legalBasis }) => legalBasis === 'consent')
    if (consented.length === 0 && purposes.length === 0) return paragraph(none)
    const rows = consented.map(({ name, consentWithdrawal }) => [
      name,
      consentWithdrawal ||
        (entity.arcoPublicEmail ? write(entity.arcoPublicEmail) : gap(words.mark, missing(name))),
    ])
    return html`${paragraph(lead)}${rows.length === 0 ? NOTHING : tableOf(words.consent, rows)}${
      purposes.length === 0 ? NOTHING : paragraph(notices)
    }`
  }),

  automatedDecisions: perActivity(({ activities }, words) => {
    const { none, lead, missing } = words.automated
    const automated = activities.filter(({ automatedDecisions }) => automatedDecisions)
    if (automated.length === 0) return paragraph(none)
    const rows = automated.map(({ name, automatedLogic }) => [
      name,
      automatedLogic || gap(words.mark, missing(name)),
    ])
    return html`${paragraph(lead)}${tableOf(words.automated, rows)}`
  }),

  specialData: perActivity(({ activities }, words) => {
    const { none, sensitive, biometric, location, minors } = words.special
    const parts = [
      part(sensitive, activities.filter(holds(isSensitive)), (activity) => [
        activity.name,
        joined(activity.dataCategories.filter(isSensitive).map((key) => words.data[key])),
        basisOf(activity, words) ?? gap(words.mark, words.processing.missingBasis(activity.name)),
      ]),
      part(
        biometric,
        activities.filter(holds((key) => key === 'biometric')),
        (activity) => [
          activity.name,
          activity.systems.length === 0
            ? gap(words.mark, biometric.missingSystem(activity.name))
            : joined(activity.systems.map(({ name }) => name)),
          activity.purpose,
          retentionOf(activity, words),
        ],
        paragraph(biometric.after),
      ),
      part(location, activities.filter(holds((key) => key === 'location')), (activity) => [
        activity.name,
        activity.purpose,
        retentionOf(activity, words),
        recipientsOf(activity, words),
      ]),
      part(minors, activities.filter(concernsMinors), ({ name, minorsSafeguard }) => [
        name,
        minorsSafeguard || gap(words.mark, minors.missing(name)),
      ]),
    ].filter((written) => written !== NOTHING)
    return parts.length === 0 ? paragraph(none) : html`${parts}`
  }),

  cookies({ sites, purposes }, words) {
    const { sites: lead, notices, after, missingSites, missingNotices } = words.cookies
    const rows = purposes.map(({ name, description, required }) => [
      name,
      description || '—',
      required ? words.no : words.yes,
    ])
    const places =
      sites.length > 0
        ? html`${paragraph(lead)}${list(sites)}`
        : rows.length > 0
          ? NOTHING
          : paragraph(gap(words.mark, missingSites))
    const asked =
      rows.length === 0
        ? paragraph(gap(words.mark, missingNotices))
        : html`${paragraph(notices.lead)}${tableOf(notices, rows)}${paragraph(after)}`
    return html`${places}${asked}`
  },
}

// ── parts that sections share ──

/** A section about the activities says nothing while there are none: not even that something does not happen. */
function perActivity(write: Writer): Writer {
  return (facts, words) =>
    facts.activities.length === 0 ? paragraph(gap(words.mark, words.missingActivities)) : write(facts, words)
}

function part(
  words: TableWords & { lead: string },
  activities: readonly PolicyActivity[],
  row: (activity: PolicyActivity) => Part[],
  after: Html = NOTHING,
): Html {
  if (activities.length === 0) return NOTHING
  return html`${paragraph(words.lead)}${tableOf(words, activities.map(row))}${after}`
}

const tableOf = ({ caption, head }: TableWords, rows: readonly (readonly Part[])[]): Html =>
  table(caption, head, rows)

/** Open lists hold any text, `constructor` among it. */
const named = (labels: Labels, value: string) => (Object.hasOwn(labels, value) ? labels[value]! : value)

const labelled = (label: string, value: Part): Html => html`<strong>${label}:</strong> ${value}`

function person(name: string | null, email: string | null): string | undefined {
  if (name && email) return `${name} (${email})`
  return name || email || undefined
}

const isSensitive = (key: DataCategory) => DATA_CATEGORIES[key].sensitive

const holds =
  (test: (key: DataCategory) => boolean) =>
  ({ dataCategories }: PolicyActivity) =>
    dataCategories.some(test)

const MINORS = ['children', 'adolescents']

function concernsMinors({ dataCategories, subjectCategories }: PolicyActivity): boolean {
  return (
    dataCategories.includes('minor_data') || subjectCategories.some((subject) => MINORS.includes(subject))
  )
}

function dataOf({ dataCategories }: PolicyActivity, words: Words): Html {
  return joined(
    dataCategories.map((key) =>
      isSensitive(key) ? `${words.data[key]} (${words.sensitive})` : words.data[key],
    ),
  )
}

/** The article on record says more than the one of the basis. */
function basisOf(
  { legalBasis, legalBasisArticle, legalNorm }: PolicyActivity,
  words: Words,
): string | undefined {
  if (legalBasis === null) return undefined
  const { label, article } = words.bases[legalBasis]
  return `${label} (${[legalBasisArticle || article, legalNorm].filter(Boolean).join('; ')})`
}

function recipientsOf({ recipients, processors }: PolicyActivity, words: Words): Part {
  const all = [...new Set([...recipients, ...processors.map(({ name }) => name)])]
  return all.length === 0 ? words.processing.noRecipients : joined(all)
}

function retentionOf({ name, retentionPeriod, retentionNote }: PolicyActivity, words: Words): Part {
  const period = retentionPeriod && words.retentions[retentionPeriod]
  if (period) return retentionNote ? `${period}. ${retentionNote}` : period
  return retentionNote || gap(words.mark, words.retention.missing(name))
}

function countryName(country: string, words: Words): string {
  return /^[A-Z]{2}$/.test(country) ? (words.country(country) ?? country) : country
}
