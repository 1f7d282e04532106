import { type Fact, type State, size, TITLES, type Verdict } from './verdict.ts'

/** Builds the page from elements, so that nothing in a file is read as markup. */

type Child = Node | string

export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Record<string, string> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  made.append(...children)
  return made
}

const SVG = 'http://www.w3.org/2000/svg'
const SHAPES: Readonly<Record<State, string>> = {
  whole: 'm7 12.5 3.5 3.5L17 9',
  signed: 'm7 12.5 3.5 3.5L17 9',
  coherent: 'm7 12.5 3.5 3.5L17 9',
  complete: 'm7 12.5 3.5 3.5L17 9',
  altered: 'm8.5 8.5 7 7m0-7-7 7',
  foreign: 'M12 7v6m0 3.5v.01',
  unsure: 'M9.5 9.5a2.5 2.5 0 1 1 3.6 2.2c-.7.4-1.1.9-1.1 1.8m0 3v.01',
}
const COLOURS: Readonly<Record<State, string>> = {
  whole: 'ok',
  signed: 'info',
  coherent: 'info',
  complete: 'info',
  altered: 'danger',
  foreign: 'warn',
  unsure: 'warn',
}
const MOST_FAULTS = 50

export function showVerdict(verdict: Verdict, fileName: string): HTMLElement {
  const { state, text, facts, faults, notes } = verdict
  const title = element('h2', { tabindex: '-1' }, icon(state), verdict.title ?? TITLES[state])
  const about = element('p', { class: 'about' }, fileName)
  const box = element('div', { class: `verdict ${COLOURS[state]}` }, title, about, element('p', {}, text))
  const parts: HTMLElement[] = [box]
  if (faults.length > 0) {
    const items = faults
      .slice(0, MOST_FAULTS)
      .map(({ what, why }) => element('li', {}, element('code', {}, what), element('span', {}, why)))
    const rest = faults.length - items.length
    if (rest > 0) items.push(element('li', {}, `Y ${rest.toLocaleString('es-CL')} más.`))
    parts.push(element('h3', {}, 'Qué cambió'), element('ul', { class: 'faults' }, ...items))
  }
  if (facts.length > 0) parts.push(listOf(facts))
  for (const { kind, text: said } of notes)
    parts.push(element('div', { class: `note ${kind}` }, element('p', {}, said)))
  if (verdict.original)
    parts.push(
      element(
        'p',
        {},
        element(
          'a',
          { href: URL.createObjectURL(verdict.original), download: `sellado-${fileName}` },
          'Descargar el documento como lo selló el servicio',
        ),
        '.',
      ),
    )
  for (const [name, more] of [
    ['Contenido comprobado', verdict.content],
    ['Datos técnicos', verdict.technical],
  ] as const)
    if (more.length > 0) parts.push(element('details', {}, element('summary', {}, name), listOf(more)))
  return element('section', {}, ...parts)
}

function listOf(facts: readonly Fact[]): HTMLElement {
  const rows = facts.flatMap(([label, value]) => [element('dt', {}, label), element('dd', {}, value)])
  return element('dl', { class: 'facts' }, ...rows)
}

export function showError(text: string): HTMLElement {
  const title = element('h2', { tabindex: '-1' }, icon('foreign'), TITLES.unsure)
  return element('section', {}, element('div', { class: 'verdict warn' }, title, element('p', {}, text)))
}

export function showWaiting(text: string): HTMLElement {
  return element(
    'section',
    { class: 'working', 'aria-busy': 'true' },
    element('p', {}, text),
    element('progress', { 'aria-label': 'Espere' }),
  )
}

/** A bar with the progress and the current file. */
export function showProgress(name: string, total: number) {
  const bar = element('progress', { max: '1', value: '0', 'aria-label': 'Avance' })
  const detail = element('p', { class: 'hint at' })
  const title = element('h2', { tabindex: '-1' }, 'Comprobando…')
  const box = element(
    'section',
    { class: 'working', 'aria-busy': 'true' },
    title,
    element('p', { class: 'about' }, `${name}, ${size(total)}`),
    bar,
    detail,
  )
  return {
    box,
    update(done: number, path: string, of: number) {
      bar.value = Math.min(1, of > 0 ? done / of : 0)
      detail.textContent = path
    },
  }
}

function icon(state: State): SVGElement {
  const svg = document.createElementNS(SVG, 'svg')
  svg.setAttribute('viewBox', '0 0 24 24')
  svg.setAttribute('aria-hidden', 'true')
  const circle = document.createElementNS(SVG, 'circle')
  for (const [key, value] of [
    ['cx', '12'],
    ['cy', '12'],
    ['r', '11'],
  ])
    circle.setAttribute(key!, value!)
  const path = document.createElementNS(SVG, 'path')
  path.setAttribute('d', SHAPES[state])
  svg.append(circle, path)
  return svg
}
