import type { Updateable } from 'kysely'
import type { Ctx } from '#db/context.ts'
import type { Tables } from '#db/tables.ts'
import { includesSensitive } from '#kernel/data-categories.ts'
import { impossible } from '#kernel/failure.ts'
import { isId, newId } from '#kernel/ids.ts'
import { noneIfBlank } from '#kernel/text.ts'
import type { NewActivityRow } from './repo.ts'
import type { ActivityPatch } from './schemas.ts'

/** What is sent, as columns: absent leaves alone, null clears. */
export function columnsOf(body: ActivityPatch): Updateable<Tables['activities']> {
  const system = noneIfBlank(body.systemId)
  const transfer = body.internationalTransfer
  return {
    name: body.name,
    purpose: body.purpose,
    legal_basis: body.legalBasis,
    legal_basis_article: noneIfBlank(body.legalBasisArticle),
    legal_norm: noneIfBlank(body.legalNorm),
    legitimate_interest: noneIfBlank(body.legitimateInterest),
    ...(body.dataCategories !== undefined && {
      data_categories: each(body.dataCategories),
      has_sensitive_data: includesSensitive(body.dataCategories ?? []),
    }),
    subject_categories: body.subjectCategories === undefined ? undefined : each(body.subjectCategories),
    data_source: noneIfBlank(body.dataSource),
    source_is_public: cleared(body.sourceIsPublic, false),
    recipients: cleared(body.recipients, []),
    ...(transfer !== undefined && {
      transfer_exists: transfer?.exists ?? false,
      transfer_country: noneIfBlank(transfer?.country) ?? null,
      transfer_mechanism: noneIfBlank(transfer?.mechanism) ?? null,
    }),
    retention_period: body.retentionPeriod,
    retention_note: noneIfBlank(body.retentionNote),
    security_measures: cleared(body.securityMeasures, []),
    automated_decisions: cleared(body.automatedDecisions, false),
    automated_logic: noneIfBlank(body.automatedLogic),
    consent_withdrawal: noneIfBlank(body.consentWithdrawal),
    minors_safeguard: noneIfBlank(body.minorsSafeguard),
    controller_name: noneIfBlank(body.controllerName),
    controller_role: cleared(body.controllerRole, 'responsable'),
    responsible_area: noneIfBlank(body.responsibleArea),
    system_id: system && systemId(system),
  }
}

/** A new draft; whoever made it may know little more than its name. */
export function draftRow(ctx: Ctx, body: ActivityPatch & { name: string; purpose: string }): NewActivityRow {
  return {
    ...columnsOf(body),
    tenant_id: ctx.tenantId,
    id: newId(),
    name: body.name,
    purpose: body.purpose,
    has_sensitive_data: includesSensitive(body.dataCategories ?? []),
    status: 'draft',
    created_at: ctx.now,
    updated_at: ctx.now,
    // What is undefined is left out of the statement, and the column takes its default.
  } as NewActivityRow
}

export const noSystem = (path = 'systemId') =>
  impossible(path, 'El sistema indicado no existe en su mapa de datos. Créelo primero o elija otro.')

/** Whether it exists is the foreign key's to say. */
function systemId(id: string): string {
  if (!isId(id)) throw noSystem()
  return id
}

function each<T>(values: readonly T[] | null): T[] {
  return [...new Set(values)]
}

function cleared<T>(value: T | null | undefined, empty: T): T | undefined {
  return value === null ? empty : value
}
