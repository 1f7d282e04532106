import { type Html, html, joined, NOTHING } from '#kernel/html.ts'
import { type Field, field } from './controls.ts'
import { NO_SCRIPT, type Page, STATUS, titled } from './page.ts'

/** The page behind a link of a mail: a form and a few lines of script. */
export interface TokenForm {
  title: string
  intro: string
  fields: readonly (Field & { input: Html })[]
  button: string
  /**
   * Relative, so that the pages also work behind a path of a proxy. The token of the link goes with the fields, or where
   * the address says `{token}`.
   */
  endpoint: string
  done: string
  /** Where to go on from there. */
  after?: Html
}

export function tokenFormPage({
  title,
  intro,
  fields,
  button,
  endpoint,
  done,
  after = NOTHING,
}: TokenForm): Page {
  const content = html`${NO_SCRIPT}
<form method="post" data-endpoint="${endpoint}" data-done="${done}" hidden>
<p>${intro}</p>
${joined(fields.map(field), '\n')}
<button>${button}</button>
</form>
${STATUS}${after}`
  return { ...titled(title, content), script: 'token-form.js' }
}
