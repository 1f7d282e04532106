/** RFC 9309, as far as a visitor needs it: the groups that name it, else those for all. The longest rule wins. */
export type Robots = (path: string) => boolean

export const EVERYTHING: Robots = () => true

export function readRobots(text: string, agent: string): Robots {
  const own: [allow: boolean, path: string][] = []
  const all: [allow: boolean, path: string][] = []
  let named: string[] = []
  let inRules = false
  let hasOwn = false
  for (const line of text.split(/\r?\n/).slice(0, 5000)) {
    const [, field = '', value = ''] = /^\s*([a-z-]+)\s*:\s*([^#]*)/i.exec(line) ?? []
    const key = field.toLowerCase()
    if (key === 'user-agent') {
      if (inRules) named = []
      inRules = false
      named.push(value.trim().toLowerCase())
      hasOwn ||= value.trim().toLowerCase() === agent.toLowerCase()
    } else if (key === 'allow' || key === 'disallow') {
      inRules = true
      const rule: [boolean, string] = [key === 'allow', encoded(value.trim())]
      if (rule[1] === '') continue
      if (named.includes(agent.toLowerCase())) own.push(rule)
      if (named.includes('*')) all.push(rule)
    }
  }
  const rules = (hasOwn ? own : all).toSorted(
    (a, b) => b[1].length - a[1].length || Number(b[0]) - Number(a[0]),
  )
  return (path) => rules.find(([, rule]) => matches(rule, path))?.[0] ?? true
}

/** Percent-encoded like in an address: «/búsqueda» is requested as «/b%C3%BAsqueda». */
function encoded(path: string): string {
  return path.toWellFormed().replace(/\P{ASCII}+/gu, encodeURIComponent)
}

/** `*` matches anything, a final `$` the end. Runs without backtracking, whatever the number of stars. */
function matches(rule: string, path: string): boolean {
  const ends = rule.endsWith('$')
  const [first = '', ...parts] = (ends ? rule.slice(0, -1) : rule).split('*')
  if (!path.startsWith(first)) return false
  let from = first.length
  for (const [index, part] of parts.entries()) {
    const last = index === parts.length - 1
    const found = ends && last ? path.length - part.length : path.indexOf(part, from)
    if (found < from || (ends && last && !path.endsWith(part))) return false
    from = found + part.length
  }
  return !ends || from === path.length || (parts.length > 0 && parts.at(-1) === '')
}
