import { type HrTime, ValueType } from '@opentelemetry/api'
import { hrTime, millisToHrTime } from '@opentelemetry/core'
import { emptyResource, type Resource } from '@opentelemetry/resources'
import {
  AggregationTemporality,
  type DataPoint,
  DataPointType,
  type Histogram,
  MeterProvider,
  type MetricData,
  type MetricProducer,
  PeriodicExportingMetricReader,
  type PushMetricExporter,
} from '@opentelemetry/sdk-metrics'
import type { MetricType, Registry } from 'prom-client'
import type { Telemetry } from '#src/telemetry-config.ts'

/** Exports the metrics of /metrics under the same names, from its registry. */
export function exportRegistry(
  registry: Registry,
  { metricIntervalMs, timeoutMs }: Telemetry,
  resource: Resource,
  exporter: PushMetricExporter,
): { shutdown(): Promise<void> } {
  const reader = new PeriodicExportingMetricReader({
    exporter,
    exportIntervalMillis: metricIntervalMs,
    exportTimeoutMillis: Math.min(timeoutMs, metricIntervalMs),
    metricProducers: [producerOver(registry)],
  })
  const provider = new MeterProvider({ resource, readers: [reader] })
  return { shutdown: () => provider.shutdown() }
}

export interface PromMetric {
  name: string
  help: string
  type: string | MetricType
  values: readonly { value: number; labels: Readonly<Record<string, string | number>>; metricName?: string }[]
}

function producerOver(registry: Registry): MetricProducer {
  const startTime = millisToHrTime(Date.now() - process.uptime() * 1000)
  return {
    async collect() {
      const found = (await registry.getMetricsAsJSON()) as unknown as PromMetric[]
      const times = { startTime, endTime: hrTime() }
      const metrics = found.flatMap((metric) => metricOf(metric, times) ?? [])
      const scopeMetrics = [{ scope: { name: 'resguardo' }, metrics }]
      return { resourceMetrics: { resource: emptyResource(), scopeMetrics }, errors: [] }
    },
  }
}

interface Times {
  startTime: HrTime
  endTime: HrTime
}

/** Undefined for kinds that the service does not use, and for metrics without values yet. */
export function metricOf(metric: PromMetric, times: Times): MetricData | undefined {
  const { name, help, values } = metric
  const descriptor = { name, description: help, unit: unitOf(name), valueType: ValueType.DOUBLE }
  const shared = { descriptor, aggregationTemporality: AggregationTemporality.CUMULATIVE }
  const points = () => values.map(({ labels, value }) => ({ ...times, attributes: textsOf(labels), value }))
  if (values.length === 0) return undefined
  // The type is a word, although the declaration says otherwise.
  switch (String(metric.type)) {
    case 'counter':
      return { ...shared, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints: points() }
    case 'gauge':
      return { ...shared, dataPointType: DataPointType.GAUGE, dataPoints: points() }
    case 'histogram':
      return { ...shared, dataPointType: DataPointType.HISTOGRAM, dataPoints: histogramsOf(metric, times) }
    default:
      return undefined
  }
}

/** Prometheus counts values up to a bound; OTLP counts values between two bounds. */
function histogramsOf({ name, values }: PromMetric, times: Times): DataPoint<Histogram>[] {
  const series = Map.groupBy(values, ({ labels: { le: _, ...labels } }) => JSON.stringify(labels))
  return [...series].map(([labels, parts]) => {
    const partOf = (suffix: string) =>
      parts.find(({ metricName }) => metricName === `${name}_${suffix}`)?.value ?? 0
    const upTo = parts.filter(({ metricName }) => metricName === `${name}_bucket`)
    const bounded = upTo.filter(({ labels: { le } }) => le !== '+Inf')
    const count = partOf('count')
    const reached = [...bounded.map(({ value }) => value), count]
    return {
      ...times,
      attributes: textsOf(JSON.parse(labels)),
      value: {
        buckets: {
          boundaries: bounded.map(({ labels: { le } }) => Number(le)),
          counts: reached.map((value, at) => value - (reached[at - 1] ?? 0)),
        },
        sum: partOf('sum'),
        count,
      },
    }
  })
}

function textsOf(labels: PromMetric['values'][number]['labels']): Record<string, string> {
  return Object.fromEntries(Object.entries(labels).map(([name, value]) => [name, String(value)]))
}

function unitOf(name: string): string {
  if (/_seconds(_total)?$/.test(name)) return 's'
  return /_bytes$/.test(name) ? 'By' : ''
}
