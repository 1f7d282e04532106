export {
  cancelWorkflow,
  findLatestInstance,
  hasOwnDefinition,
  listInstanceEvents,
  startWorkflow,
  type TrailEntry,
} from './instances/service.ts'
export { introduceSubjects } from './subjects.ts'
