import type { Organisation } from '#kernel/branding.ts'
import type { FaultDetail } from '#kernel/failure.ts'
import { type Html, html, joined, lines, mailLink, NOTHING } from '#kernel/html.ts'
import { LAW_NAME } from '#kernel/law/wording.ts'
import { stopAfter } from '#kernel/text.ts'
import type { SentFile } from '#modules/files/public.ts'
import { area, box, boxes, choices, faultList, field, HONEYPOT, note } from '#pages/controls.ts'
import type { Page } from '#pages/page.ts'
import { RIGHTS } from '../knowledge.ts'
import type { RightType } from '../rules.ts'
import { ASKER_FIELD, askerIn, QUESTIONS, type Question } from './questions.ts'
import type { FormConfig } from './schemas.ts'

/** The rights form as people see it: which right, whose data, what the law asks of a request for it, and who asks. */

export interface Shown {
  config: FormConfig
  organisation: Organisation
  /** The sites that may frame the page, if it is framed. */
  embeddedBy: readonly string[] | undefined
  answerDays: Uses['answerDays']
  policyUrl: Uses['policyUrl']
}

/** What the organisation does with the data of the request itself. */
export interface Uses {
  answerer: string
  /** How long copies gathered for an answer are kept. */
  answerDays: number
  /** The policy of the answering entity in force, if there is one. */
  policyUrl: string | undefined
  /** In the page of another site, the policy opens in a tab of its own. */
  isEmbedded?: boolean
}

/** The values and faults of a form that is shown again. */
export interface Filled {
  values: URLSearchParams
  faults: readonly FaultDetail[]
  message: string | undefined
  /** Files that have already arrived and need not be sent again. */
  files: readonly KeptFile[]
}

/** The fields that hold files, and what those are. */
export const FILE_FIELDS = { mandato: 'mandate', documento: 'other' } as const
export type KeptFile = Pick<SentFile, 'uploadKey' | 'kind' | 'name'>
/** The hidden field by which a refused page names a file that has already arrived. */
export const KEPT_FIELD = 'archivo'

const LOOK = { sheets: ['rights-request.css'], script: 'rights-request.js' } as const
const EMPTY: Filled = { values: new URLSearchParams(), faults: [], message: undefined, files: [] }

/** Query parameters: the right, and whether the page is inside another site's page. */
export const RIGHT_PARAM = 'derecho'
export const FRAME_PARAM = 'marco'

function pageOf({ config, organisation, embeddedBy }: Shown, content: Html): Page {
  const { title, theme, organizationName } = config
  return {
    title: `${title} · ${organisation.name}`,
    content: html`<h1 tabindex="-1">${title}</h1>
<p>Responde ${organizationName}${stopAfter(organizationName)}</p>
${content}`,
    organisation,
    theme,
    posts: true,
    ...LOOK,
    ...(embeddedBy && { isEmbedded: true, mayBeFramed: embeddedBy }),
  }
}

// ── which right ──

export function choicePage(shown: Shown): Page {
  const { intro, notice, rightTypes, contactEmail } = shown.config
  const content = html`${intro ? html`<p>${lines(intro)}</p>\n` : NOTHING}${notice ? note('info', html`<p>${notice}</p>`) : NOTHING}
<form method="get" data-step="choice">
${shown.embeddedBy ? html`<input type="hidden" name="${FRAME_PARAM}" value="1">\n` : NOTHING}${rightChoices(rightTypes)}
<button>Continuar</button>
</form>
${help(contactEmail)}`
  return pageOf(shown, content)
}

// ── the request ──

export function requestPage(shown: Shown, right: RightType, sendKey: string, filled: Filled = EMPTY): Page {
  const { config, embeddedBy } = shown
  const back = embeddedBy ? `?${FRAME_PARAM}=1` : '?'
  const content = html`${faultsIn(filled)}
${chosenRight(right, config.rightTypes.length > 1 ? back : undefined)}
${config.notice ? note('info', html`<p>${config.notice}</p>`) : NOTHING}
<form method="post" enctype="multipart/form-data" data-step="request">
<input type="hidden" name="rightType" value="${right}">
<input type="hidden" name="sendKey" value="${sendKey}">
${askerChoice(filled)}
${questionFields(right, filled)}
<h2>La persona de quien son los datos</h2>
<p class="hint only-representative">Aquí van los datos de la persona por quien pide; los de usted van más abajo.</p>
${personFields(filled)}
${representativeFields(filled)}
<h2>Dónde le respondemos</h2>
${mailField(filled)}
${declaration(filled)}
${usesOf({ ...shown, answerer: config.organizationName, isEmbedded: embeddedBy !== undefined })}
${HONEYPOT}
<p class="hint draft" hidden>Lo que escribe se guarda solo en esta pestaña de su navegador, para que no lo pierda. Se borra al enviar o al cerrarla; los archivos no se guardan.</p>
<div class="actions"><button>Enviar la solicitud</button><button type="button" class="plain" data-act="clear" hidden>Borrar lo escrito</button></div>
</form>
${help(config.contactEmail)}`
  return pageOf(shown, content)
}

// ── parts, which the portal has too ──

export function rightChoices(rights: FormConfig['rightTypes']): Html {
  const options = rights.map(({ value, label, description, article }) => ({
    value,
    label: html`<strong>${label}</strong>`,
    hint: `${description.replace(/\.$/, '')} (${article.split(',', 1)[0]!.replaceAll(' ', '\u00a0')}).`,
  }))
  return choices(RIGHT_PARAM, '¿Qué derecho quiere ejercer?', options, {
    hint: `Los artículos son de la ${LAW_NAME}.`,
  })
}

/** The heading above the questions. `back` leads to the other rights, if there are any. */
export function chosenRight(right: RightType, back: string | undefined): Html {
  const { label, description, article } = RIGHTS[right]
  return html`<div class="chosen">
<h2>${label}</h2>
<p>${description}</p>
<p class="hint">${article.charAt(0).toUpperCase()}${article.slice(1)}</p>
${back === undefined ? NOTHING : html`<p><a href="${back}" data-step="back">Elegir otro derecho</a></p>\n`}</div>`
}

export function faultsIn({ message, faults }: Filled): Html {
  return message || faults.length > 0 ? faultList(message ?? '', faults) : NOTHING
}

export function declaration(filled: Filled): Html {
  return box('declarationTruthful', 'Declaro que lo que informo es verdadero', {
    checked: isTicked(filled, 'declarationTruthful'),
    required: true,
    fault: faultAt(filled, 'declarationTruthful'),
  })
}

function help(contactEmail: string | null): Html {
  return contactEmail ? html`<p class="hint">¿Dudas? Escriba a ${mailLink(contactEmail)}.</p>` : NOTHING
}

/** The fields that art. 11 d requires for this right, and one for further remarks. */
export function questionFields(right: RightType, filled: Filled = EMPTY): Html {
  return html`${joined(
    QUESTIONS[right].map((question) => questionField(question, filled)),
    '\n',
  )}
${area({
  name: 'description',
  label: 'Algo más que quiera decir',
  isOptional: true,
  value: typedIn(filled, 'description'),
  fault: faultAt(filled, 'description'),
  input: html`rows="4" maxlength="10000"`,
})}
${fileField('documento', 'Un documento que respalde lo que pide', 'Si tiene uno.', filled)}`
}

function fileField(name: keyof typeof FILE_FIELDS, label: string, hint: string, filled: Filled): Html {
  const arrived = filled.files
    .filter(({ kind }) => kind === FILE_FIELDS[name])
    .map(
      (file) => html`<p class="hint">Ya recibimos «${file.name}»: no hace falta adjuntarlo de nuevo.</p>
<input type="hidden" name="${KEPT_FIELD}" value="${file.kind} ${file.uploadKey} ${file.name}">`,
    )
  return html`${field({
    name,
    label,
    hint: `${hint} PDF, imagen o Word, de hasta 10 MB.`,
    fault: faultAt(filled, name),
    isOptional: true,
    input: html`type="file" accept=".pdf,.png,.jpg,.jpeg,.webp,.heic,.docx"`,
  })}
${arrived}`
}

function questionField(question: Question, filled: Filled): Html {
  const { name, kind, label, hint, options = [], isOptional = false, onlyWith } = question
  const [value, fault] = [typedIn(filled, name), faultAt(filled, name)]
  // A question that depends on another answer cannot be required by the markup.
  const common = { name, label, hint, fault, value, isOptional, ...(onlyWith && { isRequired: false }) }
  const drawn = {
    line: () => field({ ...common, input: html`maxlength="500"` }),
    folio: () =>
      field({ ...common, input: html`maxlength="30" autocomplete="off" autocapitalize="characters"` }),
    date: () => field({ ...common, input: html`type="date" max="2200-12-31"` }),
    text: () => area({ ...common, input: html`rows="4" maxlength="10000"` }),
    yes: () => box(name, label, { checked: isTicked(filled, name), fault }),
    one: () => choices(name, label, options, { value, fault, hint }),
    some: () => boxes(name, label, options, { values: filled.values.getAll(name), fault, hint }),
  }[kind]()
  return onlyWith ? html`<div class="only-${onlyWith.as}">${drawn}</div>` : drawn
}

/** Nothing is preselected: nobody is assumed to ask for themself. */
function askerChoice(filled: Filled): Html {
  return html`${choices(
    ASKER_FIELD,
    '¿De quién son los datos?',
    [
      { value: 'self', label: 'Míos' },
      {
        value: 'representative',
        label: 'De una persona a quien represento',
        hint: 'Por ejemplo, un hijo, o quien me dio un mandato.',
      },
      { value: 'heir', label: 'De una persona que falleció, y soy su heredero o heredera' },
    ],
    { value: askerIn(filled.values) },
  )}
<div class="only-representative">
<p class="hint only-heir">Los herederos pueden ejercer los derechos de quien falleció, salvo que esa persona lo haya prohibido expresamente o lo prohíba una ley (art. 4).</p>
<p class="hint">Donde lea «sus datos» o «mis datos», son los de la persona por quien pide.</p>
</div>`
}

/** For persons in the portal, who have already proven their address and RUT. */
export function knownFields(filled: Filled): Html {
  return html`${nameField(filled, 'Su nombre completo')}
${relationField(filled, 'Su relación con la organización')}`
}

function personFields(filled: Filled): Html {
  return html`${nameField(filled, 'Nombre completo')}
${field({
  ...commonOf(filled, 'subjectRut'),
  label: 'RUT',
  hint: 'Por ejemplo 12.345.678-5. Ayuda a comprobar de quién son los datos.',
  isOptional: true,
  input: html`maxlength="20" autocomplete="off" data-rut`,
})}
${relationField(filled, 'Relación con la organización')}`
}

function nameField(filled: Filled, label: string): Html {
  return field({
    ...commonOf(filled, 'subjectName'),
    label,
    input: html`autocomplete="name" maxlength="200"`,
  })
}

function relationField(filled: Filled, label: string): Html {
  return field({
    ...commonOf(filled, 'organizationRelation'),
    label,
    hint: 'Por ejemplo: cliente, trabajadora, proveedor, ninguna.',
    isOptional: true,
    input: html`maxlength="500"`,
  })
}

function mailField(filled: Filled): Html {
  return field({
    ...commonOf(filled, 'subjectEmail'),
    label: 'Su correo electrónico',
    hint: 'El de usted, que pide: ahí llegan el folio y la respuesta.',
    input: html`type="email" autocomplete="email" maxlength="254"`,
  })
}

/** Art. 14 ter, of the request itself: what the organisation's records say, and nothing they do not. */
export function usesOf({ answerer, answerDays, policyUrl, isEmbedded }: Uses): Html {
  const more = policyUrl
    ? html` Lo demás está en su <a href="${policyUrl}"${isEmbedded ? html` target="_blank" rel="noopener"` : NOTHING}>política de privacidad</a> (art. 14 ter).`
    : NOTHING
  return html`<p class="hint">${answerer} usa lo que escribe aquí para responderle, y lo guarda para acreditar que lo hizo (art. 11). Las copias de datos que reúna para la respuesta se eliminan a los ${answerDays} días de entregarla.${more}</p>`
}

const commonOf = (filled: Filled, name: string) => ({
  name,
  value: typedIn(filled, name),
  fault: faultAt(filled, name),
})

/** A style sheet hides it from those who ask for themselves. Browsers without that rule always show it. */
function representativeFields(filled: Filled): Html {
  const common = (name: string) => commonOf(filled, name)
  return html`<fieldset class="only-representative">
<legend>Usted, que pide por esa persona</legend>
<p class="hint">Quien pide por otra persona también dice quién es (arts. 4 y 11).</p>
${field({ ...common('representativeName'), label: 'Su nombre completo', isRequired: false, input: html`maxlength="200" autocomplete="off"` })}
${field({ ...common('representativeRut'), label: 'Su RUT', isOptional: true, input: html`maxlength="20" autocomplete="off" data-rut` })}
${field({ ...common('representativeRelation'), label: 'Su relación con la persona', hint: 'Por ejemplo: madre, hijo, mandatario, cónyuge.', isRequired: false, input: html`maxlength="500"` })}
${fileField('mandato', 'El documento que lo acredita', 'Por ejemplo: el mandato, un certificado de nacimiento, una resolución, la posesión efectiva.', filled)}
</fieldset>`
}

function typedIn({ values }: Filled, name: string): string | undefined {
  return values.get(name) ?? undefined
}

function isTicked({ values }: Filled, name: string): boolean {
  return values.get(name) === 'true'
}

function faultAt({ faults }: Filled, name: string): string | undefined {
  return faults.find(({ path }) => path === name)?.message
}
