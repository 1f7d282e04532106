import { fold } from '#kernel/text.ts'
import { readCountry } from '#modules/rat/public.ts'
import type { RecordedActivity } from './facts.ts'

/** Data of one activity sent to one country. */
export interface ActivityTransfer {
  country: string | null
  guarantee: string | null
  recipients: string[]
}

const HOME = 'CL'

/** A text without a known country counts as abroad: asking once too often is better than missing a transfer. */
const abroad = (place: string | null) => Boolean(place?.trim()) && readCountry(place!)?.code !== HOME

/**
 * Declared on the activity, or derived from the places of its processors, systems and flows (art. 14 ter letra h). The
 * mechanism of an activity covers its declared country only.
 */
export function transfersOf(activity: RecordedActivity): ActivityTransfer[] {
  const { exists, country, mechanism } = activity.internationalTransfer
  const found = new Map<string, ActivityTransfer>()
  const codeOf = (place: string) => readCountry(place)?.code ?? place.trim()
  const declared = country?.trim() ? fold(codeOf(country)) : undefined
  const add = (place: string | null, recipient?: string, guarantee: string | null = null) => {
    const code = place === null ? null : codeOf(place)
    const key = code === null ? '' : fold(code)
    const line = found.get(key) ?? { country: code, guarantee: null, recipients: [] }
    if (recipient !== undefined && !line.recipients.includes(recipient)) line.recipients.push(recipient)
    const isCovered = exists && (declared === undefined || declared === key)
    line.guarantee ??= guarantee ?? (isCovered ? mechanism : null)
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
