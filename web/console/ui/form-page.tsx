import type { ComponentProps } from 'react'
import { type Operations, ROLE_OF } from '#client'
import { sayRole } from '#kernel/roles.ts'
import { useOrganisation } from '../frame/organisation.tsx'
import { Empty } from './empty.tsx'
import { Page } from './page.tsx'

/** A call that only some roles may make. */
type Guarded = keyof Operations & keyof typeof ROLE_OF

/** A screen with one form. A role that may not send it learns so before filling it in. */
export function FormPage({ needs, children, ...page }: ComponentProps<typeof Page> & { needs: Guarded }) {
  const { may, role } = useOrganisation()
  return (
    <Page {...page}>
      {may(needs) ? (
        children
      ) : (
        <Empty title="Su rol no permite hacer esto">
          Requiere el rol {sayRole(ROLE_OF[needs])} o superior; usted tiene {sayRole(role)}. Pídalo a quien
          administra la organización.
        </Empty>
      )}
    </Page>
  )
}
