/** Highest first (decisions part 2). «At or above» follows this order. */
export const ROLES = ['OWNER', 'ADMIN', 'DPO', 'APPROVER', 'ANALYST', 'VIEWER'] as const
export type Role = (typeof ROLES)[number]

/** The name of each role in letters and on screens. */
export const ROLE_NAMES: Readonly<Record<Role, string>> = {
  OWNER: 'Cuenta principal de la organización',
  ADMIN: 'Administración',
  DPO: 'Delegado o delegada de protección de datos',
  APPROVER: 'Aprobación',
  ANALYST: 'Análisis',
  VIEWER: 'Solo lectura',
}

/** For readers of a refusal on a screen and for programmers: «Solo lectura» (VIEWER). */
export function sayRole(role: Role | undefined): string {
  return role ? `«${ROLE_NAMES[role]}» (${role})` : 'otro'
}

export function reaches(role: Role, required: Role): boolean {
  return ROLES.indexOf(role) <= ROLES.indexOf(required)
}
