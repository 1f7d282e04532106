/**
 * Spans of the process's work, for an operator with a collector. Without `traceWith` nothing is recorded and the work runs
 * unchanged. Attributes are words of ours, numbers and host names, never texts of people.
 */
export interface Tracing {
  start(name: string, options: SpanOptions): Span
  /** The trace context of the current work, as headers. */
  headers(): TraceHeaders | undefined
  /** For a log line. */
  ids(): { trace_id: string; span_id: string } | undefined
}

export interface Span {
  set(attributes: Attributes): void
  /** The kind of failure, never its message. */
  fail(type: string): void
  end(): void
  /** Runs the work as part of this span. */
  run<T>(work: () => T): T
}

export interface SpanOptions {
  kind: 'server' | 'client' | 'consumer' | 'internal'
  attributes?: Attributes
  /** A parent from outside this process; `none` begins a trace. Absent, the current work is the parent. */
  parent?: TraceHeaders | 'none' | undefined
  /** A related span that is not the parent. */
  link?: TraceHeaders | undefined
}

export type Attributes = Readonly<Record<string, string | number>>

/** W3C trace context. */
export interface TraceHeaders {
  traceparent: string
  tracestate?: string
}

let tracing: Tracing | undefined

/** Called once when the process starts. Undefined ends tracing. */
export function traceWith(given: Tracing | undefined): void {
  tracing = given
}

export function isTracing(): boolean {
  return tracing !== undefined
}

const NO_SPAN: Span = { set() {}, fail() {}, end() {}, run: (work) => work() }

export function startSpan(name: string, options: SpanOptions): Span {
  return tracing?.start(name, options) ?? NO_SPAN
}

/** Runs the work in a span that ends with it. */
export function inSpan<T>(name: string, options: SpanOptions, work: (span: Span) => Promise<T>): Promise<T> {
  return tracing ? runIn(tracing.start(name, options), work) : work(NO_SPAN)
}

async function runIn<T>(span: Span, work: (span: Span) => Promise<T>): Promise<T> {
  try {
    return await span.run(() => work(span))
  } catch (error) {
    span.fail(errorType(error))
    throw error
  } finally {
    span.end()
  }
}

export function traceHeaders(): TraceHeaders | undefined {
  return tracing?.headers()
}

export function traceIds(): object {
  return tracing?.ids() ?? {}
}

const CODE = /^[A-Z0-9_]{2,40}$/
const CLASS = /^[A-Za-z][A-Za-z0-9]{0,60}$/

/** A code or the name of a class. Messages may hold texts of people. */
export function errorType(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown }
  if (typeof code === 'string' && CODE.test(code)) return code
  return typeof name === 'string' && CLASS.test(name) ? name : '_OTHER'
}
