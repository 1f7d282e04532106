import assert from 'node:assert/strict'
import { test } from 'node:test'
import Fastify from 'fastify'
import Type from 'typebox'
import { Failure } from '#kernel/failure.ts'
import { readForm } from './forms.ts'
import { Email, Flag, Name, optional, Texts } from './schema-kit.ts'
import { schemaController } from './validation.ts'

const Asked = Type.Object({
  name: Name(),
  email: optional(Email()),
  records: optional(Type.Integer({ minimum: 1 })),
  truthful: Flag(),
  rights: optional(Texts()),
})

const app = Fastify({ schemaController })
app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, text, done) =>
  done(null, new URLSearchParams(String(text))),
)
app.setErrorHandler((error, _request, reply) => {
  assert.ok(error instanceof Failure, String(error))
  return reply.code(error.status).send(error.details?.map(({ path }) => path))
})
app.post('/form', async (request) => readForm(request, Asked))

/** The values read, or the status and the faulty fields. */
async function read(payload: string) {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const reply = await app.inject({ method: 'POST', url: '/form', headers, payload })
  return reply.statusCode === 200 ? reply.json() : [reply.statusCode, ...reply.json()]
}

test('form values are text, read as numbers, flags and lists', async () => {
  assert.deepEqual(
    await read('name=Ana+P%C3%A9rez&email=ana%40sur.cl&records=12&truthful=true&rights=a&rights=b'),
    { name: 'Ana Pérez', email: 'ana@sur.cl', records: 12, truthful: true, rights: ['a', 'b'] },
  )
  // A single ticked box gives a list of one.
  assert.deepEqual((await read('name=Ana&truthful=true&rights=a')).rights, ['a'])
  assert.equal((await read('name=Ana&truthful=false')).truthful, false)
})

test('a blank field counts as not sent, and blanks among several values are dropped', async () => {
  assert.deepEqual(await read('name=Ana&email=&records=+&truthful=true&rights=&rights=b&rights=+'), {
    name: 'Ana',
    truthful: true,
    rights: ['b'],
  })
  assert.deepEqual(await read('name=++&truthful=true'), [400, 'name'])
})

test('faults are reported per field, as for a body', async () => {
  assert.deepEqual(await read(''), [400, 'name', 'truthful'])
  assert.deepEqual(await read('name=Ana&email=ana&truthful=true'), [400, 'email'])
  assert.deepEqual(await read('name=Ana&records=0&truthful=true'), [400, 'records'])
  assert.deepEqual(await read('name=Ana&records=doce&truthful=true'), [400, 'records'])
  assert.deepEqual(await read('name=Ana&truthful=quiz%C3%A1s'), [400, 'truthful'])
  assert.deepEqual(await read('name=Ana&name=Eva&truthful=true'), [400, 'name'])
})

test('a text that cannot be stored is refused first, wherever it is', async () => {
  for (const payload of ['name=A%00na&truthful=true', 'name=Ana&other=%00&truthful=true'])
    assert.equal((await read(payload))[0], 400, payload)
  // Also in one of several values.
  assert.equal((await read('name=Ana&truthful=true&rights=a%00b&rights=c'))[0], 400)
})

test('a field named like an inherited property has no effect', async () => {
  const found = await read('name=Ana&truthful=true&__proto__=x&constructor=y')
  assert.equal(found.name, 'Ana')
  assert.equal(({} as Record<string, unknown>)['x'], undefined)
})
