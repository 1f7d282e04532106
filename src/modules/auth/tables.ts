import type { Refine } from '#db/tables.ts'
import type { Role } from '#kernel/roles.ts'

declare module '#db/tables.ts' {
  interface Refinements {
    sso_settings: Refine<'sso_settings', { default_role: Role; role_map: Record<string, Role> }>
    sso_attempts: Refine<'sso_attempts', { client: 'console' | 'api' }>
    scim_users: Refine<'scim_users', { groups: Role[] }>
  }
}
