/** The look of an organisation's pages and letters: its name, its colour made readable, its logo. */

export interface Organisation {
  name: string
  slug: string
  branding: Readonly<Record<string, unknown>>
}

export interface Colours {
  accent: string
  onAccent: string
  /** The accent as a text colour, darkened or lightened until it is readable. */
  link: { light: string; dark: string }
  /** The edge of a button on a light ground: a pale accent needs one to be seen, any other is its own. */
  edge: string
  /** The colours of a button on a dark ground: the accent, lightened until it stands out. */
  dark: { accent: string; onAccent: string }
}

type Rgb = readonly [number, number, number]

const HEX = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i
const [BLACK, WHITE]: [Rgb, Rgb] = [
  [0, 0, 0],
  [255, 255, 255],
]
/** The grounds of web/ui/tokens.css with the least contrast to text. */
const GROUND: { light: Rgb; dark: Rgb } = { light: [0xee, 0xf2, 0xf7], dark: [0x25, 0x2c, 0x37] }
/** WCAG 2.2, 1.4.3. */
const READABLE = 4.5
/** WCAG 2.2, 1.4.11. */
const STANDS_OUT = 3

/** Reads free-form settings: the first of `primaryColor`, `color` and `accent`, written #rrggbb. */
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

/** One of the two is always readable: every colour has a contrast of 4.5 : 1 to black or to white. */
function inkOn(rgb: Rgb): string {
  return contrast(rgb, WHITE) >= contrast(rgb, BLACK) ? '#ffffff' : '#000000'
}

const LONGEST_NAME = 200

/** Another party that prepares the organisation's reports: `preparedBy` of its branding. */
export function preparedBy({ preparedBy: name }: Organisation['branding']): string | undefined {
  return typeof name === 'string' && name.trim() ? name.trim().slice(0, LONGEST_NAME) : undefined
}

/** Small steps: a colour that is lightened as little as possible still carries white text. */
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

/** The contrast of two colours written #rrggbb, from 1 to 21. Undefined if one is not written so. */
export function contrastOf(one: string, other: string): number | undefined {
  const [first, second] = [rgbOf(one), rgbOf(other)]
  return first && second && contrast(first, second)
}

/** The contrast of WCAG 2.2, from 1 to 21. */
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
