import { isId } from '#kernel/ids.ts'
import { RIGHT_TYPES, type RightType } from '../rules.ts'

/** The fields of a widget's configuration that the service reads. */
export interface Settings {
  title: string | null
  intro: string | null
  /** Never empty. */
  rightTypes: readonly RightType[]
  legalEntityId: string | null
  theme: unknown
}

/** A configuration is free (decisions, DSAR). A value of another kind than expected counts as missing. */
export function readSettings(config: Readonly<Record<string, unknown>>): Settings {
  const { title, intro, rightTypes, legalEntityId, theme } = config
  const offered = RIGHT_TYPES.filter((right) => Array.isArray(rightTypes) && rightTypes.includes(right))
  return {
    title: text(title),
    intro: text(intro),
    rightTypes: offered.length > 0 ? offered : RIGHT_TYPES,
    legalEntityId: typeof legalEntityId === 'string' && isId(legalEntityId) ? legalEntityId : null,
    theme: theme ?? null,
  }
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null
}
