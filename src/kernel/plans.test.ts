import assert from 'node:assert/strict'
import { test } from 'node:test'
import { featuresOf, PLAN_NAMES, PLANS, type Plan, type PlanLimits } from './plans.ts'

/** Written out by hand from the plan table: requests, domains, contracts, definitions, AI queries, departments, letters, GiB. */
const LIMITS: Record<Plan, [number, ...(number | null)[]]> = {
  STARTER: [100, 2, 5, 2, 0, 0, 100, 1],
  PROFESSIONAL: [500, 5, 50, null, 100, 0, 500, 10],
  BUSINESS: [1000, 25, 250, null, 500, 0, 2000, 50],
  ENTERPRISE: [2000, null, null, null, 5000, 0, 10_000, 500],
}

test('limits match the plan table', () => {
  assert.deepEqual([...PLAN_NAMES], ['STARTER', 'PROFESSIONAL', 'BUSINESS', 'ENTERPRISE'])
  for (const plan of PLAN_NAMES) {
    const [requestsPerMinute, domains, contracts, workflowDefinitions, aiQueriesPerMonth, ...rest] =
      LIMITS[plan]
    const [departments, lettersPerDay, gibibytes] = rest
    const expected = {
      requestsPerMinute,
      domains,
      contracts,
      workflowDefinitions,
      aiQueriesPerMonth,
      departments,
      lettersPerDay,
      storageBytes: gibibytes! * 1024 ** 3,
    }
    assert.deepEqual(PLANS[plan], expected as PlanLimits, plan)
  }
})

test('features match the contract, part 8', () => {
  const everyone = { CONTRACTS: true, PRIVACY_POLICY: true, CONSENT: true, DOMAINS: true, DEPARTMENTS: false }
  const starter = { WORKFLOWS: false, WORKFLOWS_TRIAL: true, AI: false, CONTRACT_REINFORCED_CLAUSES: false }
  const professional = {
    WORKFLOWS: true,
    WORKFLOWS_TRIAL: false,
    AI: true,
    CONTRACT_REINFORCED_CLAUSES: false,
  }
  const business = { ...professional, CONTRACT_REINFORCED_CLAUSES: true }
  assert.deepEqual(featuresOf('STARTER'), { ...everyone, ...starter })
  assert.deepEqual(featuresOf('PROFESSIONAL'), { ...everyone, ...professional })
  assert.deepEqual(featuresOf('BUSINESS'), { ...everyone, ...business })
  assert.deepEqual(featuresOf('ENTERPRISE'), { ...everyone, ...business })
})
