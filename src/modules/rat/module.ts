import type { Module } from '#http/module.ts'
import { findActivity, listActivitiesOfDomain } from './activities/repo.ts'
import { activityView } from './activities/views.ts'
import { countQueries } from './assistant/quota.ts'
import { routes } from './routes.ts'

export const rat: Module = {
  name: 'rat',
  tag: 'Registro de actividades de tratamiento (RAT): actividades, riesgo, plantillas, vínculos y asistencia',
  routes,
  usage: { aiQueries: countQueries },
  subjects: [
    {
      entityType: 'RAT',
      async facts(ctx, id) {
        const row = await findActivity(ctx, id)
        return row && { ...activityView(row) }
      },
    },
  ],
  domainDetail: async (ctx, domainId) => ({ activities: await listActivitiesOfDomain(ctx, domainId) }),
}
