import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Context,
  defaultTextMapGetter,
  defaultTextMapSetter,
  type Link,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import type { Resource } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Span, SpanOptions, TraceHeaders, Tracing } from '#kernel/tracing.ts'
import type { SamplerName, Telemetry } from '#src/telemetry-config.ts'

const KINDS: Readonly<Record<SpanOptions['kind'], SpanKind>> = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
}

/** Ended spans that wait for the collector. When it is full, later ones are dropped. */
const MOST_WAITING = 2048
/** Attributes are short words of ours: a long one is a bug. */
const LONGEST_VALUE = 256

const propagator = new W3CTraceContextPropagator()

/**
 * Nothing is registered with the OpenTelemetry API: libraries that look for a tracer there would record their input, which
 * may be personal data.
 */
export function createTraces(
  { sampler, samplerArg, spanDelayMs, timeoutMs }: Telemetry,
  resource: Resource,
  exporter: SpanExporter,
): { tracing: Tracing; shutdown(): Promise<void> } {
  const provider = new TracerProvider({
    resource,
    sampler: SAMPLERS[sampler](samplerArg),
    spanLimits: { attributeValueLengthLimit: LONGEST_VALUE },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter,
        maxQueueSize: MOST_WAITING,
        scheduledDelayMillis: spanDelayMs,
        exportTimeoutMillis: timeoutMs + 1000,
      }),
    ],
  })
  const tracer = provider.getTracer('resguardo')
  const underWay = new AsyncLocalStorage<Context>()

  function start(name: string, { kind, attributes = {}, parent, link }: SpanOptions): Span {
    const context = parent ? contextOf(parent) : (underWay.getStore() ?? ROOT_CONTEXT)
    const span = tracer.startSpan(name, { kind: KINDS[kind], attributes, links: linksTo(link) }, context)
    const inside = trace.setSpan(context, span)
    return {
      set: (more) => void span.setAttributes(more),
      fail: (type) => void span.setAttribute('error.type', type).setStatus({ code: SpanStatusCode.ERROR }),
      end: () => span.end(),
      run: (work) => underWay.run(inside, work),
    }
  }

  const current = () => trace.getSpanContext(underWay.getStore() ?? ROOT_CONTEXT)
  return {
    tracing: {
      start,
      headers() {
        const carrier: Record<string, string> = {}
        propagator.inject(underWay.getStore() ?? ROOT_CONTEXT, carrier, defaultTextMapSetter)
        return carrier['traceparent'] ? (carrier as unknown as TraceHeaders) : undefined
      },
      ids() {
        const found = current()
        return found && { trace_id: found.traceId, span_id: found.spanId }
      },
    },
    shutdown: () => provider.shutdown(),
  }
}

/** Headers that break the standard begin a new trace. */
function contextOf(headers: TraceHeaders | 'none'): Context {
  return headers === 'none' ? ROOT_CONTEXT : propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter)
}

/** Links the caller's ids alone, because its other trace state is free text. */
function linksTo(headers: TraceHeaders | undefined): Link[] {
  const context = headers && trace.getSpanContext(contextOf({ traceparent: headers.traceparent }))
  return context ? [{ context }] : []
}

const SAMPLERS: Readonly<Record<SamplerName, (arg: number) => Sampler>> = {
  always_on: () => new AlwaysOnSampler(),
  always_off: () => new AlwaysOffSampler(),
  traceidratio: (ratio) => new TraceIdRatioBasedSampler(ratio),
  parentbased_always_on: () => new ParentBasedSampler({ root: new AlwaysOnSampler() }),
  parentbased_always_off: () => new ParentBasedSampler({ root: new AlwaysOffSampler() }),
  parentbased_traceidratio: (ratio) => new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
}
