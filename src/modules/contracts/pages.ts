import type { FastifyReply, FastifyRequest } from 'fastify'
import { readable } from '#documents/sanitise.ts'
import { readForm } from '#http/forms.ts'
import type { App } from '#http/types.ts'
import type { Organisation } from '#kernel/branding.ts'
import { chileanDay, longDay } from '#kernel/dates.ts'
import { Failure, type FaultDetail } from '#kernel/failure.ts'
import { html, NOTHING } from '#kernel/html.ts'
import { stopAfter } from '#kernel/text.ts'
import { area, box, facts, faultList, field, note } from '#pages/controls.ts'
import { type Page, rootFrom, sendPage } from '#pages/page.ts'
import { PAGE } from '#pages/routes.ts'
import { TYPE_NAMES } from './knowledge/types.ts'
import { ByToken, PublicRefusal, PublicSigning } from './schemas.ts'
import { findToSign, refuseWithLink, sendCodeByLink, signWithLink, toSignView } from './signing.ts'
import { masked } from './signing-codes.ts'

const ROUTE = { ...PAGE, schema: { ...PAGE.schema, params: ByToken } }
/** Sending a code writes no audit row; the signature does. */
const UNTRACED = { ...ROUTE, config: { ...PAGE.config, audit: false } } as const

type Asked = FastifyRequest<{ Params: { token: string } }>

/** The page where the signer reads a contract and signs or refuses it. Works without a script. */
export function pages(app: App): void {
  app.get('/firma/:token', ROUTE, async (request: Asked, reply) =>
    sendPage(reply, signingPage(await contractOf(request))),
  )

  app.get('/firma/:token/texto', ROUTE, async (request: Asked, reply) => {
    const { content } = (await contractOf(request)).contract
    return sendPage(reply, textPage(content))
  })

  app.post('/firma/:token/codigo', UNTRACED, (request: Asked, reply) =>
    again(request, reply, async (view) => {
      const { data } = await sendCodeByLink(request, request.params.token)
      return signingPage({ ...view, sentTo: data.sentTo })
    }),
  )

  app.post('/firma/:token', ROUTE, (request: Asked, reply) =>
    again(request, reply, async (view) => {
      const form = readForm(request, PublicSigning)
      if (!form.code) throw faulty('code', 'Escriba el código que enviamos a su correo.')
      if (!form.declaresAuthority)
        throw faulty('declaresAuthority', 'Para firmar, declare que tiene facultades para hacerlo.')
      const { data } = await signWithLink(request, request.params.token, form)
      return signedPage(view, data)
    }),
  )

  app.post('/firma/:token/rechazar', ROUTE, (request: Asked, reply) =>
    again(request, reply, async (view) => {
      await refuseWithLink(request, request.params.token, readForm(request, PublicRefusal))
      return refusedPage(view)
    }),
  )
}

function faulty(path: string, message: string): Failure {
  return new Failure('impossible', message, { details: [{ path, message }] })
}

interface View {
  root: string
  token: string
  contract: ReturnType<typeof toSignView>
  organisation: Organisation
  /** The abbreviated address to which codes are sent. */
  mailbox: string | undefined
  /** A code was sent there and can be entered. */
  sentTo?: string | undefined
  typed?: URLSearchParams
  faults?: readonly FaultDetail[]
  message?: string
}

async function contractOf(request: Asked): Promise<View> {
  const { access, tools } = request.server
  const { token } = request.params
  const found = await findToSign(access, token, tools.now())
  return {
    root: rootFrom(request.originalUrl),
    token,
    contract: toSignView(found),
    organisation: found,
    mailbox: found.signer_email ? masked(found.signer_email) : undefined,
  }
}

/** Shows the form again with its faults above and everything that was typed. */
async function again(
  request: Asked,
  reply: FastifyReply,
  act: (view: View) => Promise<Page>,
): Promise<FastifyReply> {
  const typed = (request.body ?? new URLSearchParams()) as URLSearchParams
  const view = { ...(await contractOf(request)), typed }
  const sentTo = typed.get('sentTo') ? view.mailbox : undefined
  try {
    return await sendPage(reply, await act(view))
  } catch (error) {
    if (!(error instanceof Failure) || error.status === 404 || error.status >= 500) throw error
    const page = signingPage({ ...view, sentTo, faults: error.details ?? [], message: error.message })
    return sendPage(reply, page, error.status)
  }
}

/**
 * The text is in a frame of its own without scripts, so its markup cannot touch the form. The frame keeps its origin only to
 * load our style sheet.
 */
export function signingPage(view: View): Page {
  const { root, token, contract, organisation, mailbox, sentTo, typed, faults = [], message } = view
  const { organization, processor, signerName, linkExpiresAt, type } = contract
  const own = (path = '') => `${root}firma/${token}${path}`
  const fault = (name: string) => faults.find(({ path }) => path === name)?.message
  const kept = (name: string) => typed?.get(name) ?? undefined
  const ends = longDay(chileanDay(new Date(linkExpiresAt)))
  const code = field({
    name: 'code',
    label: 'Código',
    hint: `Lo enviamos a ${sentTo ?? ''}. Sirve durante 10 minutos.`,
    fault: fault('code'),
    input: html`inputmode="numeric" autocomplete="one-time-code" maxlength="20"`,
  })
  return {
    title: `Firmar el contrato con ${organization}`,
    organisation,
    sheets: ['signing.css'],
    posts: true,
    frames: true,
    wide: true,
    content: html`<h1>${organization} le envía un contrato para su firma</h1>
${message ? faultList(message, faults.length > 1 ? faults : []) : NOTHING}
<p>«${TYPE_NAMES[type]}», con ${processor}${stopAfter(processor)} Léalo completo antes de decidir: puede firmarlo o no hasta el ${ends}.</p>
<iframe class="text" sandbox="allow-same-origin" title="Texto del contrato" src="${own('/texto')}"></iframe>
<p><a href="${own('/texto')}" target="_blank" rel="noopener">Abrir el texto en una página aparte</a></p>
<h2 id="firmar">Firmar</h2>
<form method="post" action="${own()}">
${field({ name: 'name', label: 'Su nombre completo', value: kept('name') ?? signerName ?? '', fault: fault('name'), input: html`autocomplete="name" maxlength="200"` })}
${field({ name: 'rut', label: 'Su RUT', hint: 'Por ejemplo 12.345.678-5. Si firma desde el extranjero y no tiene, déjelo en blanco.', isOptional: true, value: kept('rut') ?? '', fault: fault('rut'), input: html`maxlength="20"` })}
${box('declaresAuthority', `Declaro tener facultades para firmar este contrato por ${processor}${stopAfter(processor)}`, { required: true, checked: kept('declaresAuthority') === 'true', fault: fault('declaresAuthority') })}
${sentTo ? html`<input type="hidden" name="sentTo" value="1">\n${code}` : NOTHING}
<p class="hint">Al firmar, usted acepta el texto con una firma electrónica simple, que la Ley 19.799 reconoce. Guardamos su nombre, su RUT, la fecha y hora, la red desde la que firma y la huella del texto. Las dos partes reciben una copia firmada por correo.</p>
<div class="actions">
${sentTo ? html`<button>Firmar el contrato</button>` : NOTHING}
<button formaction="${own('/codigo')}" formnovalidate${sentTo ? html` class="plain"` : NOTHING}>${sentTo ? 'Enviar otro código' : `Enviar un código a ${mailbox ?? 'mi correo'}`}</button>
</div>
</form>
<details class="refusal">
<summary>No quiero firmar</summary>
<form method="post" action="${own('/rechazar')}">
<p>${organization} recibirá su respuesta y el motivo, y podrá corregir el contrato y enviárselo de nuevo.</p>
<div class="field"><label for="refusing">Su nombre completo</label><input id="refusing" name="name" required maxlength="200" autocomplete="name" value="${kept('name') ?? signerName ?? ''}"></div>
${area({ name: 'reason', label: 'Por qué no firma', value: kept('reason') ?? '', fault: fault('reason'), input: html`maxlength="2000"` })}
<button class="plain">No firmar, y avisar a ${organization}</button>
</form>
</details>`,
  }
}

/** The contract alone, as it was stored, without anything that could run. */
export function textPage(content: string): Page {
  return {
    title: 'Texto del contrato',
    sheets: ['document.css', 'contract-text.css'],
    bare: true,
    mayBeFramed: true,
    content: html`<main>${readable(content.replace(HEADING, '<$1h3>'))}</main>`,
  }
}

/** Lowers the text's headings below those of the page. */
const HEADING = /<(\/?)h[12](?:\s[^<>]*)?>/gi

function signedPage(
  { contract: { organization }, organisation }: View,
  { signedAt, contentHash }: { signedAt: string; contentHash: string },
): Page {
  return {
    title: 'Contrato firmado',
    organisation,
    content: html`<h1>Listo: su firma quedó registrada</h1>
<p>Le enviamos a su correo una copia firmada; ${organization} recibe otra. Guárdela: es su ejemplar.</p>
${facts([
  ['Fecha', longDay(chileanDay(new Date(signedAt)))],
  ['Huella SHA-256 del texto', contentHash],
])}
<p class="hint">El PDF lleva la misma huella. Ya puede cerrar esta página.</p>`,
  }
}

function refusedPage({ contract: { organization }, organisation }: View): Page {
  return {
    title: 'Contrato sin firma',
    organisation,
    content: html`<h1>El contrato no se firmó</h1>
${note('info', html`<p>${organization} recibió su respuesta y el motivo. Si corrige el contrato, le llegará otro enlace.</p>`)}
<p>Ya puede cerrar esta página.</p>`,
  }
}
