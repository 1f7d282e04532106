export { type EntityRow, findEntity, findMainEntity, findMember, listEntities } from './repo.ts'
