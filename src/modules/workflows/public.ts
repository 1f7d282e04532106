export type { Approvable, Approvables } from './approvables.ts'
export {
  cancelWorkflow,
  findLatestInstance,
  hasOwnDefinition,
  listInstanceEvents,
  startWorkflow,
  type TrailEntry,
} from './instances/service.ts'
