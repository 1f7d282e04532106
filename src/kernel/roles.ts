/** Highest first (decisions part 2). «At or above» reads along this line. */
export const ROLES = ['OWNER', 'ADMIN', 'DPO', 'APPROVER', 'ANALYST', 'VIEWER'] as const
export type Role = (typeof ROLES)[number]

export function reaches(role: Role, required: Role): boolean {
  return ROLES.indexOf(role) <= ROLES.indexOf(required)
}
