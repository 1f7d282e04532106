/** Plans as one table (decisions part 2); null is unlimited. Shown by GET /settings/usage. */
export const PLAN_NAMES = ['STARTER', 'PROFESSIONAL', 'BUSINESS', 'ENTERPRISE'] as const
export type Plan = (typeof PLAN_NAMES)[number]

export interface PlanLimits {
  requestsPerMinute: number
  domains: number | null
  contracts: number | null
  workflowDefinitions: number | null
  aiQueriesPerMonth: number
  departments: number
  /** Letters from members to addresses of their choice. */
  lettersPerDay: number
  storageBytes: number
}

const GIB = 1024 ** 3

export const PLANS: Readonly<Record<Plan, PlanLimits>> = {
  STARTER: {
    requestsPerMinute: 100,
    domains: 2,
    contracts: 5,
    workflowDefinitions: 2,
    aiQueriesPerMonth: 0,
    departments: 0,
    lettersPerDay: 100,
    storageBytes: 1 * GIB,
  },
  PROFESSIONAL: {
    requestsPerMinute: 500,
    domains: 5,
    contracts: 50,
    workflowDefinitions: null,
    aiQueriesPerMonth: 100,
    departments: 0,
    lettersPerDay: 500,
    storageBytes: 10 * GIB,
  },
  BUSINESS: {
    requestsPerMinute: 1000,
    domains: 25,
    contracts: 250,
    workflowDefinitions: null,
    aiQueriesPerMonth: 500,
    departments: 0,
    lettersPerDay: 2000,
    storageBytes: 50 * GIB,
  },
  ENTERPRISE: {
    requestsPerMinute: 2000,
    domains: null,
    contracts: null,
    workflowDefinitions: null,
    aiQueriesPerMonth: 5000,
    departments: 0,
    lettersPerDay: 10_000,
    storageBytes: 500 * GIB,
  },
}

/** Contract part 8, feature gating. */
export const FEATURES = {
  CONTRACTS: PLAN_NAMES,
  CONTRACT_REINFORCED_CLAUSES: ['BUSINESS', 'ENTERPRISE'],
  PRIVACY_POLICY: PLAN_NAMES,
  CONSENT: PLAN_NAMES,
  DOMAINS: PLAN_NAMES,
  WORKFLOWS: ['PROFESSIONAL', 'BUSINESS', 'ENTERPRISE'],
  WORKFLOWS_TRIAL: ['STARTER'],
  AI: ['PROFESSIONAL', 'BUSINESS', 'ENTERPRISE'],
  DEPARTMENTS: [],
} as const satisfies Record<string, readonly Plan[]>

export type Feature = keyof typeof FEATURES

export function hasFeature(plan: Plan, feature: Feature): boolean {
  return (FEATURES[feature] as readonly Plan[]).includes(plan)
}

export function featuresOf(plan: Plan): Record<Feature, boolean> {
  const names = Object.keys(FEATURES) as Feature[]
  return Object.fromEntries(names.map((name) => [name, hasFeature(plan, name)])) as Record<Feature, boolean>
}
