export { VOCABULARY } from './knowledge.ts'
export {
  findFlow,
  findSystem,
  listFlowsByIds,
  listSystemsByIds,
  type SystemRow,
} from './repo.ts'
