/** Who may register: anybody; only the first, while there is no organisation; only people who were invited; nobody more. */
export const SIGNUPS = ['open', 'first', 'invite', 'closed'] as const
export type Signup = (typeof SIGNUPS)[number]
