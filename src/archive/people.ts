import type { ArchiveTable, Query, Row } from './tables.ts'

/** Maps the accounts of an archive to accounts of this installation. */
export interface People {
  /** Accounts that exist here under another id. */
  ids: Map<string, string>
  /** Accounts that did not exist here. They keep their ids. */
  added: Set<string>
  /** Accounts under another id whose mailbox nobody proved here: anybody may have registered the address. */
  unproven: Set<string>
  merged: number
}

export const noPeople = (): People => ({ ids: new Map(), added: new Set(), unproven: new Set(), merged: 0 })

/**
 * Returns the rows of accounts that do not exist here yet. An account with the same address is the same person. So is one
 * with the same id, which came with another organisation of the same installation. Existing accounts are not changed.
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
 * The row with the ids that its people have here. Quotes in evidence stay as written. A member with an existing account
 * enters like one whom a company named: after proving the mailbox.
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
