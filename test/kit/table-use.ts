/** Builder calls whose first argument names a table or a view. */
const BUILDER = [
  'selectFrom',
  '(?:inner|left|right|full|cross)Join(?:Lateral)?',
  'insertInto',
  'updateTable',
  'deleteFrom',
  'mergeInto',
  'from',
  'using',
  'table',
  'tenantTable',
  'recordKind',
  'recordPart',
].join('|')

/** A call and its first argument, up to what ends it; a type argument may stand between. */
const CALL = new RegExp(
  String.raw`\b(?:${BUILDER})(?:<[^()]*>)?\(\s*(\[[^\]]*\]|'[^']*'|[\w.]+(?=\s*[,)]))`,
  'g',
)
const ROW_TYPE = /\bTables\['(\w+)'\]/g
/** Of raw SQL: a keyword and the list that follows it, each name with its alias. */
const KEYWORD =
  /\b(?:from|join|into|update|using|table)\s+(?:only\s+)?((?:[\w".]+(?:\s+(?:as\s+)?\w+)?\s*,\s*)*[\w".]+)/gi
const COMMENT = /\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/[^\n]*/g

/**
 * The tables and views, of those known, that the statements in a source text name: builder calls, raw SQL and row types.
 * The name of a call may be a parameter whose type is a union of names in the same text; any other one is `unreadable`.
 */
export function tablesNamed(
  source: string,
  known: (name: string) => boolean,
): { names: Set<string>; unreadable: string[] } {
  const text = source.replace(COMMENT, ' ')
  const names = new Set<string>()
  const unreadable: string[] = []
  const add = (name: string) => {
    if (known(name)) names.add(name)
  }
  for (const [call, argument] of text.matchAll(CALL)) {
    const literals = [...argument!.matchAll(/'(\w+)[^']*'/g)].map(([, name]) => name!)
    if (literals.length > 0) for (const name of literals) add(name)
    else if (
      /^(selectFrom|insertInto|updateTable|deleteFrom|mergeInto|tenantTable|recordKind|recordPart|\w+Join)/.test(
        call,
      )
    ) {
      const union = new RegExp(String.raw`\b${argument}: ((?:'\w+'(?: \| )?)+)`).exec(text)?.[1]
      if (union === undefined) unreadable.push(call)
      for (const [, name] of (union ?? '').matchAll(/'(\w+)'/g)) add(name!)
    }
  }
  for (const [, name] of text.matchAll(ROW_TYPE)) add(name!)
  for (const [, list] of text.matchAll(KEYWORD))
    for (const item of list!.split(','))
      add(
        item
          .trim()
          .split(/\s/)[0]!
          .replaceAll(/"|public\./g, ''),
      )
  return { names, unreadable }
}
