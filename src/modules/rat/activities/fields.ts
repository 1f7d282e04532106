import type { WriteCtx } from '#db/context.ts'
import { columnsOf } from '#http/columns.ts'
import { isSensitive } from '#kernel/data-categories.ts'
import { iso, toInstant } from '#kernel/dates.ts'
import { impossible } from '#kernel/failure.ts'
import { canonicalId, isId, newId } from '#kernel/ids.ts'
import type { Law } from '#kernel/law/law.ts'
import { pastInstant } from '#kernel/past.ts'
import { noneIfBlank } from '#kernel/text.ts'
import { articleFits, articlesOf, type BasisArticle } from '../knowledge/bases.ts'
import { LEGAL_BASIS_LABELS } from '../knowledge/vocabulary.ts'
import type { LegalBasis } from '../rules.ts'
import { type Screening, screen } from '../screening.ts'
import type { ActivityRow } from './repo.ts'
import { ActivityPatch, type Balancing, type BalancingRecord } from './schemas.ts'

const CLEARED = {
  recipients: [],
  securityMeasures: [],
  sourceIsPublic: false,
  socioeconomic: false,
  automatedDecisions: false,
  controllerRole: 'responsable' as const,
}

/** The person who saves, and the time. */
type Saving = Pick<WriteCtx, 'now' | 'actor'>

/** The columns of the sent fields. The legal entity is missing, because it has to be looked up. */
export function activityColumns(ctx: Saving, body: ActivityPatch) {
  const {
    dataCategories,
    subjectCategories,
    internationalTransfer: transfer,
    systemId,
    balancing,
    legalEntityId: _,
    ...fields
  } = body
  return {
    ...columnsOf(ActivityPatch, fields, CLEARED),
    ...(dataCategories !== undefined && { data_categories: [...new Set(dataCategories)] }),
    ...(subjectCategories !== undefined && { subject_categories: [...new Set(subjectCategories)] }),
    ...(transfer !== undefined && {
      transfer_exists: transfer?.exists ?? false,
      transfer_country: noneIfBlank(transfer?.country) ?? null,
      transfer_mechanism: noneIfBlank(transfer?.mechanism) ?? null,
    }),
    ...(systemId !== undefined && { system_id: readSystemId(systemId) }),
    ...(balancing !== undefined && { balancing: balancing && recorded(ctx, balancing) }),
  }
}

/** The person who saves an outcome, and the time, fill in an author and a date that the body lacks. */
function recorded({ now, actor }: Saving, sent: Balancing): BalancingRecord {
  const { outcome = null } = sent
  const text = (field: keyof Balancing) => noneIfBlank(sent[field]) ?? null
  return {
    purpose: text('purpose'),
    necessity: text('necessity'),
    balance: text('balance'),
    safeguards: text('safeguards'),
    outcome,
    assessedAt: sent.assessedAt
      ? iso(pastInstant('balancing.assessedAt', toInstant(sent.assessedAt), now, 'La ponderación'))
      : outcome && iso(now),
    assessedBy: text('assessedBy') ?? (outcome && (actor.name ?? null)),
  }
}

const STEPS = ['purpose', 'necessity', 'balance', 'safeguards', 'outcome'] as const

/** A test sent back unchanged keeps its author and date, because forms send it with every change of the activity. */
export function keptAssessment(
  { balancing: was }: Pick<ActivityRow, 'balancing'>,
  sent: Balancing | null | undefined,
  written: BalancingRecord | null | undefined,
): { balancing?: BalancingRecord } {
  if (!was || !sent || !written || sent.assessedAt || noneIfBlank(sent.assessedBy)) return {}
  return STEPS.every((step) => was[step] === written[step]) ? { balancing: was } : {}
}

/** A row, or the part of it that a new draft has. */
type Judged = Pick<ActivityRow, 'name' | 'purpose'> & Partial<ActivityRow>

export function screeningOf({ risk_factors: factors, ...row }: Judged, { dpiaList }: Law): Screening {
  const screened = {
    name: row.name,
    purpose: row.purpose,
    legalBasis: row.legal_basis ?? null,
    dataCategories: row.data_categories ?? [],
    subjectCategories: row.subject_categories ?? [],
    socioeconomic: row.socioeconomic ?? false,
    automatedDecisions: row.automated_decisions ?? false,
    automatedLogic: row.automated_logic ?? null,
    sourceIsPublic: row.source_is_public ?? false,
    riskLevel: row.risk_level ?? null,
    riskFactors: factors
      ? {
          dataVolume: factors.dataVolume ?? null,
          sensitiveData: factors.sensitiveData ?? null,
          automatedDecision: factors.automatedDecision ?? null,
        }
      : null,
  }
  return screen(screened, dpiaList)
}

/** Columns derived from the others: whether the data are sensitive, and whether an assessment is required. */
export function derivedOf(row: Judged, law: Law) {
  const { data_categories: dataCategories = [], socioeconomic = false } = row
  const { requiresDpia, findings } = screeningOf(row, law)
  return {
    has_sensitive_data: isSensitive({ dataCategories, socioeconomic }),
    dpia_required: requiresDpia,
    dpia_reasons: requiresDpia ? findings : null,
  }
}

export type NewDraft = ReturnType<typeof newDraft> & {
  template_id?: string | null
  legal_entity_id?: string
}

/** A new draft. Only name and purpose are required. */
export function newDraft(ctx: WriteCtx, body: ActivityPatch & { name: string; purpose: string }) {
  const fields = { ...activityColumns(ctx, body), name: body.name, purpose: body.purpose }
  return {
    ...fields,
    ...derivedOf(fields, ctx.tools.law),
    id: newId(),
    status: 'draft' as const,
    created_at: ctx.now,
    updated_at: ctx.now,
  }
}

// ── the basis and its article ──

/** The fault of an article under a basis; undefined if it fits. */
export function basisFault(
  basis: LegalBasis | null | undefined,
  article: BasisArticle | null | undefined,
): string | undefined {
  if (!basis || !article || articleFits(basis, article)) return undefined
  return `El artículo «${article}» no corresponde a la base «${LEGAL_BASIS_LABELS[basis].label}», que admite: ${articlesOf(basis).join(', ')}.`
}

/** A new basis keeps the stored article only if it fits: a client may not know the field. */
export function settleArticle(
  before: Pick<ActivityRow, 'legal_basis' | 'legal_basis_article'>,
  sent: Partial<Pick<ActivityRow, 'legal_basis' | 'legal_basis_article'>>,
): { legal_basis_article?: null } {
  const basis = sent.legal_basis === undefined ? before.legal_basis : sent.legal_basis
  if (sent.legal_basis_article !== undefined) {
    assertBasis(basis, sent.legal_basis_article)
    return {}
  }
  return articleFits(basis, before.legal_basis_article) ? {} : { legal_basis_article: null }
}

export function assertBasis(
  basis: LegalBasis | null | undefined,
  article: BasisArticle | null | undefined,
): void {
  const fault = basisFault(basis, article)
  if (fault) throw impossible('legalBasisArticle', fault)
}

export const noSystem = (path = 'systemId') =>
  impossible(path, 'El sistema indicado no existe en su mapa de datos. Créelo primero o elija otro.')

/** Keeps any well-formed id: the foreign key refuses unknown ones. */
function readSystemId(text: string | null): string | null {
  const id = noneIfBlank(text)
  if (id === null) return null
  if (!isId(id)) throw noSystem()
  return canonicalId(id)
}
