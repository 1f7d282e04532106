import { includesSensitive } from '#kernel/data-categories.ts'

interface Sensitivity {
  categories: readonly string[]
  flag: boolean
}

/**
 * What was said counts; unsaid, the categories tell. In an update they tell again, unless someone had once said
 * otherwise: that stands until it is said anew.
 */
export function hasSensitiveData(
  said: boolean | null | undefined,
  categories: readonly string[],
  before?: Sensitivity,
): boolean {
  if (typeof said === 'boolean') return said
  const told = includesSensitive(categories)
  if (before === undefined || said === null) return told
  return before.flag === includesSensitive(before.categories) ? told : before.flag
}
