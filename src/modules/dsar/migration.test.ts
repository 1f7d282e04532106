import assert from 'node:assert/strict'
import { test } from 'node:test'
import { migrate } from '#db/migrate.ts'
import { newId } from '#kernel/ids.ts'
import { migratedUntil } from '#test/kit/migrated.ts'

const AT = '2027-08-21T03:40:00Z'

/** The database as the last release left it, owned by somebody whom row-level security binds. */
async function lastRelease() {
  const engine = await migratedUntil('0024')
  return engine
}

test('requests, widgets and letters of the last release get their entity, their legal day, their proof and their counts', async () => {
  const engine = await lastRelease()
  const [tenant, workspace, main, second, form, plain, own, old, mail] = Array.from({ length: 9 }, newId)
  const request = (id: string, folio: string, entity: string, more = '') =>
    `('${tenant}', '${id}', '${folio}', 'portal', ${entity}, 'DELETION', 'COMPLETED', 'María', 'maria@correo.cl',
      false, false, false, false, false, '2027-09-20T03:40:00Z', 'FULFILLED', '2027-09-20T03:10:00Z', '${AT}', '${AT}'${more})`
  await engine.asOwner(`begin; set local role resguardo_system;
    insert into tenants (id, name, slug, plan, siem_secret_sealed, created_at, updated_at)
      values ('${tenant}', 'Grupo', 'grupo', 'STARTER', 'x', '${AT}', '${AT}');
    insert into workspaces (tenant_id, id, name, created_at, updated_at) values ('${tenant}', '${workspace}', 'x', '${AT}', '${AT}');
    insert into legal_entities (tenant_id, id, workspace_id, name, created_at, updated_at)
      values ('${tenant}', '${main}', '${workspace}', 'Principal', '${AT}', '${AT}'),
        ('${tenant}', '${second}', '${workspace}', 'Filial', '2027-08-22T00:00:00Z', '${AT}');
    insert into dsar_widgets (tenant_id, id, widget_key, name, is_active, config, created_at, updated_at)
      values ('${tenant}', '${form}', 'a', 'x', true, '{"legalEntityId":"${second!.toUpperCase()}"}', '${AT}', '${AT}'),
        ('${tenant}', '${plain}', 'b', 'x', true, '{}', '${AT}', '${AT}');
    insert into dsar_requests (tenant_id, id, folio_number, source, legal_entity_id, right_type, status, subject_name,
        subject_email, is_representative, portability_direct_transfer, declaration_truthful, declaration_data_processing,
        declaration_phone_contact, deadline_at, response_type, completed_at, created_at, updated_at)
      values ${request(own!, 'ARCO-2027-00001', `'${second}'`)}, ${request(old!, 'ARCO-2027-00002', 'null')};
    insert into mails (tenant_id, id, recipient, subject, body_text, body_html, created_at, sent_at)
      values ('${tenant}', '${mail}', 'maria@correo.cl', 'Respuesta a su solicitud ARCO-2027-00002', 'Hola', '', '${AT}', '${AT}'),
        ('${tenant}', '${newId()}', 'otra@correo.cl', 'Respuesta a su solicitud ARCO-2027-00002', 'Otra', '', '${AT}', null),
        ('${tenant}', '${newId()}', 'maria@correo.cl', 'Vencida: solicitud ARCO-2027-00002', 'Aviso', '', '${AT}', null);
    commit`)
  await migrate(engine)
  const above = async (sql: string) => {
    await engine.asOwner('begin; set local role resguardo_system')
    const { rows } = await engine.asOwner(sql)
    await engine.asOwner('commit')
    return rows
  }
  assert.deepEqual(await above('select id, legal_entity_id from dsar_widgets order by widget_key'), [
    { id: form, legal_entity_id: second },
    { id: plain, legal_entity_id: main },
  ])
  // Art. 11: the legal day is the 19th, so the answer of the 20th by half past midnight is late.
  const dueAt = new Date('2027-09-20T02:59:59.999Z')
  assert.deepEqual(
    await above('select legal_entity_id, legal_due_at from dsar_requests order by folio_number'),
    [
      { legal_entity_id: second, legal_due_at: dueAt },
      { legal_entity_id: main, legal_due_at: dueAt },
    ],
  )
  assert.deepEqual(await above('select id, request_id, kind, recipient, body_text from dsar_letters'), [
    { id: mail, request_id: old, kind: 'ANSWER', recipient: 'maria@correo.cl', body_text: 'Hola' },
  ])
  const counts = await above(
    `select list, key ->> 'fact' as fact, key ->> 'legal_entity_id' as entity, sum(amount)::int as amount from list_counts
     where list in ('dsar_requests', 'request_facts') and key ->> 'fact' is distinct from 'responseMilliseconds'
     group by 1, 2, 3 order by 1, 2, 3`,
  )
  assert.deepEqual(
    counts.map((row) => [row['list'], row['fact'] ?? row['entity'], Number(row['amount'])]),
    [
      ['dsar_requests', main, 1],
      ['dsar_requests', second, 1],
      ['request_facts', 'corrected', 2],
      ['request_facts', 'thirdsUninformed', 2],
    ],
  )
  await engine.close()
})
