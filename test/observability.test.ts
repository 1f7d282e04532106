import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openService } from './kit/service.ts'

/** Compares the dashboard and the alerts with the output of /metrics. */
const root = join(import.meta.dirname, '..')
const text = (file: string) => readFileSync(join(root, file), 'utf8')
const api = await openService()
const ana = await api.tenant()
await ana.post('/settings/members', { email: 'luis@ejemplo.cl', name: 'Luis', role: 'ANALYST' })

const dashboard = JSON.parse(text('deploy/grafana/resguardo.json')) as {
  panels: { id: number; title: string; targets: { expr: string }[] }[]
}
const alerts = text('deploy/prometheus/alerts.yaml')
const rules = alerts.split('      - alert: ').slice(1)

/** Names of metrics in an expression: neither functions, labels nor texts. */
function metricsOf(expr: string): string[] {
  const bare = expr.replaceAll(/"[^"]*"|\{[^}]*\}|\[[^\]]*\]|\b(by|ignoring)\s*\([^)]*\)/g, ' ')
  return [...bare.matchAll(/\b([a-z_][a-z0-9_]*)\b(?!\s*\()/g)]
    .map(([, name]) => name!)
    .filter((name) => !['by', 'and', 'or', 'unless', 'up', 'ignoring', 'max', 'min', 'sum'].includes(name))
}

async function shownNames(): Promise<Set<string>> {
  const { payload } = await api.app.inject({ url: '/metrics' })
  return new Set(
    [...payload.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name, type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name!],
    ),
  )
}

test('every metric in the dashboard and the alerts is one of /metrics', async () => {
  const shown = await shownNames()
  const exprs = [
    ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ...rules.map((rule) => /^ {8}expr: (.+)$/m.exec(rule)![1]!),
  ]
  assert.ok(exprs.length > 20)
  const used = new Set(exprs.flatMap(metricsOf))
  assert.ok(used.size > 8, [...used].join())
  assert.deepEqual(
    [...used].filter((name) => !shown.has(name)),
    [],
  )
})

test('panels do not overlap, and every alert has a severity and an instruction', () => {
  assert.equal(new Set(dashboard.panels.map(({ id }) => id)).size, dashboard.panels.length)
  assert.ok(rules.length >= 10)
  for (const rule of rules)
    for (const part of [
      /^Resguardo\w+\n/,
      /\n {8}for: \d+m\n/,
      /severity: (critical|warning)/,
      /\n {10}runbook: "[^"]{40,}"\n/,
    ])
      assert.match(rule, part)
})

test('the age of the oldest unsealed record is shown, and so is the disk', async () => {
  const { payload } = await api.app.inject({ url: '/metrics' })
  assert.match(payload, /^resguardo_evidence_oldest_unsealed_seconds \d/m)
  assert.match(payload, /^resguardo_disk_bytes\{state="free"\} [1-9]/m)
  assert.match(payload, /^# TYPE resguardo_work_total counter$/m)
})

test('code for the collector is in one folder, loaded only by the process and only if one is configured', () => {
  const files = globSync('src/**/*.ts', { cwd: root }).filter((file) => !file.endsWith('.test.ts'))
  const using = files.filter((file) => /from '@opentelemetry|import\('@opentelemetry/.test(text(file)))
  assert.ok(using.length > 0 && using.every((file) => file.startsWith('src/telemetry/')), using.join())
  const into = files.filter(
    (file) => !file.startsWith('src/telemetry/') && /telemetry\/\w+\.ts'/.test(text(file)),
  )
  assert.deepEqual(into, ['src/main.ts'])
  assert.match(
    text('src/main.ts'),
    /config\.telemetry &&\s+\(await \(await import\('\.\/telemetry\/telemetry\.ts'\)\)/,
  )
})
