import { Failure } from '#kernel/failure.ts'
import { canonicalId } from '#kernel/ids.ts'
import { demanded, type LegalFinding } from '#kernel/legal-checks.ts'
import { reaches } from '#kernel/roles.ts'
import { audit } from './audit.ts'
import type { WriteCtx } from './context.ts'

/** The record that is about to become official. */
interface Official {
  /** Its name in the audit log. */
  entityType: string
  entityId: string
}

/** A DPO's reason to go on, and the requirements missing then. A module stores it if a later act completes the first. */
export interface HeldOverride {
  reason: string
  by: string | null
  at: string
  missing: string[]
}

/**
 * Every act that makes a record official passes here before it writes. An organisation in mode `enforce` is refused while
 * a requirement is missing, unless a DPO gives a reason to go on; any other organisation is only warned. Both get the
 * findings with the answer. The audit log refuses a change to an official state that was not judged.
 *
 * `held` is the override of an earlier act that this one completes. It covers only what was missing then. Returns the
 * override to store, if one lets this act through.
 */
export async function passGate(
  ctx: WriteCtx,
  { entityType, entityId }: Official,
  findings: readonly LegalFinding[],
  held: HeldOverride | null = null,
): Promise<HeldOverride | null> {
  ctx.gate.judged.add(canonicalId(entityId))
  ctx.gate.warnings.push(...findings)
  const { override } = ctx.gate
  if (override) assertMayOverride(ctx)
  const missing = demanded(findings)
  if (missing.length === 0) return null
  if (override) {
    const after = { reason: override.reason, missing: missing.map(({ key }) => key) }
    await audit(ctx, { action: 'override_legal_gate', entityType, entityId, after })
    return { ...after, by: ctx.actor.id ?? null, at: ctx.now.toISOString() }
  }
  if (held && missing.every(({ key }) => held.missing.includes(key))) return held
  if ((await gateOf(ctx)) === 'enforce') throw new GateRefusal(missing)
  return null
}

async function gateOf({ db, tenantId }: WriteCtx) {
  const { legal_gate } = await db
    .selectFrom('tenants')
    .select('legal_gate')
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow()
  return legal_gate
}

function assertMayOverride({ actor: { type, role } }: WriteCtx): void {
  if (type === 'user' && role && reaches(role, 'DPO')) return
  throw new Failure(
    'forbidden',
    'Seguir adelante pese a lo que falta («override») requiere a una persona con el rol DPO o superior.',
  )
}

/** A 422 with one detail for each thing that is missing. */
export class GateRefusal extends Failure {
  constructor(missing: readonly LegalFinding[]) {
    const what =
      missing.length === 1 ? 'falta un requisito legal' : `faltan ${missing.length} requisitos legales`
    const details = missing.map(({ key, message, article }) => ({
      path: key,
      message: `${message} (${article})`,
    }))
    super(
      'impossible',
      `No se puede continuar: ${what}. Complete lo que falta, o pida a un DPO que siga adelante e indique el motivo en «override.reason».`,
      { details },
    )
  }
}
