import { newId } from '#kernel/ids.ts'
import type { Person, TestService } from './service.ts'

/** A person's request, and a task for one of the organisation's systems. */
export async function taskFor(
  api: TestService,
  person: Person,
  systemId: string,
  more: { rightType?: string; subjectEmail?: string; subjectName?: string; subjectRut?: string } = {},
): Promise<{ requestId: string; taskId: string }> {
  const { widgetKey } = (await person.post('/dsar/widgets', { name: 'Sitio web' })).data
  const sent = await api.anyone.post(`/public/dsar/${widgetKey}`, {
    subjectName: 'Ana Rojas',
    subjectEmail: 'ana@clientes.cl',
    rightType: 'ACCESS',
    organizationRelation: 'cliente',
    description: 'Quiero saber qué tienen de mí.',
    declarationTruthful: true,
    ...more,
  })
  if (sent.status !== 201) throw new Error(JSON.stringify(sent.body))
  const requestId = sent.data.id
  // Confirms the identity first, because connectors change data only for known people.
  const given = { email: true, rut: more.subjectRut !== undefined }
  const proves = Object.entries(given).flatMap(([what, is]) => (is ? [what] : []))
  const notes = 'Vino en persona.'
  const checked = await person.post(`/dsar/requests/${requestId}/identity`, {
    method: 'other',
    proves,
    notes,
  })
  if (checked.status >= 300) throw new Error(JSON.stringify(checked.body))
  const taskId = newId()
  const now = api.clock.now()
  await api.access.asSystem('a test opens a task', (db) =>
    db
      .insertInto('dsar_tasks')
      .values({
        tenant_id: person.tenantId,
        id: taskId,
        request_id: requestId,
        system_id: systemId,
        system_name: 'Tienda en línea',
        status: 'open',
        due_on: new Date(now.getTime() + 5 * 86_400_000).toISOString().slice(0, 10),
        created_at: now,
        updated_at: now,
      })
      .execute(),
  )
  return { requestId, taskId }
}

export function findTask(api: TestService, id: string) {
  return api.access.lookUp('a test looks at a task', (db) =>
    db.selectFrom('dsar_tasks').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  )
}
