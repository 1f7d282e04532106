import { after, chileanDay, DAY_MS } from '#kernel/dates.ts'
import { newId } from '#kernel/ids.ts'
import { keepFile } from './files.ts'
import type { Person, TestService } from './service.ts'

/** The content of a package: a request, its search tasks and their results. */

interface Found {
  systemName: string
  systemId?: string
  outcome?: 'found' | 'nothing_found' | 'kept'
  article?: string
  notes?: string
  /** Set if the system has not answered. */
  isOpen?: boolean
}

/** Writes a finished task directly. How a task gets there has tests of its own. */
export async function makeTask(
  { access, clock }: TestService,
  person: Person,
  requestId: string,
  { systemName, systemId, outcome = 'found', article, notes, isOpen }: Found,
): Promise<string> {
  const [id, now] = [newId(), clock.now()]
  await access.asSystem('a test adds a task', (db) =>
    db
      .insertInto('dsar_tasks')
      .values({
        tenant_id: person.tenantId,
        id,
        request_id: requestId,
        system_id: systemId ?? null,
        system_name: systemName,
        status: isOpen ? 'open' : 'done',
        due_on: chileanDay(after(now, 10 * DAY_MS)),
        ...(!isOpen && { outcome, answered_via: 'link' as const, answered_by: 'Luis Soto', done_at: now }),
        ...(article && { article }),
        ...(notes && { notes }),
        created_at: now,
        updated_at: now,
      })
      .execute(),
  )
  return id
}

/** Uploads a file as a system's answer. */
export async function giveFile(
  person: Person,
  taskId: string,
  name: string,
  bytes: Buffer | string,
): Promise<string> {
  const of = { entityType: 'dsar_task', entityId: taskId }
  return (await keepFile(person, { ...of, name, bytes: Buffer.from(bytes as string) })).key
}

/** Rows in the format of a connector's answer. */
export function rowsOf(system: string, columns: readonly string[], rows: readonly unknown[]): string {
  return JSON.stringify({ system, right: 'ACCESS', columns, rows })
}
