import { flows, systems } from './repo.ts'

export { VOCABULARY } from './knowledge.ts'
export { listFlowsByIds, listSystemsByIds, type SystemRow } from './repo.ts'

export const { find: findSystem } = systems
export const { find: findFlow } = flows
export type { ActivitiesOfFlows } from './graph.ts'
