import { Failure } from '#kernel/failure.ts'
import { type Role, reaches } from '#kernel/roles.ts'

/** The records that take comments, and their module: a key sees the comments of the modules that it may read. */
export const MODULE_OF = {
  activity: 'rat',
  breach: 'breaches',
  contract: 'contracts',
  dpia_assessment: 'dpia',
  dsar_request: 'dsar',
  processor: 'processors',
  system: 'data-map',
} as const

export type CommentedType = keyof typeof MODULE_OF
export const COMMENTED_TYPES = Object.keys(MODULE_OF) as CommentedType[]

export const LONGEST_COMMENT = 4000
export const MOST_MENTIONS = 20

interface Person {
  id?: string | undefined
  role?: Role | undefined
}

/** Authors remove their own comments; administrators remove any. */
export function mayRemove(actor: Person, authorId: string | null): boolean {
  if (actor.role !== undefined && reaches(actor.role, 'ADMIN')) return true
  return actor.id !== undefined && actor.id === authorId
}

export function assertMayRemove(actor: Person, authorId: string | null): void {
  if (mayRemove(actor, authorId)) return
  throw new Failure(
    'forbidden',
    'Un comentario lo elimina quien lo escribió, o quien administra la organización.',
  )
}
