import assert from 'node:assert/strict'
import { test } from 'node:test'
import Fastify, { type FastifyError } from 'fastify'
import { Failure } from '#kernel/failure.ts'
import { refusalAsPage, sendRefusalPage } from './refusal.ts'
import { sendOnce, takeForms, toPage } from './routes.ts'

const BROWSER = 'text/html,application/xhtml+xml,*/*;q=0.8'
const ALL = ['GET', 'POST'] as const

const app = Fastify()
takeForms(app)
app.setErrorHandler((error: FastifyError | Failure, _request, reply) => {
  const failure = error instanceof Failure ? error : new Failure('internal', 'Falló.')
  return sendRefusalPage(reply, failure) ?? reply.code(failure.status).send({ code: failure.code })
})
app.get('/api/v1/public/policies/:slug', (request, reply) =>
  toPage(reply, 'politica', (request.params as { slug: string }).slug),
)
app.post('/form', (request) => [...(request.body as URLSearchParams)])
const refusals: Record<string, Failure> = {
  known: new Failure(
    'notFound',
    'No encontramos el formulario. Revise el identificador o vuelva a la lista.',
  ),
  busy: new Failure('rateLimited', 'Superó el límite.', { retryAfterSeconds: 7 }),
  broken: new Failure('internal', 'Ocurrió un error interno.'),
  odd: new Failure('conflict', '<b>Ya</b> se envió.'),
}
for (const path of ['/refuse/:kind', '/api/v1/refuse/:kind'])
  app.route({
    method: [...ALL],
    url: path,
    handler: async (request) => {
      throw refusals[(request.params as { kind: string }).kind]!
    },
  })
app.get(
  '/own/:kind',
  {
    errorHandler: refusalAsPage(
      (error) => error,
      (message) => ({
        title: 'Propia',
        content: { markup: `<p>${message}</p>` } as never,
        bare: true,
      }),
    ),
  },
  async (request) => {
    throw refusals[(request.params as { kind: string }).kind] ?? new Error('a slip of ours')
  },
)

test('an API address redirects browsers to its page, relatively and with the query', async () => {
  for (const [url, location] of [
    ['/api/v1/public/policies/sur', '../../../../politica/sur'],
    ['/api/v1/public/policies/sur?idioma=en', '../../../../politica/sur?idioma=en'],
    ['/api/v1/public/policies/sur?volver=/a?b=1&c=2', '../../../../politica/sur?volver=/a?b=1&c=2'],
    ['/api/v1/public/policies/a%2Fb%3Fc', '../../../../politica/a%2Fb%3Fc'],
    ['/api/v1/public/policies/..%2F..', '../../../../politica/..%2F..'],
  ] as const) {
    const { statusCode, headers } = await app.inject({ url })
    assert.deepEqual([statusCode, headers.location, headers.vary], [303, location, 'Accept'], url)
  }
})

const post = (payload: string) =>
  app.inject({
    method: 'POST',
    url: '/form',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload,
  })

test('a form sent without a script is read, with repeated fields and all characters', async () => {
  const { statusCode, payload } = await post('name=Ana+P%C3%A9rez&right=a&right=b&empty=')
  assert.equal(statusCode, 200)
  assert.deepEqual(JSON.parse(payload), [
    ['name', 'Ana Pérez'],
    ['right', 'a'],
    ['right', 'b'],
    ['empty', ''],
  ])
})

test('a form has at most two hundred fields', async () => {
  const fields = (count: number) => Array.from({ length: count }, (_, at) => `f${at}=1`).join('&')
  assert.equal((await post(fields(200))).statusCode, 200)
  const { statusCode, payload } = await post(fields(201))
  assert.deepEqual([statusCode, JSON.parse(payload)], [400, { code: 'VALIDATION_ERROR' }])
})

test('only an answer still under way is waited for', async () => {
  let tries = 0
  for (const failure of [
    new Failure('conflict', 'Ya se envió.'),
    new Failure('conflict', 'Espere.', { retryAfterSeconds: 2 }),
    new Failure('unavailable', 'Vuelva.', { retryAfterSeconds: 1 }),
    new Error('a slip of ours'),
  ]) {
    const refuse = () => {
      tries += 1
      return Promise.reject(failure)
    }
    await assert.rejects(sendOnce(refuse), failure)
  }
  assert.equal(tries, 4)
  assert.equal(await sendOnce(async () => 'sent'), 'sent')
})

// ── refusals ──

const refused = (url: string, accept = BROWSER, method: (typeof ALL)[number] = 'GET') =>
  app.inject({ method, url, headers: { accept } })

test('a person who follows a link gets the refusal as a page, with its status and in plain words', async () => {
  for (const [kind, status, title, text] of [
    [
      'known',
      404,
      'No encontramos esta página',
      'No encontramos el formulario. Revise que la dirección esté completa, tal como la recibió, o pida otra a quien se la dio.',
    ],
    ['busy', 429, 'Demasiadas visitas seguidas', 'Superó el límite.'],
    ['odd', 409, 'No pudimos mostrar esta página', '&lt;b&gt;Ya&lt;/b&gt; se envió.'],
  ] as const) {
    const { statusCode, headers, payload } = await refused(`/refuse/${kind}`)
    assert.deepEqual([statusCode, headers['content-type']], [status, 'text/html; charset=utf-8'], kind)
    assert.ok(payload.includes(`<h1>${title}</h1>\n<p>${text}</p>`), payload)
    assert.doesNotMatch(payload, /indique este número/)
    assert.match(String(headers['content-security-policy']), /^default-src 'none'; /)
  }
})

test('an internal error shows the number of the request to write down', async () => {
  const { statusCode, payload } = await refused('/refuse/broken')
  assert.equal(statusCode, 500)
  assert.match(payload, /<h1>Algo falló de nuestro lado<\/h1>/)
  assert.match(payload, /indique este número: req-\w+<\/p>/)
})

test('programs get data, and so do scripts of pages that call the API', async () => {
  for (const [url, accept, method] of [
    ['/refuse/odd', 'application/json', 'GET'],
    ['/refuse/odd', '*/*', 'GET'],
    ['/refuse/odd', 'application/json', 'POST'],
    ['/api/v1/refuse/odd', BROWSER, 'POST'],
  ] as const) {
    const { headers, payload } = await refused(url, accept, method)
    assert.match(String(headers['content-type']), /^application\/json/, `${method} ${url}`)
    assert.deepEqual(JSON.parse(payload), { code: 'CONFLICT' })
  }
  // A page's form sent without a script, and a link into the API.
  assert.match((await refused('/refuse/odd', BROWSER, 'POST')).payload, /^<!doctype html>/)
  assert.match((await refused('/api/v1/refuse/odd')).payload, /^<!doctype html>/)
})

test('a page with its own refusals says when to come back, and hides internal errors', async () => {
  const { statusCode, headers } = await refused('/own/busy')
  assert.deepEqual([statusCode, headers['retry-after']], [429, '7'])
  assert.equal((await refused('/own/busy', 'application/json')).statusCode, 429)
  const slip = await refused('/own/none')
  assert.equal(slip.statusCode, 500)
  assert.doesNotMatch(slip.payload, /a slip of ours/)
})
