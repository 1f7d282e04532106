/** How variables are read: a wrong value is noted, and its fallback used. */
export interface Readers {
  value(name: string): string | undefined
  take<T>(name: string, fallback: T, expects: string, parse: (text: string) => T | undefined): T
  url(name: string, protocols: string[]): string | undefined
  integer(name: string, fallback: number, low: number, high: number): number
  oneOf<T extends string>(name: string, fallback: T, list: readonly T[]): T
}

/** OpenTelemetry, by its standard variables. */
export interface Telemetry {
  readonly traces: Signal | undefined
  readonly metrics: Signal | undefined
  readonly protocol: (typeof PROTOCOLS)[number]
  readonly serviceName: string
  readonly resourceAttributes: Readonly<Record<string, string>>
  readonly sampler: SamplerName
  readonly samplerArg: number
  readonly spanDelayMs: number
  readonly metricIntervalMs: number
  readonly timeoutMs: number
}

export interface Signal {
  readonly url: string
  readonly headers: Record<string, string>
}

const PROTOCOLS = ['http/protobuf', 'http/json'] as const
const SAMPLERS = [
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
  'always_on',
  'always_off',
  'traceidratio',
] as const
export type SamplerName = (typeof SAMPLERS)[number]

function signalTo(
  base: string | undefined,
  endpoint: string | undefined,
  path: string,
  exporter: 'otlp' | 'none',
  headers: Record<string, string>,
): Signal | undefined {
  const to = endpoint ?? (base && `${base}/${path}`)
  return to && exporter === 'otlp' ? { url: to, headers } : undefined
}

/** Checks every variable, even while nothing is sent. */
export function readTelemetry({ value, take, url, integer, oneOf }: Readers): Telemetry | undefined {
  const pairs = (name: string) =>
    take<Record<string, string>>(name, {}, 'una lista de pares nombre=valor separados por comas', readPairs)
  const http = ['http:', 'https:']
  const base = url('OTEL_EXPORTER_OTLP_ENDPOINT', http)
  const headers = pairs('OTEL_EXPORTER_OTLP_HEADERS')
  const [tracesTo, metricsTo] = [
    url('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', http),
    url('OTEL_EXPORTER_OTLP_METRICS_ENDPOINT', http),
  ]
  const exporters = ['otlp', 'none'] as const
  const ofTraces = oneOf('OTEL_TRACES_EXPORTER', 'otlp', exporters)
  const ofMetrics = oneOf('OTEL_METRICS_EXPORTER', 'otlp', exporters)
  const { 'service.name': named, ...resourceAttributes } = pairs('OTEL_RESOURCE_ATTRIBUTES')
  const telemetry = {
    traces: signalTo(base, tracesTo, 'v1/traces', ofTraces, headers),
    metrics: signalTo(base, metricsTo, 'v1/metrics', ofMetrics, headers),
    protocol: oneOf('OTEL_EXPORTER_OTLP_PROTOCOL', 'http/protobuf', PROTOCOLS),
    serviceName: value('OTEL_SERVICE_NAME') ?? named ?? 'resguardo',
    resourceAttributes,
    sampler: oneOf<SamplerName>('OTEL_TRACES_SAMPLER', 'parentbased_always_on', SAMPLERS),
    samplerArg: take('OTEL_TRACES_SAMPLER_ARG', 1, 'un número entre 0 y 1', (text) =>
      /^(0|1|0?\.\d+|1\.0+|0\.0*)$/.test(text) ? Number(text) : undefined,
    ),
    spanDelayMs: integer('OTEL_BSP_SCHEDULE_DELAY', 5000, 100, 600_000),
    metricIntervalMs: integer('OTEL_METRIC_EXPORT_INTERVAL', 60_000, 1000, 3_600_000),
    timeoutMs: integer('OTEL_EXPORTER_OTLP_TIMEOUT', 10_000, 100, 60_000),
  }
  const isOff = oneOf('OTEL_SDK_DISABLED', 'false', ['true', 'false']) === 'true'
  return isOff || (!telemetry.traces && !telemetry.metrics) ? undefined : telemetry
}

function readPairs(text: string): Record<string, string> | undefined {
  try {
    const entries = text
      .split(',')
      .map((pair) => pair.trim())
      .filter(Boolean)
      .map((pair) => {
        const [, name, found] = /^([^\s=]+)\s*=\s*(.*)$/.exec(pair) ?? []
        return [name, decodeURIComponent(found ?? '')] as const
      })
    return entries.every(([name]) => name !== undefined) ? Object.fromEntries(entries) : undefined
  } catch {
    return undefined
  }
}
