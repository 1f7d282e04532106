import type { Approvable } from '#modules/workflows/public.ts'
import { changeStatus } from './closing.ts'
import { STATE_NAMES } from './knowledge/notices.ts'
import * as repo from './repo.ts'
import { MOVES } from './rules.ts'
import { itemView, saysSensitive } from './views.ts'

/** How approval workflows see a breach (decisions, Workflows). */
export const breachApprovable: Approvable = {
  entityType: 'BREACH',

  async facts(ctx, id) {
    const breach = await repo.breaches.find(ctx, id)
    if (!breach) return undefined
    return {
      ...itemView({ ...breach, is_decided: breach.decision !== null }),
      attackVector: breach.attack_vector,
      dataCategories: breach.data_categories,
      hasSensitiveData: saysSensitive(breach),
      requiresSubjectNotification: breach.requires_subject_notification,
      urgency: breach.decision?.urgency,
    }
  },

  async titles(ctx, ids) {
    const rows = await repo.breaches.select(ctx).select(['id', 'title']).where('id', 'in', ids).execute()
    return new Map(rows.map(({ id, title }) => [id, title]))
  },

  async onCompleted(ctx, id, { notes }) {
    const breach = await repo.breaches.lock(ctx, id)
    if (!breach || !MOVES[breach.status].includes('resolved')) {
      const state = breach ? STATE_NAMES[breach.status] : 'borrada'
      return { refusal: `Solo se resuelve una brecha contenida; esta está ${state}.` }
    }
    await changeStatus(ctx, breach, 'resolved', notes ?? 'Flujo de aprobación completado.')
    return undefined
  },
}
