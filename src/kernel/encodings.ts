export type Encoding = 'br' | 'gzip'

/** RFC 9110, 12.5.3. A missing header would allow any encoding; we send such callers none. */
export function encodingFor(accepted: string | string[] | undefined): Encoding | undefined {
  if (accepted === undefined) return undefined
  const weights = new Map(
    String(accepted)
      .toLowerCase()
      .split(',')
      .map((part) => {
        const [name = '', weight] = part.split(';').map((piece) => piece.trim())
        return [name, weight === undefined ? 1 : Number(weight.replace(/^q\s*=\s*/, ''))] as const
      }),
  )
  const weightOf = (name: Encoding) => weights.get(name) ?? weights.get('*') ?? 0
  const [best] = (['br', 'gzip'] as const)
    .filter((name) => weightOf(name) > 0)
    .sort((a, b) => weightOf(b) - weightOf(a))
  return best
}
