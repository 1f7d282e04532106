import {
  bareUrl,
  type Item,
  type Kind,
  LONGEST_NAME,
  MOST_ITEMS,
  type Mode,
  type Page,
  partyOf,
  type Writer,
} from '../rules.ts'

/** The items of a scan so far. They stay valid if the scan is cut off. */
export interface Seen {
  mode: Mode
  banner: boolean
  pages: Page[]
  items: Item[]
  /** For the person who reads the result. */
  notes: string[]
}

export interface Sighting {
  kind: Kind
  name: string
  domain: string
  page: string
  seconds?: number | null
  httpOnly?: boolean
  secure?: boolean
  writer?: Writer | null
  source?: string | null
}

export function createSeen(mode: Mode, site: string) {
  const seen: Seen = { mode, banner: false, pages: [], items: [], notes: [] }
  const byKey = new Map<string, Item>()
  return {
    seen,
    note(text: string): void {
      if (!seen.notes.includes(text)) seen.notes.push(text)
    },
    add(phase: 'before' | 'after', sighting: Sighting): void {
      const {
        kind,
        page,
        seconds = null,
        httpOnly = false,
        secure = false,
        writer = null,
        source = null,
      } = sighting
      const name = clean(sighting.name)
      const domain = clean(sighting.domain.replace(/^\./, ''))
      const key = `${kind} ${name} ${domain}`
      let item = byKey.get(key)
      if (!item) {
        if (seen.items.length >= MOST_ITEMS) return
        item = {
          kind,
          name,
          domain,
          party: partyOf(domain, site),
          before: false,
          after: false,
          seconds,
          httpOnly,
          secure,
          writer: null,
          source: null,
          page: bareUrl(page),
          requests: 0,
        }
        byKey.set(key, item)
        seen.items.push(item)
      }
      item[phase] = true
      if (kind === 'host') item.requests++
      if (item.writer === null && writer !== null) {
        item.writer = writer
        item.source = source === null ? null : bareUrl(source)
      }
    },
  }
}

export type Collector = ReturnType<typeof createSeen>

/** Bounded, on one line, and without characters that the database rejects. */
function clean(text: string): string {
  return text
    .replace(/\p{Cc}/gu, '')
    .slice(0, LONGEST_NAME)
    .toWellFormed()
}
