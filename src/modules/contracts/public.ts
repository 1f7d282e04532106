export { statusAt } from './rules.ts'
