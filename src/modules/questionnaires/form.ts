import type { Organisation } from '#kernel/branding.ts'
import { longDay } from '#kernel/dates.ts'
import type { FaultDetail } from '#kernel/failure.ts'
import { type Html, html, joined, lines, NOTHING } from '#kernel/html.ts'
import {
  type Answers,
  answerWords,
  type Condition,
  given,
  type Option,
  optionsOf,
  progressOf,
  type Question,
  type Section,
} from '#kernel/questions.ts'
import { area, boxes, type Field, facts, faultList, field, note } from '#pages/controls.ts'
import type { Page } from '#pages/page.ts'
import type { PublicQuestionnaire } from './answering-schemas.ts'
import { LONGEST } from './rules.ts'

/** The page of a questionnaire for the person who answers: one page in sections, which works without a script. */

export interface Shown {
  questionnaire: PublicQuestionnaire
  organisation: Organisation
  /** The address, relative to the page. */
  here: string
  isSaved?: boolean
  faults?: readonly FaultDetail[]
  message?: string | undefined
}

export const fieldOf = (key: string) => `q_${key}`
export const fileField = (key: string) => `f_${key}`
export const keptField = (key: string) => `k_${key}`
/** Marks a form that lists the files of a question. */
export const HAD_FIELD = 'had'

export function questionnairePage(shown: Shown): Page {
  const { questionnaire: one, organisation, here, faults = [], message, isSaved } = shown
  const { sections, answers } = one
  const hasFiles = sections.some(({ questions }) => questions.some(({ type }) => type === 'file'))
  const progress = progressOf(sections, answers)
  return {
    ...frame(shown, one.name),
    content: html`<h1 tabindex="-1">${one.name}</h1>
${message ? faultList(message, faults.map(pathToField)) : NOTHING}
${isSaved && !message ? note('ok', html`<p role="status">Guardamos lo que escribió. Puede cerrar esta página y volver con el mismo enlace.</p>`) : NOTHING}
${one.note ? note('warn', html`<p><strong>${organisation.name} le pide completar algo:</strong><br>${lines(one.note)}</p>`) : NOTHING}
${one.description ? html`<p>${lines(one.description)}</p>` : NOTHING}
${facts([
  ['Lo pide', organisation.name],
  ['Responde', one.recipientName],
  ['Hasta', longDay(one.dueOn)],
])}
<form method="post" action="${here}" novalidate${hasFiles ? html` enctype="multipart/form-data"` : NOTHING} data-sections="${JSON.stringify(sections)}" data-save="${here}">
${joined(
  sections.map((section, index) => sectionOf(section, index, shown)),
  '\n',
)}
<div class="sending">
<p class="progress" role="status" data-saved>${progressWords(progress)}</p>
<div class="actions">
<button name="act" value="send">Enviar mi respuesta</button>
<button name="act" value="save" class="plain">Guardar y seguir después</button>
</div>
<p class="hint">Su respuesta llega a ${organisation.name}, que la usa para cumplir la ley de protección de datos. Este enlace es solo suyo.</p>
</div>
</form>`,
    posts: true,
    script: 'questionnaire.js',
  }
}

/** The page after sending. */
export function sentPage(shown: Pick<Shown, 'questionnaire' | 'organisation'>): Page {
  const { questionnaire: one, organisation } = shown
  return {
    ...frame(shown, one.name),
    content: html`<h1>Gracias: su respuesta llegó</h1>
${note('ok', html`<p>${organisation.name} recibió su respuesta a «${one.name}»${one.submittedAt ? html` el ${longDay(new Date(one.submittedAt))}` : NOTHING}.</p>`)}
<p>Si hace falta aclarar algo, le llegará un correo y podrá corregirla con este mismo enlace. Ya puede cerrar esta página.</p>`,
  }
}

function frame({ organisation }: Pick<Shown, 'organisation'>, title: string) {
  return { title: `${title} · ${organisation.name}`, organisation, sheets: ['questionnaire.css'] as const }
}

export function progressWords({ asked, answered }: { asked: number; answered: number }): string {
  return `Respondió ${answered} de ${asked} ${asked === 1 ? 'pregunta' : 'preguntas'}.`
}

function pathToField({ path, message }: FaultDetail) {
  const key = /^answers\.(\w+)$/.exec(path)?.[1]
  return { path: key ? fieldOf(key) : path.startsWith('files') ? '' : path, message }
}

function sectionOf(section: Section, index: number, shown: Shown): Html {
  const all = shown.questionnaire.sections
  return html`<section class="part" data-section="${index}" aria-labelledby="part-${index}">
<h2 id="part-${index}">${section.title}</h2>
${section.description ? html`<p class="hint">${lines(section.description)}</p>` : NOTHING}
${onlyIf(section.showIf, all)}
${joined(
  section.questions.map(
    (question) => html`<div data-question="${question.key}">
${onlyIf(question.showIf, all)}${controlOf(question, shown)}
</div>`,
  ),
  '\n',
)}
</section>`
}

/** Says for whom a question is. The script hides this text, and hides the question from others. */
function onlyIf(conditions: readonly Condition[] | null | undefined, sections: readonly Section[]): Html {
  const questions = sections.flatMap(({ questions }) => questions)
  const words = (conditions ?? []).flatMap(({ question, operator, value }) => {
    const other = questions.find(({ key }) => key === question)
    if (!other) return []
    const answer = answerWords(other, value ?? '').join()
    return {
      is: `respondió «${answer}» a «${other.label}»`,
      is_not: `no respondió «${answer}» a «${other.label}»`,
      includes: `marcó «${answer}» en «${other.label}»`,
      answered: `respondió «${other.label}»`,
    }[operator]
  })
  return words.length === 0
    ? NOTHING
    : html`<p class="only-if" data-only-if>Solo si ${words.join(' y ')}.</p>\n`
}

const INPUTS: Readonly<Partial<Record<Question['type'], Html>>> = {
  email: html`type="email" autocomplete="off" inputmode="email"`,
  number: html`inputmode="decimal" autocomplete="off"`,
  date: html`type="date" max="2200-12-31"`,
}

function controlOf(question: Question, shown: Shown): Html {
  const { key, type, label, hint, required } = question
  const { answers } = shown.questionnaire
  const fault = shown.faults?.find(({ path }) => path === `answers.${key}`)?.message
  const values = given(answers[key])
  const common: Field = {
    name: fieldOf(key),
    label,
    hint: hint ?? undefined,
    fault,
    value: values[0],
    isOptional: !required,
    isRequired: false,
  }
  const options = optionsOf(question)
  switch (type) {
    case 'long_text':
      return area({ ...common, input: html`rows="4" maxlength="${LONGEST.long_text}"` })
    case 'yes_no':
    case 'choice':
      return radios(question, options ?? [], answers, fault)
    case 'choices':
      return boxes(fieldOf(key), required ? label : `${label} (opcional)`, options ?? [], {
        values,
        fault,
        hint: `${hint ? `${hint} ` : ''}Puede marcar varias.`,
      })
    case 'file':
      return filesOf(question, shown)
    default:
      return field({
        ...common,
        input: INPUTS[type] ?? html`maxlength="${LONGEST[type]}" autocomplete="off"`,
      })
  }
}

/** One option, or none if the question is optional. */
function radios(
  { key, label, hint, required }: Question,
  options: readonly Option[],
  answers: Answers,
  fault: string | undefined,
): Html {
  const name = fieldOf(key)
  const [value] = given(answers[key])
  const described = [...(hint ? [`${name}-hint`] : []), ...(fault ? [`${name}-fault`] : [])].join(' ')
  const list = options.map(
    (
      one,
      index,
    ) => html`<label class="choice"><input type="radio"${index === 0 ? html` id="${name}"` : NOTHING} name="${name}" value="${one.value}"${one.value === value ? html` checked` : NOTHING}>
<span>${one.label}</span></label>`,
  )
  return html`<fieldset${described ? html` aria-describedby="${described}"` : NOTHING}>
<legend>${label}${required ? NOTHING : html` <small>(opcional)</small>`}</legend>
${hint ? html`<p class="hint" id="${name}-hint">${hint}</p>\n` : NOTHING}<div class="radios">
${joined(list, '\n')}
</div>
${fault ? html`<p class="fault" id="${name}-fault">${fault}</p>\n` : NOTHING}</fieldset>`
}

/** The attached files with a way to remove them, and a field for one more. */
function filesOf({ key, label, hint, required }: Question, { questionnaire, faults }: Shown): Html {
  const files = questionnaire.files.filter(({ question }) => question === key)
  const fault = faults?.find(({ path }) => path === `answers.${key}` || path === fileField(key))?.message
  const held = files.map(
    (
      file,
    ) => html`<label class="choice"><input type="checkbox" name="${keptField(key)}" value="${file.key}" checked>
<span>${file.name}</span></label>`,
  )
  return html`<input type="hidden" name="${HAD_FIELD}" value="${key}">
<fieldset class="files" data-files="${key}"${files.length === 0 ? html` hidden` : NOTHING}>
<legend>Archivos que adjuntó: ${label}</legend>
<p class="hint">Quite la marca de uno para borrarlo.</p>
${joined(held, '\n')}
</fieldset>
${field({
  name: fileField(key),
  label,
  hint: `${hint ? `${hint} ` : ''}PDF, imagen o Word, hasta 10 MB.`,
  fault,
  isOptional: !required,
  isRequired: false,
  input: html`type="file" accept=".pdf,.png,.jpg,.jpeg,.webp,.heic,.docx" data-upload="${key}"`,
})}`
}
