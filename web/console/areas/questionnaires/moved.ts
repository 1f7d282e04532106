/** A list with one entry moved a place up or down. */
export function moved<T>(list: readonly T[], index: number, by: -1 | 1): T[] {
  const to = index + by
  if (to < 0 || to >= list.length) return [...list]
  const next = [...list]
  next.splice(to, 0, ...next.splice(index, 1))
  return next
}
