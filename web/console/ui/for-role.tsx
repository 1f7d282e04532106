import type { ReactNode } from 'react'
import { type Operations, ROLE_OF } from '#client'
import { sayRole } from '#kernel/roles.ts'
import { useOrganisation } from '../frame/organisation.tsx'
import { Empty } from './empty.tsx'

/** A call that not every role may make. */
export type Guarded = keyof Operations & keyof typeof ROLE_OF

/** A form for those whose role may send it: the others read so before they write, and not after. */
export function ForRole({ operation, children }: { operation: Guarded; children: ReactNode }) {
  const { may, role } = useOrganisation()
  if (may(operation)) return children
  return (
    <Empty title="Su rol no permite hacer esto">
      Requiere el rol {sayRole(ROLE_OF[operation])} o superior; usted tiene {sayRole(role)}. Pídalo a quien
      administra la organización.
    </Empty>
  )
}
