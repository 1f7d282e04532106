import { flows, systems } from './repo.ts'

export { isOneOff, VOCABULARY } from './knowledge/vocabulary.ts'
export { listFlowsByIds, listSystemsByIds, type SystemRow } from './repo.ts'

export { SystemPatch } from './schemas.ts'
export { createSystem, updateSystem } from './service.ts'

export const { find: findSystem } = systems
export const { find: findFlow } = flows
export type { ActivitiesOfFlows, ActivitiesOfSystems } from './graph.ts'
