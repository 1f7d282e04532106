import { check } from './verify/check.ts'
import { Stopped, Unreadable } from './verify/files.ts'
import { checkNamed, type Named, namedIn } from './verify/receipt.ts'
import { element, showError, showProgress, showVerdict, showWaiting } from './verify/show.ts'
import { askService, OFFLINE, type Trust } from './verify/trust.ts'

/**
 * Checks a file in the browser and sends none of it. On the service's page it reads the published keys and heads. As a
 * single page (`data-offline`) it makes no request.
 */
const place = document.querySelector<HTMLElement>('[data-verify]')!
const isOffline = place.hasAttribute('data-offline')
const root = place.dataset['root'] ?? ''
const slug = isOffline ? undefined : (new URLSearchParams(location.search).get('organizacion') ?? undefined)

let turn = 0
const shown = element('div', { 'aria-live': 'polite' })

begin()
const named = isOffline ? undefined : namedIn(location.search)
if (named) void lookUp(named)

function begin(): void {
  const picked = element('input', { type: 'file', hidden: '', tabindex: '-1', 'aria-hidden': 'true' })
  const folder = element('input', {
    type: 'file',
    hidden: '',
    webkitdirectory: '',
    tabindex: '-1',
    'aria-hidden': 'true',
  })
  for (const input of [picked, folder])
    input.addEventListener('change', () => {
      const files = [...(input.files ?? [])]
      // Lets the person choose the same file again.
      input.value = ''
      if (files.length > 0) void look(files)
    })
  const drop = element(
    'div',
    { class: 'drop' },
    element('p', {}, 'Arrastre un archivo hasta aquí'),
    element(
      'div',
      { class: 'actions' },
      opening('Elegir un archivo', picked),
      opening('Elegir una carpeta', folder, 'plain'),
    ),
    picked,
    folder,
  )
  place.replaceChildren(drop, shown)
  listen(drop)
  if (!globalThis.crypto?.subtle)
    tell(
      'Su navegador solo comprueba firmas en páginas seguras (https). Abra esta página con https, o use el archivo verificador.html que viene en la carpeta de fiscalización.',
    )
}

function opening(text: string, input: HTMLInputElement, look = ''): HTMLButtonElement {
  const button = element('button', { type: 'button', class: look }, text)
  button.addEventListener('click', () => input.click())
  return button
}

function listen(drop: HTMLElement): void {
  // Without this, the browser would leave the page and open a file dropped beside the box.
  addEventListener('dragover', (event) => {
    event.preventDefault()
    drop.classList.add('over')
  })
  addEventListener('dragleave', (event) => {
    if (!event.relatedTarget) drop.classList.remove('over')
  })
  addEventListener('drop', (event) => {
    event.preventDefault()
    drop.classList.remove('over')
    const items = [...(event.dataTransfer?.items ?? [])]
    if (items.some((item) => item.webkitGetAsEntry?.()?.isDirectory))
      return tell('Para comprobar una carpeta descomprimida use el botón «Elegir una carpeta».')
    const files = [...(event.dataTransfer?.files ?? [])]
    if (files.length > 1) return tell('Compruebe un archivo a la vez.')
    if (files.length === 1) void look(files)
  })
}

const SEAL_WAIT_MS = 5_000

/** Shows the record behind the code of a receipt. Asks again while the record waits for its seal. */
async function lookUp(asked: Named): Promise<void> {
  turn += 1
  const own = turn
  shown.replaceChildren(showWaiting('Buscando el registro de su comprobante…'))
  const answer = await checkNamed(root, asked, trusted)
  if (own !== turn) return
  if (answer !== 'waits') return show(showVerdict(answer.verdict, answer.title))
  shown.replaceChildren(
    showWaiting(
      'El registro espera su sello, que se pone en menos de un minuto. Esta página vuelve a mirar sola.',
    ),
  )
  setTimeout(() => own === turn && void lookUp(asked), SEAL_WAIT_MS)
}

async function look(files: readonly File[]): Promise<void> {
  turn += 1
  const own = turn
  const [first] = files
  const name = first!.webkitRelativePath.split('/')[0] || first!.name
  const total = files.reduce((sum, file) => sum + file.size, 0)
  const { box, update } = showProgress(name, total)
  const stop = element('button', { type: 'button', class: 'plain' }, 'Cancelar')
  stop.addEventListener('click', () => {
    turn += 1
    shown.replaceChildren()
    place.querySelector('button')?.focus()
  })
  box.append(stop)
  // A bar for a short check would only flicker.
  const soon = setTimeout(() => show(box), 150)
  let [done, drawn] = [0, 0]
  try {
    const verdict = await check({
      files,
      slug,
      trust: trusted,
      advance(bytes, path, of) {
        if (own !== turn) throw new Stopped()
        done += bytes
        if (performance.now() - drawn < 50) return
        drawn = performance.now()
        update(done, path, of)
      },
    })
    if (own === turn) show(showVerdict(verdict, name))
  } catch (error) {
    if (own !== turn || error instanceof Stopped) return
    const why = error instanceof Unreadable ? error.message : 'el navegador no pudo leerlo'
    tell(
      `No se pudo comprobar «${name}»: ${why}. Si está en una unidad externa o en la nube, cópielo a este equipo e inténtelo de nuevo.`,
    )
  } finally {
    clearTimeout(soon)
  }
}

let asked: Promise<Trust> | undefined

/** Read once, and again if the service did not answer. */
async function trusted(): Promise<Trust> {
  if (isOffline) return OFFLINE
  asked ??= askService(root)
  const trust = await asked
  if (!trust.keys) asked = undefined
  return trust
}

function tell(text: string): void {
  turn += 1
  show(showError(text))
}

/** Moves the focus there, for keyboards and screen readers. */
function show(what: HTMLElement): void {
  shown.replaceChildren(what)
  what.querySelector('h2')?.focus()
}
