import type { Module } from '#modules/module.ts'
import {
  activities,
  listActivitiesOfDomain,
  listActivitiesOfFlows,
  listActivitiesOfSystems,
  measureDataOfProcessors,
} from './activities/repo.ts'
import * as activitiesSchemas from './activities/schemas.ts'
import { CONSTRAINTS as ACTIVITY_CONSTRAINTS } from './activities/service.ts'
import * as unsavedSchemas from './activities/unsaved-schemas.ts'
import { activityView } from './activities/views.ts'
import { countQueries } from './assistant/quota.ts'
import * as assistantSchemas from './assistant/schemas.ts'
import * as draftsSchemas from './drafts/schemas.ts'
import * as linksSchemas from './links/schemas.ts'
import { CONSTRAINTS as LINK_CONSTRAINTS } from './links/service.ts'
import * as overviewSchemas from './overview/schemas.ts'
import * as packsSchemas from './packs/schemas.ts'
import { countStates, listReviews, REVIEW_JOB } from './reviews.ts'
import { routes } from './routes.ts'
import { activitySheet } from './sheet/target.ts'

export const rat: Module = {
  name: 'rat',
  tag: 'Registro de actividades de tratamiento (RAT): actividades, riesgo, plantillas, vínculos y asistencia',
  schemas: [
    { ...activitiesSchemas, ActivityRisk: activitiesSchemas.Risk },
    unsavedSchemas,
    assistantSchemas,
    { ...draftsSchemas, ActivityTemplate: draftsSchemas.Template },
    { ...linksSchemas, ActivityLinks: linksSchemas.AllLinks },
    packsSchemas,
    { ...overviewSchemas, ActivityStats: overviewSchemas.Stats },
  ],
  routes,
  constraints: { ...ACTIVITY_CONSTRAINTS, ...LINK_CONSTRAINTS },
  sheets: [activitySheet],
  jobs: [REVIEW_JOB],
  states: { activities: countStates },
  tasks: { review: listReviews },
  usage: { aiQueries: countQueries },
  approvables: [
    {
      entityType: 'RAT',
      async facts(ctx, id) {
        const row = await activities.find(ctx, id)
        return row && { ...activityView(row) }
      },
      async titles(ctx, ids) {
        const rows = await activities.select(ctx).select(['id', 'name']).where('id', 'in', ids).execute()
        return new Map(rows.map(({ id, name }) => [id, name]))
      },
    },
  ],
  holdsFiles: { activity: activities.has },
  dataOfProcessors: measureDataOfProcessors,
  activitiesOfFlows: listActivitiesOfFlows,
  activitiesOfSystems: listActivitiesOfSystems,
  domainDetail: async (ctx, domainId) => ({ activities: await listActivitiesOfDomain(ctx, domainId) }),
}
