import { type ReadCtx, SYSTEM } from '#db/context.ts'
import { impossible } from '#kernel/failure.ts'
import { canonicalId, isId } from '#kernel/ids.ts'
import { findEntity, findMainEntity } from '#modules/org/public.ts'
import { checkCompliance, findingsOf } from '../compliance.ts'
import { articleFits } from '../knowledge/bases.ts'
import { besideRecord, calculateRisk, missingToPublish } from '../rules.ts'
import { activityColumns, basisFault, derivedOf } from './fields.ts'
import * as repo from './repo.ts'
import { type Around, type FindAssessed, factsOf, findAround } from './service.ts'
import type { UnsavedActivity, UnsavedCheck } from './unsaved-schemas.ts'
import { activityView } from './views.ts'

/** The database defaults of an activity without any fields. */
const BLANK: Omit<repo.ActivityRow, 'tenant_id' | 'id' | 'legal_entity_id' | 'created_at' | 'updated_at'> = {
  name: '',
  purpose: '',
  legal_basis: null,
  legal_basis_article: null,
  legal_norm: null,
  legitimate_interest: null,
  data_categories: [],
  has_sensitive_data: false,
  subject_categories: [],
  data_source: null,
  source_is_public: false,
  recipients: [],
  transfer_exists: false,
  transfer_country: null,
  transfer_mechanism: null,
  retention_period: null,
  retention_note: null,
  security_measures: [],
  automated_decisions: false,
  automated_logic: null,
  consent_withdrawal: null,
  minors_safeguard: null,
  controller_name: null,
  controller_role: 'responsable',
  responsible_area: null,
  template_id: null,
  system_id: null,
  status: 'draft',
  published_at: null,
  risk_level: null,
  risk_score: null,
  risk_factors: null,
  risk_assessed_at: null,
  dpia_required: false,
  socioeconomic: false,
  balancing: null,
  dpia_reasons: null,
  review_at: null,
  review_announced: null,
}

/** Checks an activity as if it were saved now. Reads its links and writes nothing. */
export async function checkUnsaved(
  ctx: ReadCtx,
  { activityId, dataVolume, ...body }: UnsavedActivity,
  findAssessed: FindAssessed,
): Promise<UnsavedCheck> {
  const saved =
    activityId && isId(activityId) ? await repo.activities.find(ctx, canonicalId(activityId)) : undefined
  if (activityId && !saved)
    throw impossible('activityId', 'La actividad de tratamiento indicada no existe en su organización.')
  const sent = activityColumns({ now: ctx.now, actor: SYSTEM }, body)
  const row: repo.ActivityRow = {
    tenant_id: ctx.tenantId,
    id: '',
    legal_entity_id: '',
    created_at: ctx.now,
    updated_at: ctx.now,
    ...BLANK,
    ...saved,
    ...sent,
  }
  // Like saving: the stored article stays only if it fits the new basis.
  if (body.legalBasisArticle === undefined && !articleFits(row.legal_basis, row.legal_basis_article))
    row.legal_basis_article = null
  const { has_sensitive_data: sensitiveData } = derivedOf(row, ctx.tools.law)
  const recorded = {
    sensitiveData,
    automatedDecision: row.automated_decisions,
    internationalTransfer: row.transfer_exists,
  }
  const factors = { dataVolume: dataVolume ?? row.risk_factors?.dataVolume ?? null, ...recorded }
  const calculated = calculateRisk(factors)
  const weighed = { ...row, risk_level: calculated.riskLevel, risk_factors: factors }
  const derived = derivedOf(weighed, ctx.tools.law)
  const reasons = derived.dpia_reasons ?? []
  const risk = besideRecord(calculated, recorded, reasons)
  const judged = { ...weighed, ...derived, dpia_required: risk.dpiaRequired }
  const facts = factsOf(ctx, judged, await aroundOf(ctx, saved, body, findAssessed))
  return {
    warnings: [...basisFindings(judged), ...findingsOf(facts)],
    missing: missingToPublish(activityView(judged)),
    score: checkCompliance(facts).score,
    hasSensitiveData: sensitiveData,
    dpiaReasons: [...reasons],
    ...risk,
  }
}

/** The links of a saved activity, with the system and the entity named now. */
async function aroundOf(
  ctx: ReadCtx,
  saved: repo.ActivityRow | undefined,
  { systemId, legalEntityId }: UnsavedActivity,
  findAssessed: FindAssessed,
): Promise<Around> {
  const entityId = legalEntityId && isId(legalEntityId) ? canonicalId(legalEntityId) : undefined
  const [named, placed, around] = await Promise.all([
    entityId ? findEntity(ctx, entityId) : undefined,
    systemId === undefined && saved ? {} : findPlaced(ctx, saved?.id, systemId),
    saved ? findAround(ctx, saved.id, findAssessed) : NOTHING_AROUND,
  ])
  const entity = named ?? around.entity ?? (saved ? undefined : await findMainEntity(ctx))
  return { ...around, ...placed, entity }
}

const NOTHING_AROUND: Around = { systems: [], processors: [], entity: undefined, dpiaDone: false }

/** The systems and processors of the data, with the system named now. */
async function findPlaced(ctx: ReadCtx, activityId: string | undefined, systemId: string | null | undefined) {
  const id = systemId && isId(systemId) ? canonicalId(systemId) : null
  const [system, linked, processors] = await Promise.all([
    id === null ? undefined : repo.findSystem(ctx, id),
    activityId === undefined ? [] : repo.listSystemsOf(ctx, activityId),
    repo.listProcessorsIf(ctx, activityId ?? null, id),
  ])
  const others = linked.filter((one) => one.linked && one.systemId !== system?.systemId)
  return { systems: system ? [...others, system] : others, processors }
}

/** Warns about an article that saving would refuse. */
function basisFindings({ legal_basis, legal_basis_article }: repo.ActivityRow): UnsavedCheck['warnings'] {
  const message = basisFault(legal_basis, legal_basis_article)
  if (!message) return []
  return [
    {
      key: 'activity.legal_basis_article',
      message,
      article: 'arts. 12, 13 y 16, Ley 19.628 (mod. Ley 21.719)',
      severity: 'high',
    },
  ]
}
