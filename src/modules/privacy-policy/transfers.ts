import { fold } from '#kernel/text.ts'
import { readCountry } from '#modules/rat/public.ts'
import type { PolicyActivity } from './facts.ts'

/** Data that leave Chile, one line per activity and country. */
export interface Transfer {
  activity: string
  /** ISO code where the text names a country, the text itself otherwise; null when nobody wrote it down. */
  country: string | null
  recipients: string[]
  /** As recorded: a word of the vocabulary or free text. */
  guarantee: string | null
}

const HOME = 'CL'

/** Text that names no country is taken for abroad: better asked about than overlooked. */
const abroad = (place: string | null) => Boolean(place?.trim()) && readCountry(place!)?.code !== HOME

/** Declared on the activity, or seen from where its processors, systems and flows are (art. 14 ter letra h). */
export function transfersOf(activity: PolicyActivity): Transfer[] {
  const { exists, country, mechanism } = activity.internationalTransfer
  const found = new Map<string, Transfer>()
  const add = (place: string | null, recipient?: string, guarantee: string | null = null) => {
    const code = place === null ? null : (readCountry(place)?.code ?? place.trim())
    const key = code === null ? '' : fold(code)
    const line = found.get(key) ?? { activity: activity.name, country: code, recipients: [], guarantee: null }
    if (recipient !== undefined && !line.recipients.includes(recipient)) line.recipients.push(recipient)
    line.guarantee ??= guarantee ?? (exists ? mechanism : null)
    found.set(key, line)
  }
  if (exists) add(country?.trim() ? country : null)
  for (const { name, country: place } of activity.processors) if (abroad(place)) add(place, name)
  for (const { name, hostingCountry } of activity.systems)
    if (abroad(hostingCountry)) add(hostingCountry, name)
  for (const { target, country: place, safeguards } of activity.flows) {
    add(abroad(place) ? place : null, target, safeguards)
  }
  return [...found.values()]
}
