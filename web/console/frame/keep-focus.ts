/**
 * What had the keyboard may go with its own act: a button whose turn is over, a form that is saved. The browser then gives
 * the keyboard to nothing, and who hears the page loses her place. It goes on in the form that came instead, or else from
 * the heading of the part where it stood.
 */
export function keepFocus(): void {
  let standing: Standing = { path: [], isSeen: false }
  /** The last one that was not in a dialog. */
  let onPage: Standing = standing
  let came: HTMLElement | undefined
  let isWaiting = false
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof Element)) return
    standing = { path: ancestorsOf(target), isSeen: target.matches(':focus-visible') }
    if (target.closest('main')) onPage = standing
  })
  const goOn = () => {
    isWaiting = false
    const form = came
    came = undefined
    if (!isLost(standing)) return
    const { path, isSeen } = standing.path.some((one) => one.localName === 'main') ? standing : onPage
    // A form that goes leaves its place to what it was about.
    const isOpened = isSeen && !path.some(({ localName }) => localName === 'form')
    focusOn((isOpened && form && firstField(form)) || headingNear(path))
  }
  new MutationObserver((changes) => {
    if (!isLost(standing)) return
    came = formIn(changes) ?? came
    if (!isWaiting) setTimeout(goOn, PAUSE_MS)
    isWaiting = true
  }).observe(document.body, { childList: true, subtree: true })
}

interface Standing {
  /** From what had the keyboard up to the page. */
  path: readonly Element[]
  /** Whether it was reached by the keyboard: a field that takes the focus opens the one of a phone. */
  isSeen: boolean
}

/** A dialog that closes, and a page that opens, say themselves where the keyboard goes. */
const PAUSE_MS = 100

/** Those of the page: what it says in passing is one too. */
const DIALOGS = '[role="dialog"]:not([aria-live] *)'
const HEADINGS = 'h1, h2, h3, h4'
const FIELDS = 'input:not([type="hidden"], :disabled), select:not(:disabled), textarea:not(:disabled)'

function ancestorsOf(one: Element): Element[] {
  const found = []
  for (let at: Element | null = one; at; at = at.parentElement) found.push(at)
  return found
}

/** Nothing has it, because what had it is gone: not because a person pressed beside it. */
function isLost({ path: [own] }: Standing): boolean {
  const { activeElement, body } = document
  return (activeElement === null || activeElement === body) && own !== undefined && !own.isConnected
}

function formIn(changes: readonly MutationRecord[]): HTMLElement | undefined {
  for (const { addedNodes } of changes)
    for (const node of addedNodes) {
      if (!(node instanceof HTMLElement)) continue
      const form = node.matches('form') ? node : node.querySelector<HTMLElement>('form')
      if (form) return form
    }
  return undefined
}

function firstField(form: HTMLElement): HTMLElement | undefined {
  return form.isConnected ? (form.querySelector<HTMLElement>(FIELDS) ?? undefined) : undefined
}

function headingNear(path: readonly Element[]): HTMLElement | undefined {
  const dialog = [...document.querySelectorAll<HTMLElement>(DIALOGS)].at(-1)
  if (dialog) return dialog.querySelector<HTMLElement>(HEADINGS) ?? undefined
  const near = path.find(({ isConnected }) => isConnected)
  // Rows come and go as a list is scrolled.
  if (near?.closest('table')) return undefined
  const main = document.querySelector('main')
  const around = near && main?.contains(near) ? ancestorsOf(near) : []
  for (const one of around.slice(0, around.indexOf(main!) + 1)) {
    const heading = one.querySelector<HTMLElement>(HEADINGS)
    if (heading) return heading
  }
  return main?.querySelector<HTMLElement>('h1') ?? undefined
}

function focusOn(next: HTMLElement | undefined): void {
  if (next?.matches(HEADINGS) && !next.hasAttribute('tabindex')) next.tabIndex = -1
  next?.focus({ preventScroll: next.matches('h1') })
}
