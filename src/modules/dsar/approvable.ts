import type { Approvable } from '#modules/workflows/public.ts'
import { requestTitle } from './knowledge.ts'
import { endedAs } from './requests/changes.ts'
import { closeRequest } from './requests/closing.ts'
import * as repo from './requests/repo.ts'
import { itemView } from './requests/views.ts'
import { isFinal } from './rules.ts'

/** How approval workflows see a request (decisions, Workflows). */
export const dsarApprovable: Approvable = {
  entityType: 'DSAR',
  tracedAs: 'dsar_request',

  async facts(ctx, id) {
    const row = await repo.requests.find(ctx, id)
    if (!row) return undefined
    const { tasks: _, ...item } = itemView(row, ctx.now)
    return {
      ...item,
      isExtended: row.extended_deadline_at !== null,
      isRepresentative: row.is_representative,
      organizationRelation: row.organization_relation,
      subtype: row.subtype,
      source: row.source,
    }
  },

  async titles(ctx, ids) {
    const rows = await repo.requests
      .select(ctx)
      .select(['id', 'right_type', 'folio_number'])
      .where('id', 'in', ids)
      .execute()
    return new Map(rows.map((row) => [row.id, requestTitle(row)]))
  },

  async onCompleted(ctx, id, { notes }) {
    const row = await repo.requests.lockFields(ctx, id)
    if (!row) return { refusal: 'La solicitud ya no existe.' }
    if (isFinal(row.status)) return { refusal: endedAs(row.status) }
    await closeRequest(ctx, row, {
      outcome: 'COMPLETED',
      action: 'complete',
      responseType: null,
      responseNotes: null,
      responseFileKey: null,
      denialReason: null,
      nothingHeld: false,
      notes: notes ?? 'Flujo de aprobación completado.',
    })
    return undefined
  },
}
