import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AggregationTemporality, DataPointType, type MetricData } from '@opentelemetry/sdk-metrics'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { metricOf, type PromMetric } from './metrics.ts'

const TIMES = { startTime: [1, 0] as [number, number], endTime: [2, 0] as [number, number] }

/** Metrics in the form of the service's registry. */
async function sent(fill: (registry: Registry) => void): Promise<(MetricData | undefined)[]> {
  const registry = new Registry()
  fill(registry)
  const found = (await registry.getMetricsAsJSON()) as unknown as PromMetric[]
  return found.map((metric) => metricOf(metric, TIMES))
}

const points = (metric: MetricData | undefined) =>
  (metric!.dataPoints as { attributes: object; value: unknown }[]).map(({ attributes, value }) => [
    attributes,
    value,
  ])

test('a counter only grows, and each set of labels is a point', async () => {
  const [metric] = await sent((registry) => {
    const counter = new Counter({
      name: 'work_total',
      help: 'Lo hecho',
      labelNames: ['kind'],
      registers: [registry],
    })
    counter.inc({ kind: 'mail' }, 2)
    counter.inc({ kind: 'job' })
  })
  assert.equal(metric!.dataPointType, DataPointType.SUM)
  assert.equal(metric!.dataPointType === DataPointType.SUM && metric!.isMonotonic, true)
  assert.equal(metric!.aggregationTemporality, AggregationTemporality.CUMULATIVE)
  assert.deepEqual(
    [metric!.descriptor.name, metric!.descriptor.description, metric!.descriptor.unit],
    ['work_total', 'Lo hecho', ''],
  )
  assert.deepEqual(points(metric), [
    [{ kind: 'mail' }, 2],
    [{ kind: 'job' }, 1],
  ])
  assert.deepEqual(metric!.dataPoints[0]!.startTime, [1, 0])
})

test('a gauge has its current value, and labels are texts', async () => {
  const [metric] = await sent((registry) => {
    const gauge = new Gauge({
      name: 'disk_bytes',
      help: 'x',
      labelNames: ['state', 'no'],
      registers: [registry],
    })
    gauge.set({ state: 'free', no: 7 }, 12)
  })
  assert.equal(metric!.dataPointType, DataPointType.GAUGE)
  assert.deepEqual(points(metric), [[{ state: 'free', no: '7' }, 12]])
})

test('a histogram counts values between two bounds, with one series per set of labels', async () => {
  const [metric] = await sent((registry) => {
    const duration = new Histogram({
      name: 'http_request_duration_seconds',
      help: 'x',
      labelNames: ['route'],
      buckets: [0.1, 1, 10],
      registers: [registry],
    })
    for (const seconds of [0.05, 0.1, 0.5, 20, 30]) duration.observe({ route: '/a' }, seconds)
    duration.observe({ route: '/b' }, 2)
  })
  assert.equal(metric!.dataPointType, DataPointType.HISTOGRAM)
  assert.deepEqual(points(metric), [
    [
      { route: '/a' },
      // Up to 0.1, to 1, to 10, and beyond: five values in all.
      { buckets: { boundaries: [0.1, 1, 10], counts: [2, 1, 0, 2] }, sum: 50.65, count: 5 },
    ],
    [{ route: '/b' }, { buckets: { boundaries: [0.1, 1, 10], counts: [0, 0, 1, 0] }, sum: 2, count: 1 }],
  ])
})

test('units are derived from the endings of names', () => {
  const metric = (name: string) =>
    metricOf({ name, help: '', type: 'gauge', values: [{ value: 1, labels: {} }] }, TIMES)!.descriptor.unit
  for (const [name, unit] of [
    ['process_cpu_seconds_total', 's'],
    ['jobs_oldest_due_seconds', 's'],
    ['process_resident_memory_bytes', 'By'],
    ['bytes_read', ''],
    ['seconds_left', ''],
    ['requests_total', ''],
  ] as const)
    assert.equal(metric(name), unit, name)
})

test('metrics without values, and of unused kinds, are not sent', () => {
  const values = [{ value: 1, labels: {} }]
  assert.equal(metricOf({ name: 'x', help: '', type: 'gauge', values: [] }, TIMES), undefined)
  assert.equal(metricOf({ name: 'x', help: '', type: 'summary', values }, TIMES), undefined)
})
