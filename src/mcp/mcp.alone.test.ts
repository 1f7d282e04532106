import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { openService } from '#test/kit/service.ts'
import { PROMPTS } from './prompts.ts'
import { LONGEST_RESULT, resultOf } from './server.ts'
import { actionsOf, type Description } from './tools.ts'

const api = await openService()
const origin = await api.app.listen({ host: '127.0.0.1', port: 0 })
const ana = await api.tenant()
const other = await api.tenant()
const clients: Client[] = []
after(() => Promise.all(clients.map((client) => client.close())))

type Headers = Record<string, string>

async function connect(headers: Headers, search = '', mode: 'auto' | 'legacy' = 'auto'): Promise<Client> {
  const client = new Client({ name: 'prueba', version: '1.0.0' }, { versionNegotiation: { mode } })
  const transport = new StreamableHTTPClientTransport(new URL(`/mcp${search}`, origin), {
    requestInit: { headers },
  })
  await client.connect(transport)
  clients.push(client)
  return client
}

const session = (person: { headers: Headers }) => ({ authorization: person.headers['authorization']! })

async function keyOf(scopes: string[], role = 'ANALYST'): Promise<string> {
  return (await ana.post('/settings/api-keys', { name: 'Asistente', scopes, role })).data.key
}

async function namesOf(client: Client): Promise<string[]> {
  const names: string[] = []
  let cursor: string | undefined
  do {
    const page = await client.listTools(cursor === undefined ? {} : { cursor })
    names.push(...page.tools.map(({ name }) => name))
    cursor = page.nextCursor
  } while (cursor !== undefined)
  return [...new Set(names)]
}

interface Shown {
  isError: boolean
  text: string
}

async function use(client: Client, name: string, given: Record<string, unknown> = {}): Promise<Shown> {
  const { content, isError } = await client.callTool({ name, arguments: given })
  return { isError: isError === true, text: (content as { text: string }[])[0]!.text }
}

for (const mode of ['auto', 'legacy'] as const)
  test(`a person reads through a client of the protocol (${mode})`, async () => {
    const client = await connect(session(ana), '', mode)
    const names = await namesOf(client)
    for (const name of ['listTasks', 'search', 'listActivities', 'getBreach'])
      assert.ok(names.includes(name), name)
    assert.ok(!names.includes('createActivity'), 'nothing that writes')
    assert.ok(!names.some((name) => /apiKey|password|mfa|login/i.test(name)), 'no accounts, no keys')
    const { isError, text } = await use(client, 'listTasks')
    assert.deepEqual([isError, JSON.parse(text).items], [false, []])
  })

test('a writing tool first describes its act, and performs it once with the code', async () => {
  const client = await connect(session(ana), '?access=write')
  const given = {
    body: {
      title: 'Correo enviado a otra persona',
      detectedAt: new Date().toISOString(),
      detectionSource: 'manual',
    },
  }
  const proposed = JSON.parse((await use(client, 'createBreach', given)).text)
  assert.deepEqual([proposed.done, proposed.operation], [false, 'POST /api/v1/breaches'])
  assert.equal((await ana.get('/breaches')).data.pagination.total, 0, 'nothing was written')

  const changed = { body: { ...given.body, title: 'Otra cosa' }, confirm: proposed.confirm }
  assert.match((await use(client, 'createBreach', changed)).text, /no corresponde a esta llamada/)
  const stranger = await connect(session(other), '?access=write')
  assert.match(
    (await use(stranger, 'createBreach', { ...given, confirm: proposed.confirm })).text,
    /de otra persona/,
  )

  const first = await use(client, 'createBreach', { ...given, confirm: proposed.confirm })
  const second = await use(client, 'createBreach', { ...given, confirm: proposed.confirm })
  assert.deepEqual([first.isError, JSON.parse(first.text).id], [false, JSON.parse(second.text).id])
  assert.equal((await ana.get('/breaches')).data.pagination.total, 1)
  assert.equal((await other.get('/breaches')).data.pagination.total, 0)
})

test('a code expires after ten minutes', async () => {
  const client = await connect(session(ana), '?access=write')
  const given = { body: { name: 'Correo', type: 'SAAS' } }
  const { confirm } = JSON.parse((await use(client, 'createSystem', given)).text)
  api.clock.advance(11 * 60_000)
  const again = await connect({ 'x-api-key': await keyOf(['data-map:write']) }, '?access=write')
  assert.match((await use(again, 'createSystem', { ...given, confirm })).text, /venció/)
})

test('a key gets the tools within its scopes and its role', async () => {
  const client = await connect({ 'x-api-key': await keyOf(['rat:read'], 'VIEWER') }, '?access=write')
  const names = await namesOf(client)
  assert.ok(names.includes('listActivities'))
  assert.ok(!names.includes('createActivity') && !names.includes('listBreaches') && !names.includes('search'))
  assert.match((await use(client, 'listBreaches')).text, /No hay una herramienta/)
})

test('acts beyond the role are not offered', async () => {
  const viewer = await connect(session(await ana.colleague('VIEWER')), '?access=write')
  const names = await namesOf(viewer)
  assert.ok(names.includes('listActivities') && !names.includes('createActivity'))
})

test('another organisation cannot be reached', async () => {
  const { id } = (
    await ana.post('/breaches', {
      title: 'Suya',
      detectedAt: new Date().toISOString(),
      detectionSource: 'manual',
    })
  ).data
  const stranger = await connect(session(other))
  const { isError, text } = await use(stranger, 'getBreach', { id })
  assert.deepEqual([isError, JSON.parse(text).code], [true, 'RESOURCE_NOT_FOUND'])
  assert.equal((await use(stranger, 'getBreach', { id: '../../auth/me' })).isError, true)
})

test('results are bounded, say so, and mask secrets', () => {
  const long = JSON.stringify({
    success: true,
    data: { text: 'x'.repeat(LONGEST_RESULT), siemSecret: 'abc' },
  })
  const { text } = resultOf({ status: 200, type: 'application/json', text: long }).content[0]!
  assert.ok(text.length < LONGEST_RESULT + 200)
  assert.match(text, /acote con filtros/)
  const short = JSON.stringify({ success: true, data: { siemSecret: 'abc' } })
  const shown = resultOf({ status: 200, type: 'application/json; charset=utf-8', text: short })
  assert.deepEqual(shown, { content: [{ type: 'text', text: '{"siemSecret":"(oculto)"}' }], isError: false })
})

test('tools can be limited to a module', async () => {
  const names = await namesOf(await connect(session(ana), '?modules=rat,dpia'))
  assert.ok(names.includes('listActivities') && !names.includes('listBreaches'))
})

test('the prompts name existing tools', async () => {
  const client = await connect(session(ana))
  const { prompts } = await client.listPrompts()
  assert.deepEqual(
    prompts.map(({ name }) => name),
    PROMPTS.map(({ name }) => name),
  )
  const names = await namesOf(client)
  for (const { name } of prompts) {
    const { messages } = await client.getPrompt({ name, arguments: { id: 'x' } })
    const { text } = messages[0]!.content as { text: string }
    const tools = [...text.matchAll(/«([a-z]+[A-Z]\w+)»/g)].map(([, tool]) => tool!)
    const known = tools.filter((tool) => !/^dpia/.test(tool))
    assert.ok(known.length > 0)
    for (const tool of known) assert.ok(names.includes(tool), tool)
  }
})

test('a missing credential, a wrong one and a mere cookie are refused', async () => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  for (const extra of [
    {},
    { 'x-api-key': 'rsg_nada' },
    { authorization: 'Bearer x' },
    { cookie: 'resguardo=x' },
  ]) {
    const answer = await fetch(new URL('/mcp', origin), {
      method: 'POST',
      headers: { ...headers, ...(extra as Headers) },
      body,
    })
    assert.deepEqual([answer.status, answer.headers.get('www-authenticate')], [401, 'Bearer'])
    assert.equal(((await answer.json()) as { success: boolean }).success, false)
  }
})

test('a request holds one message', async () => {
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
  const body = JSON.stringify([
    message,
    { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } },
  ])
  const answer = await fetch(new URL('/mcp', origin), {
    method: 'POST',
    headers: { ...headers, ...session(ana) },
    body,
  })
  assert.equal(answer.status, 400)
})

test('every tool has a self-contained schema', async () => {
  const description = (await (await fetch(new URL('/api/v1/openapi.json', origin))).json()) as Description
  const actions = actionsOf(description)
  assert.ok(actions.length > 150)
  const names = actions.map(({ tool }) => tool.name)
  assert.ok(
    !names.includes('updateTenant') && !names.includes('createWorkflow'),
    'nothing that answers a secret',
  )
  for (const { tool } of actions) {
    const text = JSON.stringify(tool.inputSchema)
    for (const [, name] of text.matchAll(/"\$ref":"#\/\$defs\/([^"]+)"/g))
      assert.ok(name! in (tool.inputSchema['$defs'] as object), `${tool.name}: ${name}`)
    assert.ok(!text.includes('#/components/'), tool.name)
  }
})

test('it works over standard input and output, with a key', async () => {
  const client = new Client({ name: 'prueba', version: '1.0.0' })
  const key = await keyOf(['breaches:read'])
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: ['src/cli.ts', 'mcp', '--modules', 'breaches'],
    env: { PATH: process.env['PATH'] ?? '', RESGUARDO_URL: origin, RESGUARDO_API_KEY: key },
  })
  await client.connect(transport)
  assert.deepEqual((await namesOf(client)).includes('listBreaches'), true)
  assert.ok(JSON.parse((await use(client, 'listBreaches', { limit: 1 })).text).pagination.total > 0)
  await client.close()
})
