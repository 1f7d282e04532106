import css from './banner.css?inline'
import type { Config, Decisions, Purpose } from './config.ts'

/** The banner: three equal answers, the purposes one by one, and a way back. */

export type Answer = 'accept_all' | 'reject_all' | 'custom'

interface Shown {
  config: Config
  /** The last decision, if there is one. */
  decisions(): Decisions | undefined
  /** Address of the receipt of the last decision. */
  receipt(): string | undefined
  answer(action: Answer, decisions: Decisions): void
  emit(event: string): void
}

/** Not in the sheet, where the build would replace system-ui with a list of fonts. */
const FONT = '15px/1.5 system-ui,sans-serif'

type Child = Node | string | false | null | undefined

function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, string> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag)
  for (const name in attributes) element.setAttribute(name, attributes[name]!)
  for (const child of children) if (child) element.append(child)
  return element
}

function button(text: string, act: () => void, name?: string): HTMLButtonElement {
  const element = make('button', { type: 'button', ...(name && { class: name }) }, text)
  element.addEventListener('click', act)
  return element
}

export interface View {
  /** Fills a blocked frame with its purpose and a button to allow it. It keeps the frame's place, so that nothing moves. */
  stand(frame: HTMLIFrameElement): void
  ask(): void
  rest(): void
  open(): void
  remove(): void
}

export function createView({ config, decisions, receipt, answer, emit }: Shown): View {
  const { banner, purposes, policyLinks } = config
  const words = banner.words[config.language.slice(0, 2)] ?? banner.words.es
  const host = document.createElement('resguardo-banner')
  const status = make('p', { role: 'status', class: 'status' })
  const root = make('section', { lang: config.language, 'aria-label': words.label }, status)
  let card: HTMLElement | undefined
  let reopen: HTMLElement | undefined
  let dialog: HTMLDialogElement | undefined

  const link = (href: string | null | undefined, text: string) =>
    href && make('a', { href, target: '_blank', rel: 'noopener' }, text)

  function ask(): void {
    const { privacyPolicy, cookiePolicy } = policyLinks
    card = make(
      'div',
      { class: `card ${banner.position}` },
      make('h2', {}, config.title),
      config.description && make('p', {}, config.description),
      make('p', { class: 'muted' }, words.about),
      make(
        'p',
        {},
        link(privacyPolicy || banner.home, privacyPolicy ? words.privacyPolicy : words.label),
        link(cookiePolicy, words.cookiePolicy),
      ),
      acts(button(words.choose, open)),
    )
    root.append(card)
    emit('shown')
  }

  /** Equal size and colour, so that no answer is easier to see or press than another. */
  function acts(middle: HTMLElement): HTMLElement {
    const all = (yes: boolean) => () =>
      decide(yes ? 'accept_all' : 'reject_all', (required) => required || yes)
    return make(
      'div',
      { class: 'acts' },
      button(words.reject, all(false)),
      middle,
      button(words.accept, all(true)),
    )
  }

  function decide(action: Answer, answerTo: (required: boolean, key: string) => boolean): void {
    const chosen: Decisions = {}
    for (const { key, required } of purposes) chosen[key] = answerTo(required, key)
    const { activeElement } = host.shadowRoot!
    dialog?.close()
    card?.remove()
    card = undefined
    status.textContent = words.saved
    rest()
    if (activeElement) reopen?.focus()
    answer(action, chosen)
  }

  /** Shows only the way back, when there is nothing to ask. */
  function rest(): void {
    if (!banner.reopen || reopen) return
    reopen = button(words.label, open, `reopen ${banner.position}`)
    reopen.setAttribute('aria-haspopup', 'dialog')
    root.append(reopen)
  }

  function open(): void {
    if (dialog) return
    const before = decisions()
    const boxes: Record<string, HTMLInputElement> = {}
    const rows = purposes.map((purpose, at) => {
      const box = make('input', { type: 'checkbox', role: 'switch', id: `p${at}` })
      box.checked = before?.[purpose.key] === true
      if (!purpose.required) boxes[purpose.key] = box
      return rowOf(purpose, box)
    })
    const save = () => decide('custom', (required, key) => required || boxes[key]!.checked)
    const shown = make(
      'dialog',
      { 'aria-labelledby': 'title' },
      make(
        'div',
        { class: 'head' },
        make('h2', { id: 'title' }, words.preferences),
        button(before ? words.back : words.close, () => shown.close(), 'close'),
      ),
      make(
        'div',
        { class: 'body' },
        make('p', { class: 'muted' }, words.hint),
        make('ul', { class: 'purposes' }, ...rows),
        make('p', {}, link(receipt(), words.receipt)),
      ),
      make('div', { class: 'foot' }, acts(button(words.save, save))),
    )
    shown.addEventListener('close', () => {
      shown.remove()
      dialog = undefined
      emit('closed')
    })
    shown.addEventListener('keydown', (event) => keepFocus(shown, event))
    dialog = shown
    root.append(shown)
    showModally(shown)
    emit('opened')
  }

  function rowOf({ name, description, required, cookies }: Purpose, box: HTMLElement): HTMLElement {
    const { id } = box
    if (description) box.setAttribute('aria-describedby', `${id}d`)
    return make(
      'li',
      {},
      required
        ? make('div', { class: 'row' }, name, make('span', { class: 'muted' }, words.always))
        : make('div', { class: 'row' }, make('label', { for: id }, name), box),
      description && make('p', { id: `${id}d`, class: 'muted' }, description),
      cookies.length > 0 &&
        make(
          'details',
          {},
          make('summary', {}, `${words.cookies}: ${cookies.length}`),
          make('ul', {}, ...cookies.map(cookieRow)),
        ),
    )
  }

  function stand(frame: HTMLIFrameElement): void {
    const fill = () => {
      const inside = frame.contentDocument
      const body = frame.hasAttribute('data-purpose') && inside?.body
      if (!body || body.firstChild) return
      inside.documentElement.lang = config.language
      body.style.cssText =
        'color-scheme:light dark;background:Canvas;color:CanvasText;text-align:center;padding:8px'
      body.style.font = FONT
      const ask = button(words.choose, open)
      ask.style.cssText = 'font:inherit;min-height:44px;padding:8px 24px'
      body.append(make('p', {}, words.held), ask)
    }
    fill()
    frame.addEventListener('load', fill)
  }

  root.style.font = FONT
  host.dataset['theme'] = banner.theme
  for (const name in banner.colours) host.style.setProperty(`--${name}`, banner.colours[name]!)
  const shadow = host.attachShadow({ mode: 'open' })
  try {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    shadow.adoptedStyleSheets = [sheet]
  } catch {
    // Browsers before 2023. A policy without 'unsafe-inline' leaves them unstyled controls.
    shadow.append(make('style', {}, css))
  }
  shadow.append(root)
  // Before the body: first in keyboard order, and safe from pages that replace their body.
  document.documentElement.insertBefore(host, document.body)
  return { stand, ask, rest, open, remove: () => host.remove() }
}

function cookieRow({ name, provider, duration, description }: Purpose['cookies'][number]): HTMLElement {
  const facts = [provider, duration].filter(Boolean).map((fact) => ` · ${fact}`)
  return make(
    'li',
    {},
    make('b', {}, name),
    ...facts,
    description && make('p', { class: 'muted' }, description),
  )
}

/** Without modal dialogs (Safari 14), attributes and `keepFocus` make it modal. */
function showModally(dialog: HTMLDialogElement): void {
  if (dialog.showModal) {
    dialog.showModal()
    return
  }
  dialog.setAttribute('role', 'dialog')
  dialog.setAttribute('aria-modal', 'true')
  dialog.setAttribute('open', '')
  dialog.close = () => dialog.dispatchEvent(new Event('close'))
  dialog.querySelector('button')!.focus()
}

/** Tab stays within the dialog. Escape closes it without a decision. */
function keepFocus(dialog: HTMLDialogElement, event: KeyboardEvent): void {
  if (event.key === 'Escape') {
    event.preventDefault()
    dialog.close()
  }
  if (event.key !== 'Tab') return
  const all = dialog.querySelectorAll<HTMLElement>('button,input,summary')
  const [first, last] = [all[0]!, all[all.length - 1]!]
  const { activeElement } = dialog.getRootNode() as ShadowRoot
  if (activeElement !== (event.shiftKey ? first : last)) return
  event.preventDefault()
  ;(event.shiftKey ? last : first).focus()
}
