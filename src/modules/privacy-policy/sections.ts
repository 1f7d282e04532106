import { gap } from '#documents/gaps.ts'
import { dayIn } from '#documents/languages.ts'
import { heading, list, paragraph, table } from '#documents/markup.ts'
import { type Section, writeEach } from '#documents/sections.ts'
import { type Html, html, joined, NOTHING, type Part } from '#kernel/html.ts'
import type { Law } from '#kernel/law/law.ts'
import { rutForPeople } from '#kernel/rut.ts'
import { claimsAdequacy, isAdequate, type ShownCategory } from '#modules/rat/public.ts'
import {
  basesOf,
  countryName,
  dataOf,
  listed,
  named,
  purposeOf,
  recipientsOf,
  recorded,
  retentionsOf,
  said,
  titleOf,
} from './cells.ts'
import type { Entries, Entry, Facts, NoticePurpose } from './facts.ts'
import { isSensitive } from './grouping.ts'
import type { TableWords, Words } from './knowledge/words.ts'
import { SECTION_KEYS, type SectionKey } from './rules.ts'

/** The version of a policy: its number, and the Chilean day of its writing. */
export interface Edition {
  version: number
  draftedOn: string
  law: Law
}

/** Turns facts and words into sections. Missing facts stay visible as gaps. */
export function writeSections(facts: Facts, words: Words, edition: Edition): Record<SectionKey, Section> {
  const info = policyInfoText(words, facts.entity.name, edition.version, {
    on: edition.draftedOn,
    published: false,
  })
  return writeEach(SECTION_KEYS, words.titles, (key) =>
    key === 'policyInfo' ? info : WRITERS[key](facts, words, edition.law),
  )
}

/** The one section that changes at publication: it then carries the date of publication. */
export function policyInfo(
  words: Words,
  entity: string,
  version: number,
  day: { on: string; published: boolean },
) {
  return { title: words.titles.policyInfo, content: policyInfoText(words, entity, version, day).markup }
}

function policyInfoText(
  words: Words,
  entity: string,
  version: number,
  day: { on: string; published: boolean },
): Html {
  const { drafted, published, changes } = words.policyInfo
  const said = day.published ? published : drafted
  return html`${said(entity, version, dayIn(words.language, day.on))}${paragraph(changes)}`
}

type Writer = (facts: Facts, words: Words, law: Law) => Html

const WRITERS: Readonly<Record<Exclude<SectionKey, 'policyInfo'>, Writer>> = {
  controller({ entity }, words) {
    const { is, taxId, legalRep, dpo, noDpo, missingLegalRep, wrongTaxId } = words.controller
    const rep = person(entity.legalRepName, entity.legalRepEmail) ?? gap(words.mark, missingLegalRep)
    return html`${is(entity.name)}${list([
      ...(entity.taxId?.trim()
        ? [labelled(taxId, rutForPeople(entity.taxId) ?? gap(words.mark, wrongTaxId(entity.taxId)))]
        : []),
      labelled(legalRep, rep),
      labelled(dpo, person(entity.dpoName, entity.dpoEmail) ?? noDpo),
    ])}`
  },

  /** Besides the address, letter c) accepts any one channel, so a form replaces an e-mail address. */
  contact({ entity, rightsForm }, words) {
    const { lead, address, email, dpo, form, missingAddress, missingEmail } = words.contact
    const byMail = entity.arcoPublicEmail || (rightsForm ? undefined : gap(words.mark, missingEmail))
    return html`${paragraph(lead)}${list([
      labelled(address, entity.postalAddress || gap(words.mark, missingAddress)),
      ...(byMail === undefined ? [] : [labelled(email, byMail)]),
      ...(rightsForm
        ? [labelled(form, html`<a href="${rightsForm}" rel="noopener noreferrer">${rightsForm}</a>`)]
        : []),
      ...(entity.dpoEmail ? [labelled(dpo, entity.dpoEmail)] : []),
    ])}`
  },

  processing: perActivity(({ rows }, _facts, words) => {
    const { lead, interests, interestsLead, missingBasis, missingInterest } = words.processing
    const table = rows.map((row) => [
      purposeOf(row, words),
      dataOf(row, words),
      listed(row.subjectCategories, words, (subject) => named(words.subjects, subject)),
      basesOf(row, words, missingBasis),
      recipientsOf(row, words),
    ])
    const stated = rows
      .filter(({ interests: { items } }) => items.length > 0)
      .map((row) => labelled(titleOf(row, words), recorded(row, row.interests, words, missingInterest)))
    const own =
      stated.length === 0 ? NOTHING : html`${heading(interests)}${paragraph(interestsLead)}${list(stated)}`
    return html`${paragraph(lead)}${tableOf(words.processing, table)}${own}`
  }),

  security({ activities, measures }, words) {
    const all = [...activities.rows.flatMap(({ securityMeasures }) => securityMeasures.items), ...measures]
    if (all.length === 0) return paragraph(gap(words.mark, words.security.missing))
    const applied = [...new Set(all.map((measure) => named(words.measures, measure)))]
    return html`${paragraph(words.security.lead)}${list(applied)}`
  },

  rights: ({ entity }, words, law) =>
    html`${words.rights(law)}${entity.isPublicBody ? paragraph(words.rightsBeforePublicBody) : NOTHING}`,

  complaint: (_facts, words, law) => words.complaint(law),

  transfers: perActivity(({ rows }, _facts, words, law) => {
    const { none, lead, missingCountry, missingGuarantee } = words.transfers
    const table = rows.flatMap((row) => {
      const title = titleOf(row, words)
      return row.transfers.map(({ country, recipients, guarantee }) => [
        title,
        country === null ? gap(words.mark, missingCountry(title)) : countryName(country, words),
        recipients.items.length === 0 ? '—' : listed(recipients, words),
        guaranteeOf(country, guarantee, words, law) ?? gap(words.mark, missingGuarantee(title)),
      ])
    })
    if (table.length === 0) return paragraph(none)
    return html`${paragraph(lead)}${tableOf(words.transfers, table)}`
  }),

  retention: perActivity(({ rows }, _facts, words) => {
    const table = rows.map((row) => [titleOf(row, words), retentionsOf(row, words)])
    return html`${paragraph(words.retention.lead)}${tableOf(words.retention, table)}`
  }),

  sources: perActivity(({ rows }, _facts, words) => {
    const { lead, missing } = words.sources
    const table = rows.map((row) => {
      const title = titleOf(row, words)
      const isPublic = [...new Set(row.origins.items.map((origin) => origin.isPublic))]
      return [
        title,
        listed(row.origins, words, ({ source }) =>
          said(source, words, () => gap(words.mark, missing(title))),
        ),
        joined(isPublic.map((answer) => (answer ? words.yes : words.no))),
      ]
    })
    return html`${paragraph(lead)}${tableOf(words.sources, table)}`
  }),

  consent: perActivity(({ rows }, { entity, notices }, words) => {
    const { none, lead, write, missing, notices: inNotices } = words.consent
    const consented = rows.filter(({ withdrawals: { items } }) => items.length > 0)
    const asked = purposesOf(notices).length > 0
    if (consented.length === 0 && !asked) return paragraph(none)
    const table = consented.map((row) => {
      const title = titleOf(row, words)
      const otherwise = entity.arcoPublicEmail
        ? write(entity.arcoPublicEmail)
        : gap(words.mark, missing(title))
      return [title, listed(row.withdrawals, words, (way) => way ?? otherwise)]
    })
    return html`${paragraph(lead)}${table.length === 0 ? NOTHING : tableOf(words.consent, table)}${
      asked ? paragraph(inNotices) : NOTHING
    }`
  }),

  automatedDecisions: perActivity(({ rows }, _facts, words) => {
    const { none, lead, missing } = words.automated
    const automated = rows.filter((row) => row.automated.items.length > 0)
    if (automated.length === 0) return paragraph(none)
    const table = automated.map((row) => [titleOf(row, words), recorded(row, row.automated, words, missing)])
    return html`${paragraph(lead)}${tableOf(words.automated, table)}`
  }),

  specialData: perActivity(({ rows }, _facts, words) => {
    const { none, sensitive, biometric, location, minors } = words.special
    const parts = [
      part(sensitive, rows.filter(holds(isSensitive)), (row) => [
        titleOf(row, words),
        joined(row.dataCategories.items.filter(isSensitive).map((key) => words.data[key])),
        basesOf(row, words, words.processing.missingBasis),
      ]),
      part(
        biometric,
        rows.filter(holds((key) => key === 'biometric')),
        (row) => [
          titleOf(row, words),
          row.biometricSystems.items.length === 0
            ? gap(words.mark, biometric.missingSystem(titleOf(row, words)))
            : listed(row.biometricSystems, words),
          row.purpose ?? words.grouped.others,
          retentionsOf(row, words),
        ],
        paragraph(biometric.after),
      ),
      part(location, rows.filter(holds((key) => key === 'location')), (row) => [
        titleOf(row, words),
        kindOfLocation(row, words),
        row.purpose ?? words.grouped.others,
        retentionsOf(row, words),
        recipientsOf(row, words),
      ]),
      part(
        minors,
        rows.filter(({ safeguards: { items } }) => items.length > 0),
        (row) => [titleOf(row, words), recorded(row, row.safeguards, words, minors.missing)],
      ),
    ].filter((written) => written !== NOTHING)
    return parts.length === 0 ? paragraph(none) : html`${parts}`
  }),

  cookies({ sites, notices: published }, words) {
    const { sites: lead, notices, after, missingSites, missingNotices } = words.cookies
    const rows = purposesOf(published).map(({ name, description, required }) => [
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

/**
 * Without activities the section is only a gap: it does not even say that something does not happen. With groups it says so.
 */
function perActivity(write: (activities: Entries, facts: Facts, words: Words, law: Law) => Html): Writer {
  return (facts, words, law) => {
    const { activities } = facts
    if (activities.rows.length === 0) return paragraph(gap(words.mark, words.missingActivities))
    const written = write(activities, facts, words, law)
    return activities.grouped ? html`${paragraph(words.grouped.lead)}${written}` : written
  }
}

function part(
  words: TableWords & { lead: string },
  rows: readonly Entry[],
  cells: (row: Entry) => Part[],
  after: Html = NOTHING,
): Html {
  if (rows.length === 0) return NOTHING
  return html`${paragraph(words.lead)}${tableOf(words, rows.map(cells))}${after}`
}

/** The recorded guarantee. Only the Agency's declaration makes a country adequate, not the record (art. 27 letra a). */
function guaranteeOf(
  country: string | null,
  guarantee: string | null,
  words: Words,
  law: Law,
): string | undefined {
  const adequate = country !== null && isAdequate(law, country) ? 'adequate_country' : undefined
  const key = adequate ?? (claimsAdequacy(guarantee) ? null : guarantee)
  return key ? named(words.mechanisms, key) : undefined
}

/** The kind of data, and its source device if recorded. */
function kindOfLocation({ origins }: Entry, words: Words): Part {
  const sources = origins.items.flatMap(({ source }) => (source ? [source] : []))
  if (sources.length === 0) return words.data.location
  return html`${words.data.location} (${listed({ items: sources, more: origins.more }, words)})`
}

const tableOf = ({ caption, head }: TableWords, rows: readonly (readonly Part[])[]): Html =>
  table(caption, head, rows)

const labelled = (label: string, value: Part): Html => html`<strong>${label}:</strong> ${value}`

function person(name: string | null, email: string | null): string | undefined {
  if (name && email) return `${name} (${email})`
  return name || email || undefined
}

const holds =
  (test: (key: ShownCategory) => boolean) =>
  ({ dataCategories }: Entry) =>
    dataCategories.items.some(test)

/** Names each purpose once, even if several notices ask about it. */
function purposesOf(notices: Facts['notices']): NoticePurpose[] {
  const purposes = notices.flatMap((notice) => notice.purposes)
  return [...new Map(purposes.map((one) => [`${one.name}\n${one.description}`, one])).values()]
}
