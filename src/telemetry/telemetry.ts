import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { type ExportResult, ExportResultCode } from '@opentelemetry/core'
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources'
import type { PushMetricExporter } from '@opentelemetry/sdk-metrics'
import type { SpanExporter } from '@opentelemetry/sdk-trace'
import type { Registry } from 'prom-client'
import { traceWith } from '#kernel/tracing.ts'
import type { Signal, Telemetry } from '#src/telemetry-config.ts'
import { exportRegistry } from './metrics.ts'
import { createTraces } from './traces.ts'

/** The time to send the rest when the process ends. */
const SHUTDOWN_MS = 2000

export interface Exporting {
  /** Exports the registry's metrics from now on. The log notes a collector that does not accept them. */
  watch(registry: Registry, log: Log): void
  /** Sends the rest, and gives up after a moment. */
  shutdown(): Promise<void>
}

interface Log {
  warn(facts: object, message: string): void
  info(facts: object, message: string): void
}

/** Loaded only if a collector is configured. From this call on, spans are recorded. */
export async function startTelemetry(telemetry: Telemetry, version: string): Promise<Exporting> {
  const resource = defaultResource().merge(
    resourceFromAttributes({
      'service.version': version,
      'service.instance.id': randomUUID(),
      ...telemetry.resourceAttributes,
      'service.name': telemetry.serviceName,
    }),
  )
  let log: Log | undefined
  const closing: (() => Promise<void>)[] = []
  if (telemetry.traces) {
    const exporter = noted(await traceExporter(telemetry, telemetry.traces), 'traces', () => log)
    const { tracing, shutdown } = createTraces(telemetry, resource, exporter)
    traceWith(tracing)
    closing.push(shutdown)
  }
  const metricsTo = telemetry.metrics && (await metricExporter(telemetry, telemetry.metrics))
  return {
    watch(registry, given) {
      log = given
      if (!metricsTo) return
      const exporter = noted(metricsTo, 'metrics', () => log)
      closing.push(exportRegistry(registry, telemetry, resource, exporter).shutdown)
    },
    async shutdown() {
      traceWith(undefined)
      const closed = Promise.allSettled(closing.map((close) => close()))
      await Promise.race([closed, wait(SHUTDOWN_MS, undefined, { ref: false })])
    },
  }
}

async function traceExporter(
  { protocol, timeoutMs }: Telemetry,
  { url, headers }: Signal,
): Promise<SpanExporter> {
  const { OTLPTraceExporter } =
    protocol === 'http/json'
      ? await import('@opentelemetry/exporter-trace-otlp-http')
      : await import('@opentelemetry/exporter-trace-otlp-proto')
  return new OTLPTraceExporter({ url, headers, timeoutMillis: timeoutMs })
}

async function metricExporter(
  { protocol, timeoutMs }: Telemetry,
  { url, headers }: Signal,
): Promise<PushMetricExporter> {
  const { OTLPMetricExporter } =
    protocol === 'http/json'
      ? await import('@opentelemetry/exporter-metrics-otlp-http')
      : await import('@opentelemetry/exporter-metrics-otlp-proto')
  return new OTLPMetricExporter({ url, headers, timeoutMillis: timeoutMs })
}

interface Exporter {
  // biome-ignore lint/suspicious/noExplicitAny: spans and metrics alike.
  export(items: any, done: (result: ExportResult) => void): void
}

/** Logs one line when the collector stops accepting exports, and one when it accepts them again. */
function noted<E extends Exporter>(exporter: E, signal: string, log: () => Log | undefined): E {
  const send = exporter.export.bind(exporter)
  let failing = false
  exporter.export = (items, done) =>
    send(items, (result) => {
      const failed = result.code !== ExportResultCode.SUCCESS
      const lines = log()
      // The first exports may come before the log exists. Their message is logged with the next export.
      if (lines && failed !== failing) {
        if (failed) lines.warn({ signal }, 'the collector takes no telemetry: what it misses is dropped')
        else lines.info({ signal }, 'the collector takes telemetry again')
        failing = failed
      }
      done(result)
    })
  return exporter
}
