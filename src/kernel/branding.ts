/** What an organisation's pages and letters look like: its name, its colour made readable, its logo. */

export interface Organisation {
  name: string
  slug: string
  branding: Readonly<Record<string, unknown>>
}

export interface Colours {
  accent: string
  onAccent: string
  /** The accent as text, darkened or lightened until it can be read. */
  link: { light: string; dark: string }
  /** Of a button on a light ground: a pale accent is found by its edge, any other is its own. */
  edge: string
  /** A button on a dark ground: the accent, lightened until it stands out. */
  dark: { accent: string; onAccent: string }
}

type Rgb = readonly [number, number, number]

const HEX = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i
const [BLACK, WHITE]: [Rgb, Rgb] = [
  [0, 0, 0],
  [255, 255, 255],
]
/** The grounds of web/ui/tokens.css that are hardest for a text. */
const GROUND: { light: Rgb; dark: Rgb } = { light: [0xee, 0xf2, 0xf7], dark: [0x25, 0x2c, 0x37] }
/** WCAG 2.2, 1.4.3. */
const READABLE = 4.5
/** WCAG 2.2, 1.4.11. */
const STANDS_OUT = 3

/** Free text; of it `primaryColor`, `color` or `accent` counts, written #rrggbb. */
export function coloursOf(look: unknown): Colours | undefined {
  const { primaryColor, color, accent } = (look ?? {}) as Record<string, unknown>
  const rgb = rgbOf(primaryColor ?? color ?? accent)
  if (!rgb) return undefined
  const lightened = apart(rgb, GROUND.dark, WHITE, STANDS_OUT)
  return {
    accent: hexOf(rgb),
    onAccent: inkOn(rgb),
    link: {
      light: hexOf(apart(rgb, GROUND.light, BLACK, READABLE)),
      dark: hexOf(apart(rgb, GROUND.dark, WHITE, READABLE)),
    },
    edge: hexOf(apart(rgb, GROUND.light, BLACK, STANDS_OUT)),
    dark: { accent: hexOf(lightened), onAccent: inkOn(lightened) },
  }
}

/** One of the two is always readable: no colour is closer than 4.5 : 1 to both. */
function inkOn(rgb: Rgb): string {
  return contrast(rgb, WHITE) >= contrast(rgb, BLACK) ? '#ffffff' : '#000000'
}

const LONGEST_NAME = 200

/** Who prepares the reports for the organisation, where it is somebody else: `preparedBy` of its look. */
export function preparedBy({ preparedBy: name }: Organisation['branding']): string | undefined {
  return typeof name === 'string' && name.trim() ? name.trim().slice(0, LONGEST_NAME) : undefined
}

/** Small ones: what is lightened no more than it must be still takes white words. */
const STEPS = 100

function apart(rgb: Rgb, ground: Rgb, towards: Rgb, least: number): Rgb {
  let moved = rgb
  for (let step = 1; step <= STEPS && contrast(moved, ground) < least; step += 1)
    moved = rgb.map((part, at) => Math.round(part + ((towards[at]! - part) * step) / STEPS)) as unknown as Rgb
  return moved
}

function rgbOf(value: unknown): Rgb | undefined {
  const parts = typeof value === 'string' ? HEX.exec(value.trim()) : null
  return parts ? (parts.slice(1).map((part) => Number.parseInt(part, 16)) as unknown as Rgb) : undefined
}

function hexOf(rgb: Rgb): string {
  return `#${rgb.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

/** Of two colours written #rrggbb: from 1 to 21. Undefined where one is not written so. */
export function contrastOf(one: string, other: string): number | undefined {
  const [first, second] = [rgbOf(one), rgbOf(other)]
  return first && second && contrast(first, second)
}

/** WCAG 2.2: from 1 to 21. */
function contrast(one: Rgb, other: Rgb): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

function luminance(rgb: Rgb): number {
  const [red, green, blue] = rgb.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as unknown as Rgb
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
