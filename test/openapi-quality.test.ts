import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import spectralCore from '@stoplight/spectral-core'
import owasp from '@stoplight/spectral-owasp-ruleset'
import spectralRulesets from '@stoplight/spectral-rulesets'
import { FAILURES } from '#kernel/failure.ts'
import { readConfig } from '#src/config.ts'
import { describeApi } from '#src/describe.ts'
import { EXCEPTIONS } from './openapi-exceptions.ts'

/** Checks the API description with other people's rules: no error and no warning, except listed ones with reasons. */
const document = await describeApi(
  readConfig({ APP_SECRET: 'a secret of more than thirty-two characters', LOG_LEVEL: 'silent' }),
)

/** Turns `paths`, path and method into «METHOD /path». Other places stay as they are. */
function placeOf(steps: readonly (string | number)[]): string {
  const [root, path, method, part, status] = steps.map(String)
  // All operations share it: a request refused before it is read has no route yet.
  if (part === 'responses' && status === '431') return 'every operation: 431'
  if (root !== 'paths' || path === undefined) return steps.join('/')
  const short = path.replace('/api/v1', '')
  return method === undefined ? short : `${method.toUpperCase()} ${short}`
}

/** Reports every fault that is not an exception, as «rule: place» with the tool's message. */
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

const REDOCLY_ONLY = ['no-ambiguous-paths', 'operation-2xx-response']
const toolOf = (rule: string) => (REDOCLY_ONLY.includes(rule) ? 'redocly' : 'spectral')

test('Spectral: the OpenAPI and OWASP rulesets, all rules', async () => {
  const spectral = new spectralCore.Spectral()
  // The types of the two packages are for different versions.
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

interface Shape {
  $ref?: string
  type?: string | string[]
  properties?: Record<string, Shape>
  additionalProperties?: Shape | boolean
  items?: Shape
  anyOf?: Shape[]
  'x-limits'?: object
}

interface Described {
  requestBody?: { content: Record<string, { schema: Shape }> }
  responses: Record<string, { content?: Record<string, object> }>
}

const { components, paths } = document as {
  components: { schemas: Record<string, Shape> }
  paths: Record<string, Record<string, Described>>
}
const { schemas } = components
/** The method and path as the contract writes them. */
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(
    ([method, operation]) => [`${method.toUpperCase()} ${path.replace('/api/v1', '')}`, operation] as const,
  ),
)

/** Places where a body takes an object with free keys, with or without the limits of `FreeObject`. */
function freeObjects(named: Shape, at: string): { at: string; bounded: boolean }[] {
  const shape = named.$ref ? schemas[named.$ref.split('/').at(-1)!]! : named
  const { properties, additionalProperties: more, items, anyOf = [] } = shape
  const isFree = more === true || (!properties && typeof more !== 'object')
  const free = [shape.type].flat().includes('object') && isFree
  return [
    ...(free ? [{ at, bounded: shape['x-limits'] !== undefined }] : []),
    ...Object.entries(properties ?? {}).flatMap(([name, part]) => freeObjects(part, `${at} ${name}`)),
    ...[items, more, ...anyOf].flatMap((part) => (typeof part === 'object' ? freeObjects(part, at) : [])),
  ]
}

test('refusal codes are a closed list, and every operation may answer 431', () => {
  const { error } = schemas['Fault']!.properties!
  const codes = new Set(Object.values(FAILURES).map(([, code]) => code))
  assert.deepEqual(new Set((error!.properties!['code'] as { enum?: string[] }).enum), codes)
  for (const code of ['VALIDATION_ERROR', 'RESOURCE_NOT_FOUND', 'PLAN_REQUIRED', 'INVALID_FOLIO'] as const)
    assert.ok(codes.has(code), code)
  for (const [name, { responses }] of operations) assert.ok(responses['431'], name)
})

test('pages for browsers are in the description, with their refusals', () => {
  const html = operations.flatMap(([name, { responses }]) => {
    const statuses = Object.entries(responses).filter(([, { content }]) => content?.['text/html'])
    return statuses.length > 0 ? [`${name}: ${statuses.map(([status]) => status).join(' ')}`] : []
  })
  assert.deepEqual(html.sort(), [
    'GET /auth/sso/callback: 200 400 401 403 429 503',
    'GET /auth/sso/{slug}/start: 400 403 404 429 503',
    'GET /breaches/{id}/preview: 200',
    'GET /consent/notices/{id}/preview: 200',
    'GET /consent/records/{id}/preview: 200',
    'GET /consent/templates/{id}/preview: 200',
    'GET /contracts/{id}/preview: 200',
    'GET /cookie-policy/{id}/preview: 200',
    'GET /dpia/assessments/{id}/preview: 200',
    'GET /dsar/requests/{id}/letters/{letterId}/preview: 200',
    'GET /dsar/requests/{id}/package/preview: 200',
    'GET /dsar/widgets/{id}/preview: 200',
    'GET /governance/board-report/preview: 200',
    'GET /governance/mpi/preview: 200',
    'GET /privacy-policy/{id}/preview: 200',
  ])
})

test('every object with free keys in a body has limits, except alerts of a SIEM', () => {
  const found = operations.flatMap(([name, { requestBody }]) => {
    const schema = requestBody?.content['application/json']?.schema
    return schema ? freeObjects(schema, name) : []
  })
  // A signed alert must not be lost because its log is long. Its body is limited to a mebibyte like any other.
  const unbounded = found.filter(({ bounded }) => !bounded).map(({ at }) => at)
  assert.deepEqual(unbounded, [
    'POST /webhooks/siem/{tenantSlug}',
    'POST /webhooks/siem/{tenantSlug} result',
    'POST /settings/siem/test payload',
    'POST /settings/siem/test payload result',
  ])
  const bounded = found.filter((one) => one.bounded).map(({ at }) => at)
  for (const place of [
    'PUT /settings/tenant branding',
    'POST /public/dsar/{widgetKey} specificData',
    'POST /dsar/widgets config',
    'POST /consent/notices config',
    'POST /public/consent-form/{formKey}/submit values',
    'POST /workflow-instances/{id}/action fieldValues',
  ])
    assert.ok(bounded.includes(place), place)
})
