import { type Html, html, NOTHING } from '#kernel/html.ts'
import { CARD } from './boxes.ts'

/** The shapes of the exported map, which are written as SVG or painted as PNG. */
export type Shape =
  | {
      kind: 'box'
      x: number
      y: number
      width: number
      height: number
      fill: string
      edge: string
      dashed?: boolean
    }
  | { kind: 'text'; x: number; y: number; text: string; size: number; ink: string; bold?: boolean }
  | { kind: 'line'; from: Point; to: Point; ink: string; dashed?: boolean }

interface Point {
  x: number
  y: number
}

export interface Drawn {
  boxes: readonly { title: string; x: number; y: number; width: number; height: number }[]
  systems: readonly {
    id: string
    name: string
    lines: readonly string[]
    isSensitive: boolean
    x: number
    y: number
  }[]
  flows: readonly { source: string; target: string; tone: 'plain' | 'warn' | 'danger' }[]
}

/** Colours for paper, whatever theme the screen has. */
const COLOURS = { plain: '#525d6c', warn: '#7a4f00', danger: '#b3261e' } as const
export const FONT = 'system-ui, "Segoe UI", Roboto, "Noto Sans", sans-serif'
const LETTERS = 26

export function shapesOf({ boxes, systems, flows }: Drawn): Shape[] {
  const places = new Map(systems.map((system) => [system.id, system]))
  return [
    ...boxes.flatMap(({ title, ...box }): Shape[] => [
      { kind: 'box', ...box, fill: '#f4f6f9', edge: '#c3cbd6', dashed: true },
      { kind: 'text', x: box.x + 20, y: box.y + 28, text: title, size: 14, ink: '#18202b', bold: true },
    ]),
    ...flows.flatMap(({ source, target, tone }): Shape[] => {
      const [from, to] = [places.get(source), places.get(target)]
      if (!from || !to) return []
      return [
        {
          kind: 'line',
          from: { x: from.x + CARD.width, y: from.y + CARD.height / 2 },
          to: { x: to.x, y: to.y + CARD.height / 2 },
          ink: COLOURS[tone],
          dashed: tone !== 'plain',
        },
      ]
    }),
    ...systems.flatMap(({ name, lines, isSensitive, x, y }): Shape[] => [
      { kind: 'box', x, y, ...CARD, fill: '#ffffff', edge: isSensitive ? COLOURS.danger : '#7a8696' },
      { kind: 'text', x: x + 12, y: y + 22, text: short(name), size: 13, ink: '#18202b', bold: true },
      ...lines.map(
        (text, index): Shape => ({
          kind: 'text',
          x: x + 12,
          y: y + 42 + 18 * index,
          text: short(text, LETTERS + 6),
          size: 11,
          ink: COLOURS.plain,
        }),
      ),
    ]),
  ]
}

function short(text: string, most = LETTERS): string {
  return text.length > most ? `${text.slice(0, most - 1).toWellFormed()}…` : text
}

/** A curve between two sides, as on the screen. */
export function pathOf({ from, to }: { from: Point; to: Point }): string {
  const bend = Math.max(40, Math.abs(to.x - from.x) / 2)
  return `M ${from.x} ${from.y} C ${from.x + bend} ${from.y} ${to.x - bend} ${to.y} ${to.x} ${to.y}`
}

export function arrowOf({ x, y }: Point): string {
  return `M ${x} ${y} L ${x - 9} ${y - 5} L ${x - 9} ${y + 5} Z`
}

const MARGIN = 32

interface Sheet {
  x: number
  y: number
  width: number
  height: number
}

export function sheetOf(shapes: readonly Shape[]): Sheet {
  const boxes = shapes.filter((shape) => shape.kind === 'box')
  const [x, y] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))]
  return {
    x: x - MARGIN,
    y: y - MARGIN,
    width: Math.max(...boxes.map((box) => box.x + box.width)) - x + 2 * MARGIN,
    height: Math.max(...boxes.map((box) => box.y + box.height)) - y + 2 * MARGIN,
  }
}

export function svgOf(shapes: readonly Shape[], title: string): string {
  const { x, y, width, height } = sheetOf(shapes)
  const parts = shapes.map(markupOf)
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="${x} ${y} ${width} ${height}" width="${width}" height="${height}" font-family="${FONT}">
<title>${title}</title>
<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="#ffffff"/>
${parts}</svg>`.markup
}

function markupOf(shape: Shape): Html {
  const dashes = 'dashed' in shape && shape.dashed ? html` stroke-dasharray="6 4"` : NOTHING
  if (shape.kind === 'box')
    return html`<rect x="${shape.x}" y="${shape.y}" width="${shape.width}" height="${shape.height}" rx="8" fill="${shape.fill}" stroke="${shape.edge}"${dashes}/>\n`
  if (shape.kind === 'text')
    return html`<text x="${shape.x}" y="${shape.y}" font-size="${shape.size}" fill="${shape.ink}" font-weight="${shape.bold ? 600 : 400}">${shape.text}</text>\n`
  return html`<path d="${pathOf(shape)}" fill="none" stroke="${shape.ink}" stroke-width="1.5"${dashes}/><path d="${arrowOf(shape.to)}" fill="${shape.ink}"/>\n`
}
