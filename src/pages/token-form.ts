import { type Html, html, joined, NOTHING } from '#kernel/html.ts'
import { type Field, field } from './controls.ts'
import { NO_SCRIPT, type Page, STATUS, titled } from './page.ts'

/** The page behind a mailed link: a form and a few lines of script. */
export interface TokenForm {
  title: string
  intro: string
  fields: readonly (Field & { input: Html })[]
  button: string
  /**
   * Relative, so that the pages also work behind a path of a proxy. The link's token is sent with the fields, or replaces
   * `{token}` in the address.
   */
  endpoint: string
  done: string
  /** The next step from there. */
  after?: Html
  /** The account may have a second factor: the same form asks for it, once the service requires it. */
  mayAskFactor?: boolean
}

const FACTOR = html`<div data-factor hidden>
<p>Su cuenta tiene un segundo factor. Confirme que es usted.</p>
${field({
  name: 'code',
  label: 'Código',
  hint: 'El de su aplicación de códigos, o uno de recuperación.',
  isRequired: false,
  input: html`type="text" autocomplete="one-time-code" autocapitalize="none" spellcheck="false" maxlength="64"`,
})}
</div>
`
const PASSKEY = html`
<button type="button" class="plain" data-passkey hidden>Usar mi llave de acceso</button>`

export function tokenFormPage({
  title,
  intro,
  fields,
  button,
  endpoint,
  done,
  after = NOTHING,
  mayAskFactor = false,
}: TokenForm): Page {
  const content = html`${NO_SCRIPT}
<form method="post" data-endpoint="${endpoint}" data-done="${done}" hidden>
<p>${intro}</p>
${joined(fields.map(field), '\n')}
${mayAskFactor ? FACTOR : NOTHING}<button>${button}</button>${mayAskFactor ? PASSKEY : NOTHING}
</form>
${STATUS}${after}`
  return { ...titled(title, content), script: 'token-form.js' }
}
