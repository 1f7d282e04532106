import type { Tools } from '#db/context.ts'
import { createTurns } from '#kernel/concurrency.ts'
import { Failure } from '#kernel/failure.ts'
import { newId } from '#kernel/ids.ts'
import { canonicalRut } from '#kernel/rut.ts'
import { type Asking, askEndpoint, orderFor, secretOf } from './asking.ts'
import { ConnectorFault, type Gathered } from './engine/bounds.ts'
import { askDatabase } from './engine/database.ts'
import type { ConnectorRow } from './repo.ts'
import { changes, MADE_UP, type Person, type Right } from './rules.ts'
import type { ConnectorTrial, TrialResult } from './schemas.ts'

/** A person waits for the answer, so there are few places, and a limit for each organisation. */
const turns = createTurns({ atOnce: 4, perKey: 2, total: 16 })

export function trialOf(body: ConnectorTrial): { right: Right; person: Person } {
  const { name, email, rut } = body?.person ?? {}
  // Normalised like in a request, so that the trial finds what a run would find.
  const given = { name, email, rut: rut && (canonicalRut(rut) ?? rut) }
  const filled = Object.entries(given).filter(([, value]) => value)
  return { right: body?.right ?? 'ACCESS', person: { ...MADE_UP, ...Object.fromEntries(filled) } }
}

interface Trying extends Asking {
  connector: Asking['connector'] & Pick<ConnectorRow, 'approved_at'>
}

/** A dry run changes nothing, whatever the query says. */
export async function tryConnector(tools: Tools, asking: Trying): Promise<TrialResult> {
  const turn = turns.run(asking.connector.tenant_id, () => tried(tools, asking))
  if (turn) return turn
  throw new Failure('unavailable', 'Hay otras pruebas en curso. Intente de nuevo en unos segundos.', {
    retryAfterSeconds: 10,
  })
}

async function tried(tools: Tools, asking: Trying): Promise<TrialResult> {
  const { connector, right } = asking
  const began = performance.now()
  const mode =
    connector.kind === 'https'
      ? 'call'
      : changes(connector.kind, connector.config, right)
        ? 'explain'
        : 'read'
  const said = { right, mode } as const
  const ms = () => Math.round(performance.now() - began)
  try {
    const secret = secretOf(tools, connector)
    if (mode === 'call') {
      const calling = { id: newId(), type: 'dsar.test', callbackUrl: null, now: tools.now() } as const
      const came = await askEndpoint(asking, secret, calling)
      return { ok: true, ...said, rows: came?.rows ?? null, columns: [], ms: ms(), error: null, sample: [] }
    }
    const came = await askDatabase(orderFor(asking, secret, mode))
    return { ok: true, ...said, ...shown(came, mode, connector.approved_at !== null), ms: ms(), error: null }
  } catch (error) {
    if (!(error instanceof ConnectorFault)) throw error
    // The query has a made-up person's values, so the server's own message can be shown.
    const message = error.detail ? `${error.message} ${error.detail.slice(0, 500)}` : error.message
    return { ok: false, ...said, rows: null, columns: [], ms: ms(), error: message, sample: [] }
  }
}

/** An explained query shows its plan and no row. Without an approval, no data of the company are shown. */
function shown({ count, columns, sample }: Gathered, mode: 'read' | 'explain', isApproved: boolean) {
  if (mode === 'explain') return { rows: null, columns, sample }
  return { rows: count, columns, sample: isApproved ? sample : [] }
}
