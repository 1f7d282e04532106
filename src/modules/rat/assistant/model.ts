import { Ajv } from 'ajv'
import type { TSchema } from 'typebox'
import { explain } from '#http/validation.ts'
import { SECOND_MS } from '#kernel/dates.ts'
import { inSpan, traceHeaders } from '#kernel/tracing.ts'
import type { Config } from '#src/config.ts'

/** Any endpoint with the chat completions API of OpenAI. */
export type Model = NonNullable<Config['ai']>

export interface Question<Answer> {
  instructions: string
  prompt: string
  check: (answer: unknown) => Checked<Answer>
}

export type Checked<Answer> = { answer: Answer } | { faults: string[] }

export type Reply<Answer> = { answer: Answer } | { failure: string }

/** For both tries together: a person is waiting at a form. */
const LIMIT_MS = 30 * SECOND_MS

/** A valid answer, or the reason why there is none. The model may correct itself once. Never throws. */
export async function askModel<Answer>(
  model: Model,
  { instructions, prompt, check }: Question<Answer>,
  limitMs = LIMIT_MS,
): Promise<Reply<Answer>> {
  try {
    const send = await connect(model, instructions, AbortSignal.timeout(limitMs))
    const first = await send([{ role: 'user', content: prompt }])
    const checked = check(readJson(first))
    if ('answer' in checked) return checked
    const second = await send([
      { role: 'user', content: prompt },
      { role: 'assistant', content: first },
      {
        role: 'user',
        content: `Corrija su respuesta y envíe de nuevo solo el JSON. ${checked.faults.join(' ')}`,
      },
    ])
    const again = check(readJson(second))
    return 'answer' in again ? again : { failure: `invalid answer: ${again.faults.join(' ')}` }
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) }
  }
}

interface Message {
  role: 'user' | 'assistant'
  content: string
}

/** Loads the client at the first question: most installations have no model. */
async function connect(model: Model, instructions: string, abortSignal: AbortSignal) {
  const [{ generateText }, { createOpenAICompatible }] = await Promise.all([
    import('ai'),
    import('@ai-sdk/openai-compatible'),
  ])
  const provider = createOpenAICompatible({
    name: 'model',
    baseURL: model.baseUrl,
    ...(model.apiKey && { apiKey: model.apiKey }),
  })
  return async (messages: Message[]): Promise<string> => {
    const attributes = { 'server.address': new URL(model.baseUrl).hostname }
    return inSpan('chat', { kind: 'client', attributes }, async () => {
      const { text } = await generateText({
        model: provider(model.model),
        instructions,
        messages,
        maxRetries: 0,
        abortSignal,
        headers: { ...traceHeaders() },
      })
      return text
    })
  }
}

/** The outermost object of the text: models often wrap it in prose or fences. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1))
  } catch {
    return undefined
  }
}

const ajv = new Ajv({ allErrors: true, strict: false, removeAdditional: 'all' })

/** Checks against the schema and removes fields that it lacks. */
export function checker<Answer>(schema: TSchema): (answer: unknown) => Checked<Answer> {
  const validate = ajv.compile<Answer>(schema)
  return (answer) => {
    if (typeof answer !== 'object' || answer === null)
      return { faults: ['La respuesta no es un objeto JSON.'] }
    if (validate(answer)) return { answer }
    return { faults: explain(validate.errors ?? []).map(({ message }) => message) }
  }
}
