import assert from 'node:assert/strict'
import { test } from 'node:test'
import { migrate } from '#db/migrate.ts'
import { newId } from '#kernel/ids.ts'
import { migratedUntil } from '#test/kit/migrated.ts'

const AT = '2026-11-01T12:00:00Z'

test('contracts and templates of the last release get their entity, their gaps and the mended sentences', async () => {
  const engine = await migratedUntil('0026')

  const [tenant, workspace, main, processor, builtIn, own, contract] = Array.from({ length: 7 }, newId)
  const old =
    'Los datos se tratarán en {{encargadoPais}} y, en su caso, en: {{paisesDestino}}. Toda transferencia fuera de Chile requiere uno de los mecanismos de los arts. 27 y 28: {{mecanismos}}.'
  await engine.asOwner(`begin; set local role resguardo_system;
    insert into tenants (id, name, slug, plan, siem_secret_sealed, created_at, updated_at)
      values ('${tenant}', 'Grupo', 'grupo', 'STARTER', 'x', '${AT}', '${AT}');
    insert into workspaces (tenant_id, id, name, created_at, updated_at) values ('${tenant}', '${workspace}', 'x', '${AT}', '${AT}');
    insert into legal_entities (tenant_id, id, workspace_id, name, created_at, updated_at)
      values ('${tenant}', '${main}', '${workspace}', 'Principal', '${AT}', '${AT}');
    insert into processors (tenant_id, id, name, name_folded, dpa_status, source, created_at, updated_at)
      values ('${tenant}', '${processor}', 'Nube', 'nube', 'NONE', 'manual', '${AT}', '${AT}');
    insert into contract_templates (tenant_id, id, name, type, content, variables, is_system, created_at, updated_at)
      values ('${tenant}', '${builtIn}', 'x', 'DPA', '${old}', '[{"key":"plazo","label":"Plazo de pago"}]', true, '${AT}', '${AT}'),
        ('${tenant}', '${own}', 'x', 'DPA', '${old}', '[]', false, '${AT}', '${AT}');
    insert into contracts (tenant_id, id, type, status, processor_id, activity_ids, template_id, content, version, created_at, updated_at)
      values ('${tenant}', '${contract}', 'DPA', 'SENT', '${processor}', '{}', '${builtIn}', '[Plazo de pago]', 1, '${AT}', '${AT}');
    commit`)
  await migrate(engine)
  const above = async (sql: string) => {
    await engine.asOwner('begin; set local role resguardo_system')
    const { rows } = await engine.asOwner(sql)
    await engine.asOwner('commit')
    return rows
  }
  assert.deepEqual(await above('select legal_entity_id, gap_labels, findings, content from contracts'), [
    { legal_entity_id: main, gap_labels: ['Plazo de pago'], findings: null, content: '[Plazo de pago]' },
  ])
  const [first, second] = (await above('select content from contract_templates order by is_system desc')) as {
    content: string
  }[]
  assert.match(first!.content, /Destinos fuera de Chile: \{\{paisesDestino\}\}\./)
  assert.equal(second!.content, old, 'a template of their own stays as it is')
})
