import { RIGHTS, type Right } from './words.ts'

/** The part of a form's configuration that the editor changes. It leaves the rest as it is. */
export interface Settings {
  title: string
  intro: string
  rightTypes: Right[]
  allowedOrigins: string[]
  color: string
}

type Config = Readonly<Record<string, unknown>>

export function settingsOf(config: Config): Settings {
  const { title, intro, rightTypes, allowedOrigins, theme } = config
  const { primaryColor, color, accent } = (theme ?? {}) as Record<string, unknown>
  return {
    title: text(title),
    intro: text(intro),
    rightTypes: texts(rightTypes).filter((one): one is Right => one in RIGHTS),
    allowedOrigins: texts(allowedOrigins),
    color: text(primaryColor ?? color ?? accent),
  }
}

export function configWith(config: Config, settings: Settings): Record<string, unknown> {
  const { title: _t, intro: _i, rightTypes: _r, allowedOrigins: _o, theme, ...others } = config
  const { primaryColor: _p, color: _c, accent: _a, ...look } = (theme ?? {}) as Record<string, unknown>
  const { title, intro, rightTypes, color } = settings
  const origins = settings.allowedOrigins.map((one) => one.trim()).filter(Boolean)
  const all = rightTypes.length === 0 || rightTypes.length === Object.keys(RIGHTS).length
  const shown = { ...look, ...(color && { color }) }
  return {
    ...others,
    ...(title.trim() && { title }),
    ...(intro.trim() && { intro }),
    ...(!all && { rightTypes }),
    ...(origins.length > 0 && { allowedOrigins: origins }),
    ...(Object.keys(shown).length > 0 && { theme: shown }),
  }
}

/** The address of the preview with the unsaved settings. */
export function previewPath(
  id: string,
  {
    title,
    intro,
    rightTypes,
    color,
    legalEntityId,
    right,
  }: Settings & { legalEntityId: string; right: string },
): string {
  const query = new URLSearchParams({
    title: title.slice(0, 200),
    intro: intro.slice(0, 2000),
    rightTypes: rightTypes.join(','),
    color: color.slice(0, 20),
    ...(legalEntityId && { legalEntityId }),
    ...(right && { right }),
  })
  return `/dsar/widgets/${id}/preview?${query.toString()}`
}

const text = (value: unknown) => (typeof value === 'string' ? value : '')
const texts = (value: unknown) =>
  (Array.isArray(value) ? value : [value]).filter(
    (one): one is string => typeof one === 'string' && one !== '',
  )
