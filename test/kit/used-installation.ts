import type { Engine } from '#db/wire/engine.ts'
import { newId } from '#kernel/ids.ts'
import { readConfig } from '#src/config.ts'
import { assemble, openEngine } from '#src/service.ts'

/** Characters that a careless copy would change. */
const AWKWARD = `Añañuca «ñ» 🌵 \\ \\n "comillas" 'simples' {llaves,NULL} (1,2)\n\ttab $1 %s\u2028fin`

export interface LivedIn {
  email: string
  password: string
  /** People whose invitation is written but not sent. */
  invited: string[]
  definitionId: string
  fileKey: string
  file: Buffer
  folio: string
}

/**
 * An installation in use: rows of many modules, links within a table, long and awkward texts, an uploaded file, and unsent
 * mails and webhooks. It was built without workers and is closed again.
 */
export async function liveIn(env: Record<string, string>, webhookUrl: string): Promise<LivedIn> {
  const config = readConfig({ ...env, LOG_LEVEL: 'silent' })
  const engine = await openEngine(config)
  const service = await assemble(config, engine)
  let token = ''
  const send = async (
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    payload: object | Buffer,
    type?: string,
  ) => {
    const reply = await service.app.inject({
      method,
      url: `/api/v1${path}`,
      payload,
      headers: {
        ...(type && { 'content-type': type }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
    })
    if (reply.statusCode >= 300) throw new Error(`${method} ${path}: ${reply.statusCode} ${reply.payload}`)
    return reply.json().data
  }
  const post = (path: string, body: object) => send('POST', path, body)

  const [email, password] = ['ana@tiendasur.cl', 'una-frase-larga']
  const registration = { email, password, name: 'Ana Rojas', organizationName: 'Tienda Sur SpA' }
  token = (await post('/auth/register', { ...registration, plan: 'ENTERPRISE' })).access_token
  await post('/org/workspaces', { name: 'Norte', description: AWKWARD })
  await post('/org/workspaces', { name: 'Sur', description: null })
  const [entity] = (await send('GET', '/org/entities', {})).entities
  const parent = await post('/org/departments', { name: 'Madre', legalEntityId: entity.id })
  await post('/org/departments', { name: 'Hija', legalEntityId: entity.id, parentId: parent.id })
  // Updating the parent moves it behind its child in the table.
  await engine.asOwner(`update departments set name = 'La madre' where id = '${parent.id}'`)
  await post('/settings/api-keys', { name: 'Integración', scopes: ['consent:read', 'consent:write'] })
  await post('/data-map/systems', {
    name: 'Caja',
    type: 'software',
    vendor: 'Nube Andina SpA',
    hostingCountry: 'CL',
  })

  const invited = ['luis@tiendasur.cl', 'eva@tiendasur.cl', 'juan@tiendasur.cl']
  for (const guest of invited)
    await post('/settings/members', { email: guest, name: 'Invitada', role: 'ANALYST' })

  const definition = await post('/workflows', {
    name: 'Flujo',
    entityType: 'CUSTOM',
    stages: [{ id: 'a', name: 'A' }],
    webhooks: [{ url: webhookUrl, events: ['workflow.started'], secret: 'clave' }],
  })
  for (let count = 0; count < 4; count += 1)
    await post(`/workflows/${definition.id}/start`, { entityType: 'CUSTOM', entityId: newId() })

  const { widgetKey } = await post('/dsar/widgets', { name: 'Formulario' })
  const request = await post(`/public/dsar/${widgetKey}`, {
    subjectName: 'Rosa Soto',
    subjectRut: '12.345.678-5',
    subjectEmail: 'rosa@ejemplo.cl',
    rightType: 'ACCESS',
    description: AWKWARD.repeat(20),
  })

  const file = Buffer.from('%PDF-1.7\nevidencia')
  const frame = 'marco'
  const head = `--${frame}\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n`
  const form = Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${frame}--\r\n`)])
  const { key } = await send('POST', '/files', form, `multipart/form-data; boundary=${frame}`)

  // More rows than one batch carries, some of them long.
  await engine.asOwner(`insert into audit_log
      (tenant_id, id, actor_type, actor_name, action, entity_type, entity_id, changes, created_at)
    select tenant_id, gen_random_uuid(), 'system', 'Prueba', 'seed', 'seed', n::text,
      jsonb_build_object('n', n, 'text', repeat('añ"\\', case when n % 1500 = 0 then 40000 else 3 end), 'f', n / 7.0),
      now() - n * interval '1 second 123456 microseconds'
    from (select tenant_id from audit_log limit 1) t, generate_series(1, 4500) n`)
  await service.close()
  return {
    email,
    password,
    invited,
    definitionId: definition.id,
    fileKey: key,
    file,
    folio: request.folioNumber,
  }
}

/** Every row of every table as JSON. Compares two databases without using the code that copied them. */
export async function everything(engine: Engine): Promise<Record<string, string[]>> {
  await engine.asOwner(`set timezone = 'UTC'`)
  const { rows: tables } = await engine.asOwner(`select n.nspname || '.' || c.relname as name from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'pgboss') and c.relkind in ('r', 'p') and not c.relispartition order by 1`)
  const held: Record<string, string[]> = {}
  for (const { name } of tables) {
    const { rows } = await engine.asOwner(`select to_jsonb(t)::text as row from ${name} t`)
    held[String(name)] = rows.map(({ row }) => String(row)).sort()
  }
  return held
}
