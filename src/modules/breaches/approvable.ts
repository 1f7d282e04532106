import type { Approvable } from '#modules/workflows/public.ts'
import * as repo from './repo.ts'
import { MOVES } from './rules.ts'
import { changeStatus } from './service.ts'
import { itemView } from './views.ts'

/** A breach as the approval workflows see it (decisions, Workflows). */
export const breachApprovable: Approvable = {
  entityType: 'BREACH',

  async facts(ctx, id) {
    const breach = await repo.breaches.find(ctx, id)
    if (!breach) return undefined
    return {
      ...itemView(breach),
      attackVector: breach.attack_vector,
      dataCategories: breach.data_categories,
      hasSensitiveData: breach.has_sensitive_data,
      requiresSubjectNotification: breach.requires_subject_notification,
      urgency: breach.decision?.urgency,
    }
  },

  async onCompleted(ctx, id, { notes }) {
    const breach = await repo.breaches.lock(ctx, id)
    if (!breach || !MOVES[breach.status].includes('resolved')) {
      return {
        refusal: `Solo se resuelve una brecha que está en «contained»; esta está en «${breach?.status}».`,
      }
    }
    await changeStatus(ctx, breach, 'resolved', notes ?? 'Flujo de aprobación completado.')
    return undefined
  },
}
