export { blocksOf } from './drawing.ts'
export { TYPE_NAMES } from './knowledge/types.ts'
export { contractDocument, STATUS_LABELS } from './pdf.ts'
export { statusAt } from './rules.ts'
