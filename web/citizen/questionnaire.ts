import { type Answers, asked, isMany, progressOf, type Question, type Section } from '#kernel/questions.ts'
import { createTurns } from './lib/turns.ts'

/**
 * The questionnaire works without this script. The script hides questions that do not follow from the answers, saves while
 * the person types, and uploads files at once.
 */

const form = document.querySelector<HTMLFormElement>('form[data-sections]')

if (form) begin(form)

function begin(form: HTMLFormElement): void {
  const sections = JSON.parse(form.dataset['sections']!) as Section[]
  const questions = sections.flatMap((section) => section.questions)
  const status = form.querySelector<HTMLElement>('[data-saved]')!
  const address = addressOf(form)
  for (const hint of form.querySelectorAll<HTMLElement>('[data-only-if]')) hint.hidden = true

  const read = (): Answers => {
    const fields = new FormData(form)
    return Object.fromEntries(
      questions.map((question) => [question.key, answerIn(fields, question)] as const),
    )
  }

  const judge = () => {
    const keys = new Set(asked(sections, read()).map(({ key }) => key))
    for (const one of form.querySelectorAll<HTMLElement>('[data-question]'))
      one.hidden = !keys.has(one.dataset['question']!)
    for (const part of form.querySelectorAll<HTMLElement>('[data-section]'))
      part.hidden = !sections[Number(part.dataset['section'])]!.questions.some(({ key }) => keys.has(key))
  }

  const say = (text: string) => {
    const { asked: all, answered } = progressOf(sections, read())
    status.textContent = `Respondió ${answered} de ${all} preguntas. ${text}`
  }

  // ── saving while the person types ──
  const WAIT_MS = 1200
  const turns = createTurns()
  let timer: number | undefined
  let isChanged = false

  const save = async (files: { question: string; uploadKey: string }[] = []) => {
    clearTimeout(timer)
    // Typed answers can wait for the running save. An uploaded file is lost unless it is saved now.
    if (turns.isTaken && files.length === 0) {
      timer = window.setTimeout(save, WAIT_MS)
      return undefined
    }
    return turns.take(async () => {
      isChanged = false
      try {
        const reply = await send<{ files: Held[] }>(address, 'PUT', { answers: read(), files })
        say(`Guardado a las ${TIME.format(new Date())}.`)
        return reply
      } catch (error) {
        isChanged = true
        say(`${messageOf(error)} Lo que escribió sigue en esta página.`)
        return undefined
      }
    })
  }

  form.addEventListener('input', ({ target }) => {
    if ((target as HTMLInputElement).type === 'file') return
    judge()
    isChanged = true
    clearTimeout(timer)
    timer = window.setTimeout(save, WAIT_MS)
  })
  form.addEventListener('submit', () => {
    isChanged = false
    clearTimeout(timer)
  })
  window.addEventListener('beforeunload', (event) => {
    if (isChanged) event.preventDefault()
  })

  // ── files ──
  for (const input of form.querySelectorAll<HTMLInputElement>('[data-upload]'))
    input.addEventListener('change', async () => {
      const file = input.files?.[0]
      if (!file) return
      const question = input.dataset['upload']!
      say(`Adjuntando ${file.name}…`)
      input.disabled = true
      try {
        const upload = await send<{ uploadKey: string }>(`${address}/uploads`, 'POST', { name: file.name })
        await sendBytes(`${address.replace(/questionnaires\/[^/]+$/, 'uploads/')}${upload.uploadKey}`, file)
        const saved = await save([{ question, uploadKey: upload.uploadKey }])
        if (saved) {
          showHeld(form, question, saved.files)
          input.value = ''
          say(`Adjuntamos ${file.name}.`)
        }
      } catch (error) {
        input.value = ''
        say(messageOf(error))
      } finally {
        input.disabled = false
      }
    })

  for (const link of document.querySelectorAll<HTMLAnchorElement>('[role=alert] a'))
    link.addEventListener('click', () => document.getElementById(link.hash.slice(1))?.focus())
  judge()
}

interface Held {
  key: string
  name: string
  question: string | null
}

const TIME = new Intl.DateTimeFormat('es-CL', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

/** Relative to the page, so that it also works behind a path of a proxy. */
function addressOf(form: HTMLFormElement): string {
  return form.dataset['save']!.replace('cuestionarios/', 'api/v1/public/questionnaires/')
}

function answerIn(fields: FormData, question: Question): string | string[] {
  const name = question.type === 'file' ? `k_${question.key}` : `q_${question.key}`
  const values = fields.getAll(name).map(String)
  return isMany(question) ? values : (values[0] ?? '')
}

class Refused extends Error {}

async function send<Data>(address: string, method: string, body: object): Promise<Data> {
  return answerOf(
    await fetch(address, {
      method,
      credentials: 'omit',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  )
}

async function sendBytes(address: string, file: File): Promise<void> {
  await answerOf(
    await fetch(address, {
      method: 'PUT',
      credentials: 'omit',
      headers: { 'content-type': 'application/octet-stream' },
      body: file,
    }),
  )
}

async function answerOf<Data>(reply: Response): Promise<Data> {
  const { data, error } = await reply.json()
  if (!reply.ok) throw new Refused(error?.message)
  return data
}

function messageOf(error: unknown): string {
  return error instanceof Refused && error.message
    ? error.message
    : 'No pudimos comunicarnos con el servicio. Revise su conexión.'
}

/** Shows the saved files of a question, each with a checked box. */
function showHeld(form: HTMLFormElement, question: string, files: readonly Held[]): void {
  const list = form.querySelector<HTMLElement>(`[data-files="${question}"]`)!
  for (const old of list.querySelectorAll('.choice')) old.remove()
  for (const { key, name } of files.filter((file) => file.question === question)) {
    const [label, box, words] = [
      document.createElement('label'),
      document.createElement('input'),
      document.createElement('span'),
    ]
    label.className = 'choice'
    Object.assign(box, { type: 'checkbox', name: `k_${question}`, value: key, checked: true })
    words.textContent = name
    label.append(box, words)
    list.append(label)
  }
  list.hidden = false
}
