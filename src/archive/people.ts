import type { ArchiveTable, Query, Row } from './tables.ts'

/** The accounts of an archive and those they are here. */
export interface People {
  /** Accounts that were here under another id. */
  ids: Map<string, string>
  /** Accounts that were not here. They keep their ids. */
  added: Set<string>
  /** Of those under another id: whose mailbox nobody proved here. Anybody may have registered the address. */
  unproven: Set<string>
  merged: number
}

export const noPeople = (): People => ({ ids: new Map(), added: new Set(), unproven: new Set(), merged: 0 })

/**
 * Answers the rows of accounts that are not here yet. One with the same address is the same person, and so is one that
 * came with another organisation of the same installation, under the same id. An account that is here stays as it is.
 */
export async function takePeople(query: Query, people: People, rows: readonly Row[]): Promise<Row[]> {
  const { rows: here } = await query(
    'select id::text, email, mailbox_proven_at from users where email = any ($1::text[]) or id = any ($2::uuid[])',
    [rows.map(({ email }) => email), rows.map(({ id }) => id)],
  )
  return rows.filter(({ id, email }) => {
    const found = here.find((one) => one['email'] === email) ?? here.find((one) => one['id'] === id)
    if (!found) {
      people.added.add(id!)
      return true
    }
    people.merged += 1
    if (found['id'] === id) return false
    people.ids.set(id!, String(found['id']))
    if (!found['mailbox_proven_at']) people.unproven.add(id!)
    return false
  })
}

/**
 * The row with the ids that its people have here. What evidence quotes stays as it was written. A member whose account was
 * here is let in as one whom a company named: with a proof of the mailbox.
 */
export function withPeople(
  { plain, columns, evidence }: ArchiveTable,
  row: Row,
  { ids, unproven }: People,
): Row {
  if (ids.size === 0) return row
  const isMember = plain === 'memberships' && row['status'] === 'ACTIVE'
  const isUnproven = isMember && unproven.has(row['user_id']!)
  const fresh: Row = { ...row, ...(isUnproven && { by_company: 'true' }) }
  for (const { name, type } of columns) {
    const held = fresh[name]
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
