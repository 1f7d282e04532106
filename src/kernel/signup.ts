/** Who may register: anybody; only the first person; only invited people; nobody. */
export const SIGNUPS = ['open', 'first', 'invite', 'closed'] as const
export type Signup = (typeof SIGNUPS)[number]
