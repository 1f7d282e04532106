import type { Data } from '#client'

/** Adds scanned items to the purposes of a notice. */

export type Found = Data<'GET /cookie-scans/{id}'>['items'][number]
export type Purpose = Data<'GET /consent/notices/{id}'>['purposes'][number]
type Category = NonNullable<Found['known']>['category']

export interface Addition {
  purposeKey: string
  provider: string
  duration: string
  description: string
}

/** The known data of an item. The person fills in the rest. */
export function additionOf(item: Found, purposes: readonly Purpose[]): Addition {
  return {
    purposeKey: purposeFor(item, purposes)?.key ?? '',
    provider: item.known?.provider ?? '',
    duration: item.known?.duration ?? item.duration ?? '',
    description: item.known?.description ?? '',
  }
}

/** The purpose of the item's category, by the category of the purpose or by words in its name. */
export function purposeFor(item: Found, purposes: readonly Purpose[]): Purpose | undefined {
  const wanted = item.known?.category
  if (!wanted) return undefined
  if (wanted === 'necessary') return purposes.find(({ required }) => required)
  return purposes.find(
    ({ required, category, key, name }) =>
      !required && (category === wanted || (category === undefined && WORDS[wanted].test(`${key} ${name}`))),
  )
}

const WORDS: Record<Exclude<Category, 'necessary'>, RegExp> = {
  analytics: /anal|medici|estad[ií]s|statist/i,
  marketing: /market|publici|advert|\bads?\b/i,
  media: /media|video|mapa|contenido/i,
  preferences: /prefer|funcional|personaliz|chat/i,
}

/** Adds the item to its purpose: a cookie to the cookies, a host to the hosts. */
export function withItem(purposes: readonly Purpose[], item: Found, addition: Addition): Purpose[] {
  const { purposeKey, provider, duration, description } = addition
  return purposes.map((purpose) => {
    if (purpose.key !== purposeKey) return purpose
    if (item.kind === 'host')
      return { ...purpose, hosts: [...new Set([...(purpose.hosts ?? []), item.name])] }
    const cookie = {
      name: item.name,
      provider: provider || null,
      duration: duration || null,
      description: description || null,
    }
    return { ...purpose, cookies: [...purpose.cookies.filter(({ name }) => name !== item.name), cookie] }
  })
}

/** Whether the draft of the notice already contains the item. */
export function isIn(purposes: readonly Purpose[], item: Found): boolean {
  if (item.kind === 'host')
    return purposes.some(({ hosts }) =>
      hosts?.some((host) => item.name === host || item.name.endsWith(`.${host}`)),
    )
  return purposes.some(({ cookies }) =>
    cookies.some(({ name }) => {
      const start = name.split(/[*<{[]/)[0]!
      return name === start ? name === item.name : start !== '' && item.name.startsWith(start)
    }),
  )
}
