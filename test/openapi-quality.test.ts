import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import spectralCore from '@stoplight/spectral-core'
import owasp from '@stoplight/spectral-owasp-ruleset'
import spectralRulesets from '@stoplight/spectral-rulesets'
import { readConfig } from '#src/config.ts'
import { describeApi } from '#src/describe.ts'
import { EXCEPTIONS } from './openapi-exceptions.ts'

/** The description under the rules of others: no error and no warning, save the exceptions with their reasons. */
const document = await describeApi(
  readConfig({ APP_SECRET: 'a secret of more than thirty-two characters', LOG_LEVEL: 'silent' }),
)

/** `paths`, the path, the method and what follows become «METHOD /path»; anything else stays a path. */
function placeOf(steps: readonly (string | number)[]): string {
  const [root, path, method] = steps.map(String)
  if (root !== 'paths' || path === undefined) return steps.join('/')
  const short = path.replace('/api/v1', '')
  return method === undefined ? short : `${method.toUpperCase()} ${short}`
}

/** Faults are «rule: place»; whatever is not excepted is told, with what the tool says of it. */
function judge(found: readonly { rule: string; place: string; message: string }[], tool: string): void {
  const excepted = new Map(
    EXCEPTIONS.flatMap(({ rule, at }) => at.map((place) => [`${rule} ${place}`, rule])),
  )
  const faults = found.filter(({ rule, place }) => !excepted.has(`${rule} ${place}`))
  assert.deepEqual(
    [...new Set(faults.map(({ rule, place, message }) => `${rule} at ${place}: ${message}`))],
    [],
  )
  const needed = new Set(found.map(({ rule, place }) => `${rule} ${place}`))
  const idle = [...excepted].filter(([key, rule]) => toolOf(rule) === tool && !needed.has(key))
  assert.deepEqual(
    idle.map(([key]) => key),
    [],
    'exceptions that nothing needs any more',
  )
}

const REDOCLY_ONLY = ['no-ambiguous-paths']
const toolOf = (rule: string) => (REDOCLY_ONLY.includes(rule) ? 'redocly' : 'spectral')

test('Spectral: the OpenAPI and OWASP rulesets, every rule of them', async () => {
  const spectral = new spectralCore.Spectral()
  // Their declarations do not know each other's versions.
  const rulesets = [spectralRulesets.oas, owasp].map((ruleset) => [ruleset, 'all'])
  spectral.setRuleset({ extends: rulesets } as never)
  const results = await spectral.run(document as Record<string, unknown>)
  judge(
    results.map(({ code, path, message }) => ({ rule: String(code), place: placeOf(path), message })),
    'spectral',
  )
})

test('Redocly: the recommended rules', async () => {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({
    source: JSON.stringify(document),
    absoluteRef: 'openapi.json',
    config,
  })
  const places = ({ message, location }: (typeof problems)[number]) => {
    const both = /ambiguous paths: `(.+)` and `(.+)`/.exec(message)
    if (both) return `${both[1]} ~ ${both[2]}`.replaceAll('/api/v1', '')
    const pointer = location[0]?.pointer ?? ''
    return placeOf(
      pointer
        .split('/')
        .slice(1)
        .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~')),
    )
  }
  judge(
    problems.map((problem) => ({ rule: problem.ruleId, place: places(problem), message: problem.message })),
    'redocly',
  )
})

test('every exception has a reason', () => {
  for (const { rule, reason } of EXCEPTIONS) assert.ok(reason.length > 40, rule)
})
