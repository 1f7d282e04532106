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
    bare: true,
    content: html`<main>
<p>${organization} envía este contrato a ${processor} para su firma.</p>
<article>${trustedHtml(content)}</article>
${NO_SCRIPT}
<form method="post" hidden>
<label for="name">Su nombre completo</label>
<input id="name" name="name" autocomplete="name" maxlength="200" required value="${signerName ?? ''}">
<label for="rut">Su RUT <small>(si firma desde el extranjero y no tiene, déjelo en blanco)</small></label>
<input id="rut" name="rut" maxlength="20" placeholder="12.345.678-5">
<p><label for="authority"><input id="authority" name="authority" type="checkbox" value="yes" required> Declaro tener facultades para firmar este contrato por ${processor}.</label></p>
<p><small>Al firmar, usted acepta el texto de este documento con una firma electrónica simple, que la Ley 19.799 reconoce como firma. Guardamos su nombre, su RUT, la fecha y hora, la red desde la que firma y la huella del texto, y le enviamos a su correo una copia firmada.</small></p>
<button>Firmar el contrato</button>
</form>
${STATUS}
</main>`,
  }
}
