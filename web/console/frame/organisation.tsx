import type { LinkProps } from '@tanstack/react-router'
import { createContext, type ReactNode, use } from 'react'
import { type Operations, ROLE_OF } from '#client'
import { reaches } from '#kernel/roles.ts'
import { BASE } from '../service.ts'
import type { Membership } from '../session/me.ts'

/** The organisation in the address of the screen. */
export interface Organisation extends Omit<Membership, 'waiting' | 'refusal'> {
  /** Whether the person's role may make a call, by the service's own list of roles. */
  may: (operation: keyof Operations & keyof typeof ROLE_OF) => boolean
}

const Current = createContext<Organisation | undefined>(undefined)

export function OrganisationScope({ membership, children }: { membership: Membership; children: ReactNode }) {
  const organisation: Organisation = {
    ...membership,
    may: (operation) => reaches(membership.role, ROLE_OF[operation]),
  }
  return <Current value={organisation}>{children}</Current>
}

export function useOrganisation(): Organisation {
  const organisation = use(Current)
  if (!organisation) throw new Error('this screen belongs to an organisation')
  return organisation
}

/** The URL of an answer that the browser opens itself, such as a file or a preview. */
export function useServiceUrl(): (path: string) => string {
  const { slug } = useOrganisation()
  return (path) =>
    `${BASE}/api/v1${path}${path.includes('?') ? '&' : '?'}x-resguardo-tenant=${encodeURIComponent(slug)}`
}

/** Link to a screen of this organisation: `at('brechas/…')`. */
export function useAt(): (path: string, search?: Record<string, string>) => LinkProps {
  const { slug } = useOrganisation()
  return (path, search = {}) => ({ to: `/organizacion/${slug}/${path}`, search }) as unknown as LinkProps
}
