import { html, trustedHtml } from '#kernel/html.ts'
import { NO_SCRIPT, type Page, STATUS } from '#pages/page.ts'
import type { ToSign } from './schemas.ts'

/** What a signer's browser shows: the text as it was stored, markup included, and the form that signs it. */
export function signingPage({ organization, processor, content, signerName }: ToSign): Page {
  return {
    title: `Contrato con ${organization}`,
    sheets: ['signing.css'],
    script: 'signing.js',
    holdsForeignMarkup: true,
    content: html`<main>
<p>${organization} envía este contrato a ${processor} para su firma.</p>
<article>${trustedHtml(content)}</article>
${NO_SCRIPT}
<form method="post" hidden>
<label for="name">Su nombre completo</label>
<input id="name" name="name" autocomplete="name" maxlength="200" required value="${signerName ?? ''}">
<label for="rut">Su RUT</label>
<input id="rut" name="rut" maxlength="20" required placeholder="12.345.678-5">
<button>Firmar el contrato</button>
</form>
${STATUS}
</main>`,
  }
}
