export { SCORE_HISTORY_JOB } from './history.ts'
