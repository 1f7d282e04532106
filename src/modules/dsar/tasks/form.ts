import type { Organisation } from '#kernel/branding.ts'
import { longDay } from '#kernel/dates.ts'
import type { FaultDetail } from '#kernel/failure.ts'
import { type Html, html, joined, NOTHING } from '#kernel/html.ts'
import { area, choices, facts, faultList, field, note } from '#pages/controls.ts'
import type { Page } from '#pages/page.ts'
import { groundText } from './knowledge.ts'
import type { PublicTask } from './schemas.ts'

/** A task as the owner of a system sees it: one page without scripts. */

export interface Shown {
  task: PublicTask
  organisation: Organisation
  /** The page's own address, relative. */
  here: string
  /** The form that was refused. */
  sent?: URLSearchParams | undefined
  faults?: readonly FaultDetail[]
  message?: string | undefined
}

export const FILES_FIELD = 'files'
/** Bound for one form. */
const MOST_FILES_SENT = 4

export function taskPage(shown: Shown): Page {
  const { task, organisation, here, faults = [], message } = shown
  return {
    ...frame(shown),
    content: html`<h1 tabindex="-1">Buscar en «${task.systemName}»</h1>
${message ? faultList(message, faults.map(toField)) : NOTHING}
<p>${task.asks} ${task.organizationName} le pide ayuda para responderle (${task.article}).</p>
${facts([
  ['Lo pide', organisation.name],
  ['Sistema', task.systemName],
  ['Responda hasta', longDay(task.dueOn)],
])}
<h2>A quién buscar</h2>
${facts(personOf(task))}
${task.change.length > 0 ? html`<h2>Qué pidió, en sus palabras</h2>\n${facts(task.change.map(({ label, text }) => [label, text] as const))}` : NOTHING}
<h2>Qué hacer</h2>
<p>${task.instructions}</p>
${note('warn', html`<p>Use estos datos solo para esto. No los copie en otro lugar ni reenvíe el enlace.</p>`)}
<form method="post" action="${here}" novalidate enctype="multipart/form-data">
${fields(shown)}
<div class="actions"><button>Enviar la respuesta</button></div>
<p class="hint">Se responde una sola vez. Queda con la fecha y su nombre, para acreditar lo que se hizo (art. 11).</p>
${task.notice ? html`<p class="hint">${task.notice}</p>\n` : NOTHING}</form>`,
    posts: true,
  }
}

function personOf({ person }: PublicTask): (readonly [string, string])[] {
  if (!person) return []
  return [
    ['Nombre', person.name],
    ...(person.rut ? [['RUT', person.rut] as const] : []),
    ...(person.email ? [['Correo', person.email] as const] : []),
  ]
}

function fields({ task, sent, faults = [] }: Shown): Html {
  const value = (name: string) => sent?.get(name) ?? undefined
  const fault = (name: string) => faults.find((one) => toField(one).path === name)?.message
  return html`${choices(
    'outcome',
    '¿Qué encontró?',
    task.outcomes.map(({ value, label, hint }) => ({ value, label, ...(hint && { hint }) })),
    { value: value('outcome'), fault: fault('outcome') },
  )}
${task.grounds.length > 0 ? grounds(task, value, fault) : NOTHING}
${area({
  name: 'notes',
  label: 'Qué hizo y qué encontró',
  hint: 'Con qué datos buscó, qué había y qué cambió. La persona que pide puede leerlo: no anote datos de otras personas. Los datos que se le entregan van en los archivos.',
  value: value('notes'),
  fault: fault('notes'),
  isOptional: true,
  input: html`rows="5" maxlength="10000"`,
})}
${field({
  name: FILES_FIELD,
  label: 'Archivos',
  hint: `Planilla, CSV, JSON, PDF, imagen o Word: hasta ${MOST_FILES_SENT}, de 10 MB cada uno.`,
  fault: fault(FILES_FIELD),
  isOptional: true,
  input: html`type="file" multiple accept=".pdf,.png,.jpg,.jpeg,.webp,.heic,.docx,.xlsx,.csv,.json,.txt"`,
})}
${field({
  name: 'name',
  label: 'Su nombre',
  value: value('name') ?? task.ownerName ?? '',
  fault: fault('name'),
  isRequired: false,
  input: html`maxlength="200" autocomplete="name"`,
})}`
}

const OTHER = 'other'

/** Shown with the outcome `kept` only. */
function grounds(
  task: PublicTask,
  value: (name: string) => string | undefined,
  fault: (name: string) => string | undefined,
): Html {
  const list = [
    ...task.grounds.map((ground) => ({
      value: groundText(ground),
      label: ground.text,
      hint: ground.article,
    })),
    { value: OTHER, label: 'Otro motivo', hint: 'Escríbalo abajo, con su artículo' },
  ].map(
    (
      one,
      index,
    ) => html`<label class="choice"><input type="radio"${index === 0 ? html` id="article"` : NOTHING} name="article" value="${one.value}"${value('article') === one.value ? html` checked` : NOTHING}>
<span>${one.label}<span class="hint">${one.hint}</span></span></label>`,
  )
  const wrong = fault('article')
  return html`<div class="only-kept"><fieldset${wrong ? html` aria-describedby="article-fault"` : NOTHING}>
<legend>Si queda algo como está: ¿por qué?</legend>
<p class="hint">Solo si eligió la última respuesta.</p>
${joined(list, '\n')}
${wrong ? html`<p class="fault" id="article-fault">${wrong}</p>\n` : NOTHING}</fieldset>
<div class="only-other">
${field({
  name: 'otherArticle',
  label: 'Otro motivo, con su artículo',
  value: value('otherArticle'),
  isOptional: true,
  input: html`maxlength="300" autocomplete="off"`,
})}
</div></div>`
}

/** The reason that a form states: one from the list, or the text beside it. */
export function articleOf(sent: URLSearchParams): string | null {
  const chosen = sent.get('article')
  const written = sent.get('otherArticle')?.trim() || null
  return chosen === null || chosen === OTHER ? written : chosen
}

function toField({ path, message }: FaultDetail) {
  return { path: path.startsWith(FILES_FIELD) ? FILES_FIELD : path, message }
}

/** After the answer the page no longer names the person. */
export function answeredPage(shown: Pick<Shown, 'task' | 'organisation'>): Page {
  const { task, organisation } = shown
  return {
    ...frame(shown),
    content: html`<h1>Gracias: la respuesta llegó</h1>
${note('ok', html`<p>${organisation.name} recibió la respuesta sobre «${task.systemName}»${task.doneAt ? html` el ${longDay(new Date(task.doneAt))}` : NOTHING}.</p>`)}
<p>Ya puede cerrar esta página. Si bajó o copió datos para buscarlos, bórrelos.</p>`,
  }
}

function frame({ organisation, task }: Pick<Shown, 'organisation' | 'task'>) {
  return {
    title: `Buscar en «${task.systemName}» · ${organisation.name}`,
    organisation,
    sheets: ['task.css'] as const,
  }
}
