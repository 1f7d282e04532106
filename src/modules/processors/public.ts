import { processors } from './repo.ts'

export { answerQuestion, getDiligence } from './diligence.ts'
export { DILIGENCE } from './knowledge.ts'
export type { ProcessorFacts, ProcessorRow } from './repo.ts'
export { dpaStatusAt } from './rules.ts'
export { Processor, ProcessorPatch } from './schemas.ts'
export {
  createProcessor,
  type DataOfProcessors,
  ensureProcessor,
  fillCountry,
  type SystemsOf,
  setDpaStatus,
  updateProcessor,
} from './service.ts'
export { processorView } from './views.ts'

export const { find: findProcessor, lock: lockProcessor } = processors
