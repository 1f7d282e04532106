import type { Organisation } from '#kernel/branding.ts'
import type { FaultDetail } from '#kernel/failure.ts'
import { type Html, html, joined, lines, NOTHING } from '#kernel/html.ts'
import { citation, type LawOnDay } from '#kernel/law/wording.ts'
import {
  area,
  box,
  boxes,
  type Field as Control,
  choices,
  facts,
  faultList,
  field,
  HONEYPOT,
  note,
  select,
} from '#pages/controls.ts'
import type { Page } from '#pages/page.ts'
import type { TemplateRow } from './repo.ts'
import { ageToConsent, type Field, typeOf } from './rules.ts'

/** The consent form as people see it: one purpose, its questions, and a box that is not ticked in advance. */

export interface Shown {
  template: TemplateRow
  organisation: Organisation
  /** The sites that may frame the page, if it is framed. */
  embeddedBy: readonly string[] | undefined
}

/** Who asks, how to reach them, and where to read more (art. 14 ter). */
export interface Asking extends Shown {
  responsible: { name: string; taxId: string | null; contactEmail: string | null }
  /** Relative to the page. */
  links: { policy: string | undefined; rights: string }
  on: LawOnDay
}

export interface Filled {
  values: URLSearchParams
  faults: readonly FaultDetail[]
  message: string | undefined
}

export const EMPTY: Filled = { values: new URLSearchParams(), faults: [], message: undefined }

export const FRAME_PARAM = 'marco'

/** Keys of fields are free text. These names are valid in forms and addresses. */
export const fieldName = (index: number) => `campo-${index}`

/** The field that identifies the person: the form's own email field, or else one of ours. */
export function refField({ fields }: Pick<TemplateRow, 'fields'>): string {
  const index = fields.findIndex(({ type }) => type.toLowerCase() === 'email')
  return index < 0 ? 'subjectRef' : fieldName(index)
}

/** The law requires the age, even if the form does not list it. */
export function asksAge({ require_age, fields }: Pick<TemplateRow, 'require_age' | 'fields'>): boolean {
  return require_age && !fields.some(({ key }) => key === 'age' || key === 'birthDate')
}

export function framed({ embeddedBy }: Pick<Shown, 'embeddedBy'>): string {
  return embeddedBy ? `?${FRAME_PARAM}=1` : ''
}

function pageOf({ organisation, embeddedBy }: Shown, title: string, content: Html): Page {
  return {
    title: `${title} · ${organisation.name}`,
    content: html`<h1>${title}</h1>
${content}`,
    organisation,
    posts: true,
    sheets: ['consent-form.css'],
    script: 'consent-form.js',
    ...(embeddedBy && { isEmbedded: true, mayBeFramed: embeddedBy }),
  }
}

export function consentPage(shown: Asking, here: string, sendKey: string, filled: Filled = EMPTY): Page {
  const { template, responsible, on } = shown
  const { fields, sensitive, version } = template
  const ref = refField(template)
  const content = html`${faultsOf(filled)}${template.description ? html`<p>${lines(template.description)}</p>\n` : NOTHING}<form method="post">
<input type="hidden" name="sendKey" value="${sendKey}">
<input type="hidden" name="version" value="${version}">
<section class="purpose" aria-labelledby="purpose">
<h2 id="purpose">Lo que ${responsible.name} le pide</h2>
<p>${lines(template.purpose_text)}</p>
</section>
${sensitive ? note('warn', html`<p>Se trata de <strong>datos sensibles</strong>. Por eso su consentimiento tiene que ser expreso.</p>`) : NOTHING}
${informed(shown)}
${ref === 'subjectRef' ? emailField(filled) : NOTHING}
${joined(
  fields.map((one, index) => fieldOf(one, index, fieldName(index) === ref, filled)),
  '\n',
)}
${asksAge(template) ? ageField(filled) : NOTHING}
${template.require_age ? representativeFields(sensitive, on, filled) : NOTHING}
${box('granted', sensitive ? `Sí: consiento expresamente en que ${responsible.name} trate mis datos sensibles para lo que dice arriba` : 'Sí: consiento en lo que dice arriba', { required: true, fault: faultAt(filled, 'granted') })}
${HONEYPOT}
<p class="hint">No está obligado a aceptar. Si acepta, puede retirarlo cuando quiera, sin dar razones y sin costo (art. 12).${template.confirm_email ? ' Le enviaremos un correo: vale cuando lo confirme ahí.' : ''}</p>
<button>Otorgar mi consentimiento</button>
</form>
<p><a href="${here}/retirar${framed(shown)}">Ya lo di y quiero retirarlo</a></p>`
  return pageOf(shown, template.name, content)
}

/** The facts that a person must know before they decide. Inside another site's page links open in a new tab. */
function informed({ template, responsible, links, on, embeddedBy }: Asking): Html {
  const { name, taxId, contactEmail } = responsible
  const link = (href: string, words: string) =>
    html`<a href="${href}"${embeddedBy ? html` target="_blank" rel="noopener"` : NOTHING}>${words}</a>`
  return facts([
    ['Responsable', taxId ? `${name}, RUT ${taxId}` : name],
    [
      'Por qué puede tratar sus datos',
      template.sensitive
        ? `Solo con su consentimiento expreso, por ser sensibles (${citation(on, 'art. 16')}).`
        : `Solo con su consentimiento (${citation(on, 'art. 12')}).`,
    ],
    ...(contactEmail
      ? ([
          ['Contacto', link(`mailto:${encodeURIComponent(contactEmail).replace('%40', '@')}`, contactEmail)],
        ] as const)
      : []),
    [
      'Saber más',
      html`${links.policy ? html`${link(links.policy, 'Política de privacidad')}: qué datos trata, a quién los comunica y por cuánto tiempo los guarda.<br>` : NOTHING}${link(links.rights, 'Sus derechos')}: acceder a sus datos, corregirlos, eliminarlos, llevarlos a otra parte u oponerse.`,
    ],
  ])
}

/** As easy as granting: the person's reference and one button. */
export function withdrawalPage(
  shown: Shown & { on: LawOnDay },
  sendKey: string,
  filled: Filled = EMPTY,
): Page {
  const { name } = shown.template
  const content = html`${faultsOf(filled)}<p>Va a retirar el consentimiento que dio a ${shown.organisation.name} en «${name}». No tiene que dar razones (${citation(shown.on, 'art. 12')}).</p>
<form method="post">
<input type="hidden" name="sendKey" value="${sendKey}">
${field({
  name: 'subjectRef',
  label: 'El correo u otro dato con que dio su consentimiento',
  hint: 'Si hace falta comprobar que es usted, le enviaremos un correo para confirmar.',
  value: filled.values.get('subjectRef') ?? undefined,
  fault: faultAt(filled, 'subjectRef'),
  input: html`maxlength="200" autocomplete="email"`,
})}
${HONEYPOT}
<button>Retirar mi consentimiento</button>
</form>`
  return pageOf(shown, 'Retirar mi consentimiento', content)
}

function faultsOf({ message, faults }: Filled): Html {
  return message || faults.length > 0 ? faultList(message ?? '', faults) : NOTHING
}

function emailField(filled: Filled): Html {
  return field({
    name: 'subjectRef',
    label: 'Su correo electrónico',
    hint: 'Ahí le enviamos una copia, con el enlace para retirarlo.',
    value: filled.values.get('subjectRef') ?? undefined,
    fault: faultAt(filled, 'subjectRef'),
    input: html`type="email" autocomplete="email" maxlength="200"`,
  })
}

function ageField(filled: Filled): Html {
  return field({
    name: 'age',
    label: 'Su edad, en años',
    value: filled.values.get('age') ?? undefined,
    fault: faultAt(filled, 'age'),
    input: html`type="number" inputmode="numeric" min="0" max="130"`,
  })
}

/** Art. 16 quáter. The script shows these fields when the age requires it. Without a script they say for whom they are. */
function representativeFields(sensitive: boolean, on: LawOnDay, filled: Filled): Html {
  const line = ageToConsent(sensitive)
  const common = (name: string) => ({
    name,
    value: filled.values.get(name) ?? undefined,
    fault: faultAt(filled, name),
    isRequired: false,
  })
  return html`<fieldset class="representative" data-below="${line}">
<legend>Si tiene menos de ${line} años</legend>
<p class="hint">${sensitive ? 'Por ser datos sensibles, consiente' : 'Consiente'} su madre, su padre, su representante legal o quien tenga su cuidado personal, con estos datos (${citation(on, 'art. 16 quáter')}).</p>
${field({ ...common('representativeName'), label: 'Nombre de quien representa', input: html`maxlength="200" autocomplete="off"` })}
${field({ ...common('representativeRut'), label: 'RUT de quien representa', input: html`maxlength="20" autocomplete="off" data-rut` })}
${field({ ...common('representativeRelation'), label: 'Qué es de la persona', hint: 'Por ejemplo: madre, padre, tutora.', input: html`maxlength="200"` })}
${box('representativeDeclares', 'Quien representa declara: soy mayor de edad, lo que informo es verdadero y puedo consentir en nombre de esta persona', { fault: faultAt(filled, 'representativeDeclares') })}
</fieldset>`
}

const INPUTS: Readonly<Record<string, Html>> = {
  email: html`type="email" autocomplete="email" maxlength="200"`,
  phone: html`type="tel" autocomplete="tel" maxlength="30"`,
  rut: html`maxlength="20" autocomplete="off" data-rut`,
  number: html`type="number" step="any"`,
  date: html`type="date" max="2200-12-31"`,
}

function fieldOf(one: Field, index: number, isRef: boolean, filled: Filled): Html {
  const { label, required, options } = one
  const [name, kind] = [fieldName(index), typeOf(one)]
  const [value, fault] = [filled.values.get(name) ?? undefined, faultAt(filled, name)]
  const offered = options.map((each) => (typeof each === 'string' ? { value: each, label: each } : each))
  const isOptional = !required && !isRef
  const common: Control = { name, label, value, fault, isOptional }
  switch (kind) {
    case 'textarea':
      return area({ ...common, input: html`rows="4" maxlength="10000"` })
    case 'checkbox':
      return box(name, label, { checked: value === 'true', required, fault })
    case 'select':
      return select({ ...common, options: [{ value: '', label: 'Elija…' }, ...offered] })
    case 'radio':
      return isOptional
        ? select({ ...common, options: [{ value: '', label: 'Prefiero no decirlo' }, ...offered] })
        : choices(name, label, offered, { value, fault })
    case 'multiselect':
      return boxes(name, label, offered, { values: filled.values.getAll(name), fault })
    default:
      return field({
        ...common,
        ...(isRef && { hint: 'Ahí le enviamos una copia, con el enlace para retirarlo.' }),
        input: INPUTS[kind] ?? html`maxlength="10000"`,
      })
  }
}

function faultAt({ faults }: Filled, name: string): string | undefined {
  return faults.find(({ path }) => path === name)?.message
}
