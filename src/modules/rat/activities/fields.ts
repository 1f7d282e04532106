import type { WriteCtx } from '#db/context.ts'
import { columnsOf } from '#http/columns.ts'
import { includesSensitive } from '#kernel/data-categories.ts'
import { impossible } from '#kernel/failure.ts'
import { canonicalId, isId, newId } from '#kernel/ids.ts'
import { noneIfBlank } from '#kernel/text.ts'
import { ActivityPatch } from './schemas.ts'

const CLEARED = {
  recipients: [],
  securityMeasures: [],
  sourceIsPublic: false,
  automatedDecisions: false,
  controllerRole: 'responsable' as const,
}

/** The columns of the fields that a body sends. The categories decide whether the data are sensitive. */
export function activityColumns(body: ActivityPatch) {
  const { dataCategories, subjectCategories, internationalTransfer: transfer, systemId, ...fields } = body
  return {
    ...columnsOf(ActivityPatch, fields, CLEARED),
    ...(dataCategories !== undefined && {
      data_categories: [...new Set(dataCategories)],
      has_sensitive_data: includesSensitive(dataCategories ?? []),
    }),
    ...(subjectCategories !== undefined && { subject_categories: [...new Set(subjectCategories)] }),
    ...(transfer !== undefined && {
      transfer_exists: transfer?.exists ?? false,
      transfer_country: noneIfBlank(transfer?.country) ?? null,
      transfer_mechanism: noneIfBlank(transfer?.mechanism) ?? null,
    }),
    ...(systemId !== undefined && { system_id: readSystemId(systemId) }),
  }
}

export type NewDraft = ReturnType<typeof newDraft> & { template_id?: string | null; dpia_required?: boolean }

/** A new draft. Its author may know little more than its name. */
export function newDraft(ctx: WriteCtx, body: ActivityPatch & { name: string; purpose: string }) {
  return {
    has_sensitive_data: false,
    ...activityColumns(body),
    id: newId(),
    name: body.name,
    purpose: body.purpose,
    status: 'draft' as const,
    created_at: ctx.now,
    updated_at: ctx.now,
  }
}

export const noSystem = (path = 'systemId') =>
  impossible(path, 'El sistema indicado no existe en su mapa de datos. Créelo primero o elija otro.')

/** The foreign key refuses an id that names no system. */
function readSystemId(text: string | null): string | null {
  const id = noneIfBlank(text)
  if (id === null) return null
  if (!isId(id)) throw noSystem()
  return canonicalId(id)
}
