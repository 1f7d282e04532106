import { BoundedMap } from '#kernel/bounded-map.ts'
import { errorType, inSpan, isTracing } from '#kernel/tracing.ts'
import type { BatchResult, Statement } from './wire/engine.ts'

/** Sends a batch in a span that names its statements by verb and table: neither their text nor their parameters. */
export function sendTraced(
  statements: readonly Statement[],
  send: (statements: readonly Statement[]) => Promise<BatchResult>,
): Promise<BatchResult> {
  if (!isTracing()) return send(statements)
  const summary = summaryOf(statements)
  const attributes = {
    'db.system.name': 'postgresql',
    'db.query.summary': summary,
    'db.operation.batch.size': statements.length,
  }
  return inSpan(summary, { kind: 'client', attributes }, async (span) => {
    const sent = await send(statements)
    if (sent.error !== undefined) span.fail(errorType(sent.error))
    return sent
  })
}

const LONGEST = 120
const MOST_KNOWN = 2000
const known = new BoundedMap<string, string>({ most: MOST_KNOWN })

/** The statements that every transaction sends around its own. */
const FRAME = /^(begin|commit|rollback|select set_config|select enter_tenant)$/

export function summaryOf(statements: readonly Statement[]): string {
  const all = [...new Set(statements.map(({ sql }) => nameOf(sql)))]
  const own = all.filter((name) => !FRAME.test(name))
  return (own.length > 0 ? own : all).join('; ').slice(0, LONGEST)
}

function nameOf(sql: string): string {
  const found = known.get(sql) ?? read(sql)
  known.set(sql, found)
  return found
}

const VERB = /^[\s(]*([a-z]+)/i
const TABLE = /\b(?:from|into|update|join)\s+(?:only\s+)?(?:"?\w+"?\.)?"?([a-z_][a-z0-9_]*)/i
const CALLED = /^\s*select\s+(set_config)\(/i

/** The verb and the table of a statement. Quoted texts are removed before it is read. */
function read(sql: string): string {
  const plain = sql.replaceAll(/'(?:[^']|'')*'/g, "''")
  const verb = VERB.exec(plain)?.[1]?.toLowerCase() ?? 'statement'
  const table = CALLED.exec(plain)?.[1] ?? TABLE.exec(plain)?.[1]
  return table ? `${verb} ${table.toLowerCase()}` : verb
}
