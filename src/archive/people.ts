import type { ArchiveTable, Query, Row } from './tables.ts'

/** The accounts of an archive and those they are here. */
export interface People {
  /** Accounts that were here under another id. */
  ids: Map<string, string>
  /** Accounts that were not here. They keep their ids. */
  added: Set<string>
  merged: number
}

export const noPeople = (): People => ({ ids: new Map(), added: new Set(), merged: 0 })

/**
 * Answers the rows of accounts that are not here yet. One with the same address is the same person, and so is one that
 * came with another organisation of the same installation, under the same id. An account that is here stays as it is.
 */
export async function takePeople(query: Query, people: People, rows: readonly Row[]): Promise<Row[]> {
  const { rows: here } = await query(
    'select id::text, email from users where email = any ($1::text[]) or id = any ($2::uuid[])',
    [rows.map(({ email }) => email), rows.map(({ id }) => id)],
  )
  return rows.filter(({ id, email }) => {
    const found = here.find((one) => one['email'] === email) ?? here.find((one) => one['id'] === id)
    if (!found) {
      people.added.add(id!)
      return true
    }
    people.merged += 1
    if (found['id'] !== id) people.ids.set(id!, String(found['id']))
    return false
  })
}

/** The row with the ids that its people have here. What evidence quotes stays as it was written. */
export function withPeople({ columns, evidence }: ArchiveTable, row: Row, { ids }: People): Row {
  if (ids.size === 0) return row
  const fresh = { ...row }
  for (const { name, type } of columns) {
    const held = row[name]
    if (typeof held !== 'string') continue
    if (type === 'jsonb' ? !evidence : type.endsWith('[]')) fresh[name] = replaceIds(held, ids)
    else fresh[name] = ids.get(held) ?? held
  }
  return fresh
}

const ID = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g

export function replaceIds(text: string, ids: ReadonlyMap<string, string>): string {
  return text.replace(ID, (id) => ids.get(id) ?? id)
}
