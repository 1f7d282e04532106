import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'

export interface Asked {
  url: string | undefined
  authorization: string | undefined
  model: string
  messages: { role: string; content: string }[]
}

export type Answer = (asked: Asked, response: ServerResponse) => void | Promise<void>

export interface ChatModel {
  url: string
  /** All questions since the last `answerWith`. */
  asked: Asked[]
  answerWith(answer: Answer): void
}

/** A chat completions server whose answers the test sets. Closed when the file ends. */
export async function openChatModel(): Promise<ChatModel> {
  let answer: Answer = say('{}')
  const asked: Asked[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const question = {
      url: request.url,
      authorization: request.headers.authorization,
      ...JSON.parse(Buffer.concat(chunks).toString()),
    }
    asked.push(question)
    await answer(question, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked,
    answerWith(next) {
      answer = next
      asked.length = 0
    },
  }
}

/** Answers with this text, in the format of a model. */
export function say(text: string): Answer {
  return (_asked, response) => {
    const choice = { index: 0, finish_reason: 'stop', message: { role: 'assistant', content: text } }
    const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ id: 'x', created: 1, model: 'modelo', choices: [choice], usage }))
  }
}

/** Refuses with this status. */
export function refuse(status: number): Answer {
  return (_asked, response) => {
    response.statusCode = status
    response.end('{"error":{"message":"no"}}')
  }
}
