import assert from 'node:assert/strict'
import { test } from 'node:test'
import { migrate } from '#db/migrate.ts'
import { newId } from '#kernel/ids.ts'
import { migratedUntil } from '#test/kit/migrated.ts'

const AT = '2026-11-01T12:00:00Z'
const LATER = '2026-11-02T12:00:00Z'

test('a standing that an addendum gave is worked out again; one that a person set, or a contract gave, stays', async () => {
  const engine = await migratedUntil('0085')

  const [tenant, workspace, entity] = Array.from({ length: 3 }, newId)
  const rows: string[] = []
  const processor = (name: string, status: string, until: string | null, setAt: string) => {
    const id = newId()
    rows.push(
      `insert into processors (tenant_id, id, name, name_folded, dpa_status, dpa_valid_until, source, created_at, updated_at)
        values ('${tenant}', '${id}', '${name}', '${name}', '${status}', ${until ? `'${until}'` : 'null'}, 'manual', '${AT}', '${AT}')`,
      trace('processor', id, setAt, '{"dpa_status": {"old": "NONE", "new": "SIGNED"}}'),
    )
    return id
  }
  const trace = (
    kind: string,
    id: string,
    at: string,
    changes = '{"status": {"old": "SENT", "new": "SIGNED"}}',
  ) =>
    `insert into audit_log (tenant_id, id, actor_type, action, entity_type, entity_id, changes, created_at)
      values ('${tenant}', '${newId()}', 'user', 'update', '${kind}', '${id}', '${changes}', '${at}')`
  const contract = (
    of: string,
    type: string,
    status: string,
    signedAt: string | null,
    expires: string | null = null,
  ) => {
    const id = newId()
    rows.push(
      `insert into contracts (tenant_id, id, type, status, processor_id, legal_entity_id, activity_ids, content, version, signed_at, expires_at, created_at, updated_at)
        values ('${tenant}', '${id}', '${type}', '${status}', '${of}', '${entity}', '{}', 'x', 1, ${signedAt ? `'${signedAt}'` : 'null'}, ${expires ? `'${expires}'` : 'null'}, '${AT}', '${AT}')`,
      trace('contract', id, signedAt ?? AT),
    )
  }
  const END = '2027-11-01T12:00:00Z'
  contract(processor('by an addendum', 'SIGNED', null, LATER), 'ADDENDUM', 'SIGNED', LATER)
  contract(processor('by an addendum that ends', 'SIGNED', END, AT), 'ADDENDUM', 'SIGNED', LATER, END)
  const both = processor('by clauses, with a contract under way', 'SIGNED', null, LATER)
  contract(both, 'CCT', 'SIGNED', LATER)
  contract(both, 'DPA', 'SENT', null)
  contract(processor('by hand', 'SIGNED', null, '2026-11-03T12:00:00Z'), 'ADDENDUM', 'SIGNED', LATER)
  const own = processor('by its contract', 'SIGNED', null, LATER)
  contract(own, 'DPA', 'SIGNED', LATER)
  contract(own, 'ADDENDUM', 'SIGNED', LATER)
  processor('by hand, without contracts', 'SIGNED', null, AT)

  await engine.asOwner(`begin; set local role resguardo_system;
    insert into tenants (id, name, slug, plan, siem_secret_sealed, created_at, updated_at)
      values ('${tenant}', 'Grupo', 'grupo', 'STARTER', 'x', '${AT}', '${AT}');
    insert into workspaces (tenant_id, id, name, created_at, updated_at) values ('${tenant}', '${workspace}', 'x', '${AT}', '${AT}');
    insert into legal_entities (tenant_id, id, workspace_id, name, created_at, updated_at)
      values ('${tenant}', '${entity}', '${workspace}', 'Principal', '${AT}', '${AT}');
    ${rows.join(';\n')};
    commit`)
  await migrate(engine)
  await engine.asOwner('begin; set local role resguardo_system')
  const { rows: found } = await engine.asOwner('select name, dpa_status, dpa_valid_until from processors')
  await engine.asOwner('commit')
  const standing = Object.fromEntries(
    (found as { name: string; dpa_status: string }[]).map(({ name, dpa_status }) => [name, dpa_status]),
  )
  assert.deepEqual(standing, {
    'by an addendum': 'NONE',
    'by an addendum that ends': 'NONE',
    'by clauses, with a contract under way': 'PENDING',
    'by hand': 'SIGNED',
    'by its contract': 'SIGNED',
    'by hand, without contracts': 'SIGNED',
  })
})
