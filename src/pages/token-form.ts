import { type Html, html, joined, NOTHING } from '#kernel/html.ts'
import { NO_SCRIPT, type Page, STATUS, titled } from './page.ts'

/** The page behind a link of a mail: a form and a few lines of script. */
export interface TokenForm {
  title: string
  intro: string
  fields: readonly Field[]
  button: string
  /**
   * Relative, so that the pages also work behind a path of a proxy. The token of the link goes with the fields, or where
   * the address says `{token}`.
   */
  endpoint: string
  done: string
}

interface Field {
  name: string
  label: string
  hint?: string
  /** Attributes of the input. */
  input: Html
}

export function tokenFormPage({ title, intro, fields, button, endpoint, done }: TokenForm): Page {
  const content = html`${NO_SCRIPT}
<form method="post" data-endpoint="${endpoint}" data-done="${done}" hidden>
<p>${intro}</p>
${joined(fields.map(fieldOf), '\n')}
<button>${button}</button>
</form>
${STATUS}`
  return { ...titled(title, content), script: 'token-form.js' }
}

function fieldOf({ name, label, hint, input }: Field): Html {
  const described = hint ? html` aria-describedby="${name}-hint"` : NOTHING
  const below = hint ? html`\n<p class="hint" id="${name}-hint">${hint}</p>` : NOTHING
  return html`<label for="${name}">${label}</label>
<input id="${name}" name="${name}" required ${input}${described}>${below}`
}
