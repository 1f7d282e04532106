import { createHash } from 'node:crypto'
import { escapeHtml } from '#kernel/text.ts'
import type { ToSign } from './schemas.ts'

/** The page a signer's browser shows: the text, a form, and a script of our own; nothing else may run or load. */

const STYLE = `
:root { color-scheme: light; font: 1.05rem/1.6 system-ui, sans-serif }
main { max-width: 46rem; margin: 2rem auto; padding: 0 1rem }
article { border: 1px solid #ccc; border-radius: .4rem; padding: 1rem 1.5rem; overflow-wrap: anywhere }
label { display: block; margin-top: 1rem; font-weight: 600 }
input, button { font: inherit; padding: .6rem .75rem; border-radius: .4rem; border: 1px solid #767676 }
input { display: block; box-sizing: border-box; width: 100%; margin-top: .25rem }
button { margin-top: 1.5rem; border: 0; background: #0b57a4; color: #fff; cursor: pointer }
:focus-visible { outline: 3px solid #e8a200; outline-offset: 2px }
`

const SCRIPT = `
const form = document.querySelector('form')
const result = document.querySelector('[role=status]')
form.addEventListener('submit', async (event) => {
  event.preventDefault()
  const button = form.querySelector('button')
  button.disabled = true
  const body = JSON.stringify({ name: form.name.value, rut: form.rut.value })
  const reply = await fetch(location.pathname, { method: 'POST', headers: { 'content-type': 'application/json' }, body }).catch(() => undefined)
  const answer = await reply?.json().catch(() => undefined)
  if (reply?.ok) { form.remove(); result.textContent = 'Listo: su firma quedó registrada.' }
  else { button.disabled = false; result.textContent = answer?.error?.message ?? 'No pudimos registrar la firma. Intente de nuevo.' }
})
`

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

export const SIGNING_POLICY = `default-src 'none'; script-src ${hash(SCRIPT)}; style-src ${hash(STYLE)}; connect-src 'self'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'`

/** The content comes as it was stored, markup included: the policy lets none of it act. */
export function signingPage({ organization, processor, content, signerName }: ToSign): string {
  return `<!doctype html>
<html lang="es">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>Contrato con ${escapeHtml(organization)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<p>${escapeHtml(organization)} envía este contrato a ${escapeHtml(processor)} para su firma.</p>
<article>${content}</article>
<form>
<label for="name">Su nombre completo</label>
<input id="name" name="name" autocomplete="name" maxlength="200" required value="${escapeHtml(signerName ?? '')}">
<label for="rut">Su RUT</label>
<input id="rut" name="rut" maxlength="20" required placeholder="12.345.678-5">
<button>Firmar el contrato</button>
</form>
<p role="status" aria-live="polite"></p>
</main>
<script>${SCRIPT}</script>
</body>
</html>`
}
