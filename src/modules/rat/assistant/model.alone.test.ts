import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import Type from 'typebox'
import { type Answer, openChatModel, refuse, say } from '#test/kit/chat-model.ts'
import { askModel, checker, readJson } from './model.ts'

const chat = await openChatModel()
const seen = chat.asked
const model = { baseUrl: chat.url, apiKey: 'llave', model: 'modelo-chico' }

const check = checker<{ word: string }>(Type.Object({ word: Type.String({ minLength: 1 }) }))

async function ask(how: Answer, limitMs = 5000) {
  chat.answerWith(how)
  const started = performance.now()
  const reply = await askModel(model, { instructions: 'Sea breve.', prompt: 'Diga algo.', check }, limitMs)
  return { reply, ms: performance.now() - started }
}

test('a valid answer is accepted, and the request follows the protocol', async () => {
  const { reply } = await ask(say('{"word":"hola","more":1}'))
  assert.deepEqual(reply, { answer: { word: 'hola' } })
  assert.equal(seen.length, 1)
  assert.equal(seen[0]!.url, '/v1/chat/completions')
  assert.equal(seen[0]!.authorization, 'Bearer llave')
  assert.equal(seen[0]!.model, 'modelo-chico')
  assert.deepEqual(seen[0]!.messages, [
    { role: 'system', content: 'Sea breve.' },
    { role: 'user', content: 'Diga algo.' },
  ])
})

test('prose and fences around the object are ignored', async () => {
  const { reply } = await ask(say('Claro:\n```json\n{"word":"hola"}\n```\nListo.'))
  assert.deepEqual(reply, { answer: { word: 'hola' } })
})

test('an invalid answer is sent back once, with its faults', async () => {
  const answers = ['{"word":""}', '{"word":"ahora sí"}']
  const { reply } = await ask((asked, response) => say(answers.shift()!)(asked, response))
  assert.deepEqual(reply, { answer: { word: 'ahora sí' } })
  assert.equal(seen.length, 2)
  assert.equal(seen[1]!.messages.at(-2)?.content, '{"word":""}')
  assert.match(seen[1]!.messages.at(-1)!.content, /«word» es obligatorio/)
})

for (const [title, text] of [
  ['garbage', 'lo siento, no puedo'],
  ['half an object', '{"word":"ho'],
  ['nothing', ''],
  ['a list', '["hola"]'],
  ['the wrong field', '{"palabra":"hola"}'],
] as const) {
  test(`${title}, twice, is a failure`, async () => {
    const { reply } = await ask(say(text))
    assert.ok('failure' in reply)
    assert.ok(seen.length <= 2)
  })
}

for (const status of [400, 401, 404, 429, 500, 503]) {
  test(`a ${status} is a failure without a retry`, async () => {
    const { reply } = await ask(refuse(status))
    assert.ok('failure' in reply)
    assert.equal(seen.length, 1)
  })
}

test('an answer outside the protocol is a failure', async () => {
  for (const text of ['<html>', '{}', '{"choices":[]}', 'null']) {
    const { reply } = await ask((_asked, response) => {
      response.setHeader('content-type', 'application/json')
      response.end(text)
    })
    assert.ok('failure' in reply, text)
  }
})

test('a broken or silent connection is a failure', async () => {
  const broken = await ask((_asked, response) => void response.socket?.destroy())
  assert.ok('failure' in broken.reply)
  const unanswered = await askModel(
    { ...model, baseUrl: 'http://127.0.0.1:9/v1' },
    { instructions: '', prompt: 'x', check },
  )
  assert.ok('failure' in unanswered)
})

test('silence ends at the time limit', async () => {
  const { reply, ms } = await ask(() => {}, 300)
  assert.ok('failure' in reply)
  assert.ok(ms < 2000, `${ms} ms`)
})

test('a slow stream ends at the time limit', async () => {
  const { reply, ms } = await ask(async (_asked, response) => {
    response.setHeader('content-type', 'application/json')
    for (let i = 0; i < 50 && !response.destroyed; i++) {
      response.write(' ')
      await sleep(50)
    }
    response.end()
  }, 300)
  assert.ok('failure' in reply)
  assert.ok(ms < 2000, `${ms} ms`)
})

test('the time limit covers both tries', async () => {
  const { reply, ms } = await ask(async (asked, response) => {
    await sleep(250)
    say('{"word":""}')(asked, response)
  }, 400)
  assert.ok('failure' in reply)
  assert.ok(ms < 2000, `${ms} ms`)
})

test('the outermost object of a text is read', () => {
  assert.deepEqual(readJson('a {"b":{"c":1}} d'), { b: { c: 1 } })
  for (const text of ['', '}{', 'nada', '{', '{a}']) assert.equal(readJson(text), undefined)
})
