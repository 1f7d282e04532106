import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { Ajv } from 'ajv'

/** Checks of the chart without Helm: values match the schema, and templates use only declared values. */
const chart = join(import.meta.dirname, '../deploy/chart')
const text = (file: string) => readFileSync(join(chart, file), 'utf8')
const templates = globSync('templates/*', { cwd: chart })
const schema = JSON.parse(text('values.schema.json'))

type Values = { [key: string]: Values | string | number | boolean }

/** Reads the values, which are mappings of scalars. Other YAML is not supported. */
function readValues(): Values {
  const levels: Values[] = [{}]
  for (const line of text('values.yaml').split('\n')) {
    if (/^\s*(#|$)/.test(line)) continue
    const [, spaces, key, value] = /^( *)([\w-]+):(?: (.+))?$/.exec(line) ?? assert.fail(line)
    levels.length = spaces!.length / 2 + 1
    const read = value === undefined ? {} : scalarOf(value)
    levels.at(-1)![key!] = read
    if (typeof read === 'object') levels.push(read)
  }
  return levels[0]!
}

function scalarOf(value: string): Values | string | number | boolean {
  return /^("|\{\}|\d+$|true$|false$)/.test(value) ? JSON.parse(value) : value
}

test('values match their schema, and a typo in them is refused', () => {
  const validate = new Ajv({ strict: false }).compile(schema)
  const values = readValues()
  assert.ok(validate(values), JSON.stringify(validate.errors))
  assert.ok(!validate({ ...values, replicas: 3 }))
  assert.ok(!validate({ ...values, replicaCount: 0 }))
})

test('templates use declared values only and close their blocks', () => {
  const values = readValues()
  for (const file of templates) {
    const content = text(file)
    for (const [, path] of content.matchAll(/\$?\.Values\.([\w.]+)/g)) {
      const found = path!.split('.').reduce<unknown>((at, key) => (at as Values | undefined)?.[key], values)
      assert.notEqual(found, undefined, `${file}: ${path}`)
    }
    const begun = content.match(/\{\{-? (if|with|range|define) /g)?.length ?? 0
    const ended = content.match(/\{\{-? end /g)?.length ?? 0
    assert.equal(begun, ended, file)
    assert.equal(content.split('{{').length, content.split('}}').length, file)
  }
})

test('a pod can write only to its volume and to /tmp, and gets the time to stop that the service needs', () => {
  const deployment = text('templates/deployment.yaml')
  for (const line of [
    'runAsNonRoot: true',
    'readOnlyRootFilesystem: true',
    'allowPrivilegeEscalation: false',
    'drop: ["ALL"]',
    'path: /health/ready',
    'path: /health/live',
    'terminationGracePeriodSeconds: 60',
  ])
    assert.ok(deployment.includes(line), line)
  assert.deepEqual(
    [...deployment.matchAll(/mountPath: (\S+)/g)].map(([, path]) => path),
    ['/data', '/tmp'],
  )
})
