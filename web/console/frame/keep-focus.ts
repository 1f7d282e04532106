/**
 * An act may remove the focused element, such as a button after its step or a form after saving. Then the browser focuses
 * nothing, and screen readers lose their place. This moves the focus to the form that appeared, or to the nearest heading.
 */
export function keepFocus(): void {
  let standing: Standing = { path: [], isSeen: false }
  /** The last focus outside a dialog. */
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
    // After a form disappears, its section gets the focus, not another form.
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
  /** The focused element and its ancestors. */
  path: readonly Element[]
  /** Whether the keyboard moved the focus. Focusing a field after a touch would open the phone's keyboard. */
  isSeen: boolean
}

/** Closing dialogs and opening pages set the focus themselves, within this time. */
const PAUSE_MS = 100

/** Without toasts, which have the role of a dialog too. */
const DIALOGS = '[role="dialog"]:not([aria-live] *)'
const HEADINGS = 'h1, h2, h3, h4'
const FIELDS = 'input:not([type="hidden"], :disabled), select:not(:disabled), textarea:not(:disabled)'

function ancestorsOf(one: Element): Element[] {
  const found = []
  for (let at: Element | null = one; at; at = at.parentElement) found.push(at)
  return found
}

/** True if the focused element was removed. Pressing beside it is no loss. */
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
  // Scrolling a list removes rows, so a lost row does not count.
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
