/** Builder calls whose first argument is a table or a view. */
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

/** A call and its first argument, possibly after a type argument. */
const CALL = new RegExp(
  String.raw`\b(?:${BUILDER})(?:<[^()]*>)?\(\s*(\[[^\]]*\]|'[^']*'|[\w.]+(?=\s*[,)]))`,
  'g',
)
const ROW_TYPE = /\bTables\['(\w+)'\]/g
/** In raw SQL: a keyword and the list of names with aliases after it. */
const KEYWORD =
  /\b(?:from|join|into|update|using|table)\s+(?:only\s+)?((?:[\w".]+(?:\s+(?:as\s+)?\w+)?\s*,\s*)*[\w".]+)/gi
const COMMENT = /\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/[^\n]*/g

/**
 * The known tables and views that the statements of a source text use: builder calls, raw SQL and row types. The first
 * argument may be a parameter typed as a union of names in the same text. Other calls go into `unreadable`.
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
