import type { Approvable } from '#modules/workflows/public.ts'
import * as repo from './requests/repo.ts'
import { changeStatus } from './requests/service.ts'
import { itemView } from './requests/views.ts'
import { isFinal } from './rules.ts'

/** A request as the approval workflows see it (decisions, Workflows). */
export const dsarApprovable: Approvable = {
  entityType: 'DSAR',

  async facts(ctx, id) {
    const row = await repo.requests.find(ctx, id)
    return (
      row && {
        ...itemView(row, ctx.now),
        isExtended: row.extended_deadline_at !== null,
        isRepresentative: row.is_representative,
        organizationRelation: row.organization_relation,
        subtype: row.subtype,
        source: row.source,
      }
    )
  },

  async onCompleted(ctx, id, { notes }) {
    const row = await repo.requests.lockFields(ctx, id)
    if (!row || isFinal(row.status)) {
      return { refusal: `La solicitud ya terminó en «${row?.status}» y no cambia más.` }
    }
    await changeStatus(ctx, row, 'COMPLETED', {
      action: 'complete',
      notes: notes ?? 'Flujo de aprobación completado.',
    })
    return undefined
  },
}
