import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify'
import { escapeHtml } from '#kernel/text.ts'

/** Where the links in mails lead: a form, a few lines of script, and nothing from anywhere else. */
export function usePages(app: FastifyInstance): void {
  for (const [path, page] of Object.entries(PAGES)) {
    const html = render(page)
    app.get(
      path,
      { config: { role: 'PUBLIC' }, schema: { hide: true } as FastifySchema },
      (_request, reply) =>
        reply.header('content-security-policy', POLICY).type('text/html; charset=utf-8').send(html),
    )
  }
}

/** Whoever opens a link in a browser asks for a page; programs that take anything get data. */
export function wantsPage({ headers: { accept } }: FastifyRequest): boolean {
  return accept?.includes('text/html') === true && !accept.includes('application/json')
}

interface PageParts {
  title: string
  /** Markup whose texts are escaped already. */
  content: string
  status?: number
  /** Of our own; without one nothing runs. */
  script?: string
  /** Besides that of all pages. */
  style?: string
}

export function sendPage(reply: FastifyReply, { status = 200, ...parts }: PageParts): FastifyReply {
  return reply
    .code(status)
    .headers({ 'content-security-policy': policyOf(parts), vary: 'Accept' })
    .type('text/html; charset=utf-8')
    .serializer((html: string) => html)
    .send(frame(parts))
}

interface Page {
  title: string
  intro: string
  fields: Field[]
  button: string
  /** Relative, so that the pages also work behind a path of a proxy. The token of the link goes with the fields. */
  endpoint: string
  done: string
}

interface Field {
  name: string
  label: string
  hint?: string
  /** Attributes of the input, written here and nowhere else. */
  input: string
}

const PASSWORD_INPUT = 'type="password" autocomplete="new-password" minlength="8" maxlength="128"'

const PAGES: Record<string, Page> = {
  '/invitacion': {
    title: 'Aceptar la invitación',
    intro: 'Le invitaron a una organización en Resguardo. Complete sus datos para entrar.',
    fields: [
      { name: 'name', label: 'Su nombre', input: 'type="text" autocomplete="name" maxlength="200"' },
      {
        name: 'password',
        label: 'Contraseña',
        hint: 'De 8 a 128 caracteres. Si ya tiene una cuenta con este correo, escriba la contraseña de esa cuenta.',
        input: PASSWORD_INPUT,
      },
    ],
    button: 'Aceptar la invitación',
    endpoint: 'api/v1/auth/invitations/accept',
    done: 'Listo: ya es parte de la organización. Puede cerrar esta página e iniciar sesión.',
  },
  '/restablecer': {
    title: 'Cambiar la contraseña',
    intro: 'Elija una contraseña nueva para su cuenta de Resguardo.',
    fields: [
      {
        name: 'password',
        label: 'Contraseña nueva',
        hint: 'De 8 a 128 caracteres. Una frase larga y propia es mejor que signos difíciles de recordar.',
        input: PASSWORD_INPUT,
      },
    ],
    button: 'Cambiar la contraseña',
    endpoint: 'api/v1/auth/password/reset',
    done: 'Listo: su contraseña cambió y cerramos todas sus sesiones. Ya puede iniciar sesión con la nueva.',
  },
}

const STYLE = `
:root { color-scheme: light dark; font: 1.05rem/1.5 system-ui, sans-serif }
main { max-width: 30rem; margin: 3rem auto; padding: 0 1rem }
label { display: block; margin-top: 1.25rem; font-weight: 600 }
input, textarea, button { font: inherit; padding: .6rem .75rem; border-radius: .4rem; border: 1px solid #767676 }
input, textarea { display: block; box-sizing: border-box; width: 100%; margin-top: .25rem }
input[type=checkbox], input[type=radio] { display: inline; width: auto; margin: 0 .4rem 0 0 }
fieldset { margin: 1.25rem 0 0; padding: 0; border: 0 }
legend { padding: 0; font-weight: 600 }
label.choice { margin-top: .75rem; font-weight: 400 }
[aria-invalid=true] { border: 2px solid #c62828 }
.apart { position: absolute; left: -100vw }
button { margin-top: 1.5rem; border: 0; background: #0b57a4; color: #fff; cursor: pointer }
button:disabled { opacity: .6; cursor: progress }
:focus-visible { outline: 3px solid #e8a200; outline-offset: 2px }
.hint { margin: .25rem 0 0; font-size: .9rem }
h1 { font-size: 1.6rem; line-height: 1.25 }
dl { display: grid; grid-template-columns: minmax(7rem, 35%) 1fr; gap: .5rem 1.25rem; margin: 1.5rem 0 }
dt { font-weight: 600 }
dd { margin: 0; overflow-wrap: anywhere }
@media (max-width: 30rem) { dl { display: block } dt { margin-top: .75rem } }
[role=status]:not(:empty) { margin-top: 1.5rem; padding: .75rem 1rem; border-left: .4rem solid #1a7f37 }
[role=status].fault { border-color: #c62828 }
[hidden] { display: none }
`

export const NO_SCRIPT =
  '<noscript><p>Esta página necesita JavaScript. Actívelo y vuelva a abrir el enlace.</p></noscript>'

const SCRIPT = `
const form = document.querySelector('form')
const button = form.querySelector('button')
const note = document.querySelector('[role=status]')
const token = new URLSearchParams(location.search).get('token')

function say(text, isFault) {
  note.textContent = text
  note.classList.toggle('fault', isFault)
  note.focus()
}

async function send() {
  const fields = Object.fromEntries(new FormData(form))
  const reply = await fetch(form.dataset.endpoint, {
    method: 'POST',
    credentials: 'omit',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...fields, token }),
  })
  const { success, error } = await reply.json()
  form.hidden = success
  say(success ? form.dataset.done : error.message, !success)
}

form.addEventListener('submit', (event) => {
  event.preventDefault()
  button.disabled = true
  send()
    .catch(() => say('No pudimos comunicarnos con el servicio. Revise su conexión e intente de nuevo.', true))
    .finally(() => { button.disabled = false })
})

form.hidden = !token
if (!token) say('A este enlace le falta una parte. Ábralo completo, tal como llegó en el correo.', true)
`

const POLICY = policyOf({ script: SCRIPT })

function policyOf({ script, style }: Pick<PageParts, 'script' | 'style'>): string {
  return [
    "default-src 'none'",
    ...(script ? [`script-src '${sha256(script)}'`] : []),
    `style-src '${sha256(STYLE)}'${style ? ` '${sha256(style)}'` : ''}`,
    ...(script ? ["connect-src 'self'"] : []),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

function sha256(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}

function render({ title, intro, fields, button, endpoint, done }: Page): string {
  const content = `${NO_SCRIPT}
<form method="post" data-endpoint="${escapeHtml(endpoint)}" data-done="${escapeHtml(done)}" hidden>
<p>${escapeHtml(intro)}</p>
${fields.map(renderField).join('\n')}
<button>${escapeHtml(button)}</button>
</form>
<p role="status" tabindex="-1"></p>`
  return frame({ title, content, script: SCRIPT })
}

function frame({ title, content, script, style }: PageParts): string {
  return `<!doctype html>
<html lang="es">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)} · Resguardo</title>
<style>${STYLE}</style>
${style ? `<style>${style}</style>\n` : ''}</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${content}
</main>
${script ? `<script>${script}</script>\n` : ''}</body>
</html>
`
}

function renderField({ name, label, hint, input }: Field): string {
  const described = hint ? ` aria-describedby="${name}-hint"` : ''
  const lines = [
    `<label for="${name}">${escapeHtml(label)}</label>`,
    `<input id="${name}" name="${name}" required ${input}${described}>`,
  ]
  if (hint) lines.push(`<p class="hint" id="${name}-hint">${escapeHtml(hint)}</p>`)
  return lines.join('\n')
}
