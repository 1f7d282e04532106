import { fingerprint } from '#documents/fingerprint.ts'
import { DATA_CATEGORIES } from '#kernel/data-categories.ts'
import { fold } from '#kernel/text.ts'
import { restsOnInterest, type ShownCategory, shownCategories } from '#modules/rat/public.ts'
import type { Entries, Entry, Listed, RecordedActivity, Transfer } from './facts.ts'
import { transfersOf } from './transfers.ts'

/**
 * The activities in the form of a policy. Up to `MOST_ROWS` have a row each. More are grouped by purpose and legal basis: a
 * group names all categories, recipients and periods, but no activities. Purposes beyond `MOST_ROWS` share one row per legal
 * basis, and the text marks that they are missing.
 */
export const MOST_ROWS = 200

/** A group names up to this many items of each kind; the text counts the others. */
export const MOST_ITEMS = 50

export interface Grouping {
  add(activity: RecordedActivity): void
  /** If true, an activity that differs from an earlier one only in id and name changes nothing. */
  isGrouping(): boolean
  entries(): Entries
}

/** Takes the activities one by one, oldest first. Memory is bounded by the rows of the text. */
export function createGrouping(): Grouping {
  const rows: Entry[] = []
  const groups = new Map<string, Group>()
  const addToGroup = (entry: Entry) => {
    const kinds = kindsOf(entry)
    const own = JSON.stringify(['purpose', fold(entry.purpose!), ...kinds])
    const isListed = groups.has(own) || groups.size < MOST_ROWS
    const key = isListed ? own : JSON.stringify(['rest', ...kinds])
    const group = groups.get(key) ?? newGroup(key, isListed ? entry.purpose : null)
    groups.set(key, group)
    addFacts(group, entry)
  }
  return {
    add(activity) {
      const entry = entryOf(activity)
      if (groups.size === 0 && rows.length < MOST_ROWS) return void rows.push(entry)
      for (const one of rows.splice(0)) addToGroup(one)
      addToGroup(entry)
    },
    isGrouping: () => groups.size > 0,
    entries: () =>
      groups.size === 0
        ? { grouped: false, rows }
        : { grouped: true, rows: [...groups.values()].map(entryOfGroup) },
  }
}

/** The fields of an activity that the text shows. */
export function entryOf(activity: RecordedActivity): Entry {
  const { legalBasis, dataCategories } = activity
  const shown = shownCategories(
    activity,
    activity.systems.map((system) => system.name),
  )
  const article = activity.legalBasisArticle || null
  return {
    key: activity.id,
    name: activity.name,
    purpose: activity.purpose,
    bases: all([
      {
        legalBasis,
        article,
        norm: activity.legalNorm || null,
        hasSensitiveData: article === null && shown.some(isSensitive),
        isPublicBody: article === null && activity.isPublicBody,
      },
    ]),
    interests: all(restsOnInterest(activity) ? [activity.legitimateInterest || null] : []),
    dataCategories: all(shown),
    subjectCategories: all(activity.subjectCategories),
    recipients: all([...new Set([...activity.recipients, ...activity.processors.map(({ name }) => name)])]),
    transfers: transfersOf(activity).map((line) => ({ ...line, recipients: all(line.recipients) })),
    retentions: all([{ period: activity.retentionPeriod, note: activity.retentionNote || null }]),
    origins: all([{ source: activity.dataSource || null, isPublic: activity.sourceIsPublic }]),
    securityMeasures: all(activity.securityMeasures),
    withdrawals: all(legalBasis === 'consent' ? [activity.consentWithdrawal || null] : []),
    automated: all(activity.automatedDecisions ? [activity.automatedLogic || null] : []),
    biometricSystems: all(
      dataCategories.includes('biometric') ? activity.systems.map(({ name }) => name) : [],
    ),
    safeguards: all(concernsMinors(activity) ? [activity.minorsSafeguard || null] : []),
  }
}

const all = <T>(items: readonly T[]): Listed<T> => ({ items, more: 0 })

export const isSensitive = (key: ShownCategory) =>
  key === 'socioeconomic' || (key !== 'images' && DATA_CATEGORIES[key].sensitive)

const MINORS = ['children', 'adolescents']

function concernsMinors({ dataCategories, subjectCategories }: RecordedActivity): boolean {
  return (
    dataCategories.includes('minor_data') || subjectCategories.some((subject) => MINORS.includes(subject))
  )
}

/** Distinctions of the law: activities that differ in them are in different groups. */
function kindsOf({ bases, dataCategories: { items }, automated, safeguards }: Entry): unknown[] {
  return [
    bases.items[0]!.legalBasis,
    bases.items[0]!.article,
    items.some(isSensitive),
    items.includes('biometric'),
    items.includes('location'),
    automated.items.length > 0,
    safeguards.items.length > 0,
  ]
}

// ── groups ──

const LISTS = [
  'bases',
  'interests',
  'dataCategories',
  'subjectCategories',
  'recipients',
  'retentions',
  'origins',
  'securityMeasures',
  'withdrawals',
  'automated',
  'biometricSystems',
  'safeguards',
] as const satisfies readonly (keyof Entry)[]
type ListName = (typeof LISTS)[number]
type Lists = { [Name in ListName]: Entry[Name] }

/** Items without duplicates, by their JSON. */
type Items = Map<string, unknown>

interface Group {
  key: string
  purpose: string | null
  lists: Record<ListName, Items>
  /** By country and guarantee. */
  transfers: Map<string, { line: Transfer; recipients: Items }>
}

function newGroup(key: string, purpose: string | null): Group {
  const lists = Object.fromEntries(LISTS.map((name) => [name, new Map()])) as Group['lists']
  return { key, purpose, lists, transfers: new Map() }
}

function addFacts({ lists, transfers }: Group, entry: Entry): void {
  for (const name of LISTS) addItems(lists[name], entry[name].items)
  for (const line of entry.transfers) {
    const key = JSON.stringify([line.country, line.guarantee])
    const known = transfers.get(key) ?? { line, recipients: new Map() }
    addItems(known.recipients, line.recipients.items)
    transfers.set(key, known)
  }
}

function addItems(items: Items, more: readonly unknown[]): void {
  for (const item of more) items.set(typeof item === 'string' ? item : JSON.stringify(item), item)
}

function entryOfGroup({ key, purpose, lists, transfers }: Group): Entry {
  const listed = Object.fromEntries(LISTS.map((name) => [name, shown(lists[name])])) as unknown as Lists
  const lines = [...transfers]
    .sort(byKey)
    .slice(0, MOST_ROWS)
    .map(([, { line, recipients }]) => ({ ...line, recipients: shown(recipients) as Listed<string> }))
  return { key: fingerprint(key), name: null, purpose, ...listed, transfers: lines }
}

/** Sorted, so that the order of recording does not change the text of a group. */
function shown(items: Items): Listed<unknown> {
  const sorted = [...items].sort(byKey).map(([, item]) => item)
  return { items: sorted.slice(0, MOST_ITEMS), more: Math.max(0, sorted.length - MOST_ITEMS) }
}

const byKey = ([one]: [string, unknown], [other]: [string, unknown]) => (one < other ? -1 : 1)
