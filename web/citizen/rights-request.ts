import { keepDraft } from './lib/draft.ts'
import { sayHeight } from './lib/frame.ts'
import { checkRuts } from './lib/rut.ts'

/**
 * The rights form works without this script. The script changes steps without loading the page, keeps typed values, and
 * checks RUTs.
 */

const main = document.getElementById('main')!
const step = () => location.pathname + location.search
let shown = step()

function begin(): void {
  for (const link of main.querySelectorAll<HTMLAnchorElement>('[role=alert] a'))
    link.addEventListener('click', () => document.getElementById(link.hash.slice(1))?.focus())
  const choice = main.querySelector<HTMLFormElement>('form[data-step=choice]')
  choice?.addEventListener('submit', (event) => {
    event.preventDefault()
    const asked = new URLSearchParams([...new FormData(choice)].map(([name, value]) => [name, String(value)]))
    open(`?${asked}`)
  })
  main.querySelector<HTMLAnchorElement>('a[data-step=back]')?.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    open((event.currentTarget as HTMLAnchorElement).getAttribute('href')!)
  })
  const request = main.querySelector<HTMLFormElement>('form[data-step=request]')
  if (request) beginRequest(request)
}

function beginRequest(form: HTMLFormElement): void {
  checkRuts(form)
  const draft = keepDraft(form, location.pathname)
  const [hint, clear] = [
    form.querySelector<HTMLElement>('.draft')!,
    form.querySelector<HTMLButtonElement>('[data-act=clear]')!,
  ]
  hint.hidden = false
  clear.hidden = false
  clear.addEventListener('click', () => {
    draft.clear()
    form.querySelector<HTMLElement>('input:not([type=hidden]), textarea')?.focus()
  })
  const button = form.querySelector<HTMLButtonElement>('button:not([type])')!
  form.addEventListener('submit', () => {
    button.disabled = true
  })
  // Going back restores this page with its button disabled.
  window.addEventListener('pageshow', () => {
    button.disabled = false
  })
}

/** Replaces this step with the next one as the server renders it. If that fails, the browser loads it. */
function open(address: string, isBack = false): void {
  const request = new XMLHttpRequest()
  request.responseType = 'document'
  request.onload = () => {
    const next = (request.response as Document | null)?.getElementById('main')
    if (request.status !== 200 || !next) return location.assign(address)
    if (!isBack) history.pushState(null, '', address)
    shown = step()
    main.replaceChildren(...next.childNodes)
    begin()
    window.scrollTo(0, 0)
    main.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
  }
  request.onerror = () => location.assign(address)
  request.open('GET', address)
  request.send()
}

/** A link to a field of this page changes the address but not the step, so typed values stay. */
window.addEventListener('popstate', () => {
  if (step() !== shown) open(location.href, true)
})
begin()
sayHeight()
