import { includesSensitive } from '#kernel/data-categories.ts'

interface Sensitivity {
  categories: readonly string[]
  flag: boolean
}

/**
 * A declaration counts. Without one the categories decide. An update without a declaration keeps an earlier one that
 * differed from the categories.
 */
export function hasSensitiveData(
  declared: boolean | null | undefined,
  categories: readonly string[],
  before?: Sensitivity,
): boolean {
  if (typeof declared === 'boolean') return declared
  const derived = includesSensitive(categories)
  if (before === undefined || declared === null) return derived
  return before.flag === includesSensitive(before.categories) ? derived : before.flag
}
