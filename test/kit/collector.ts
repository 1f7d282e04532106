import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'

export interface SentSpan {
  traceId: string
  spanId: string
  parentSpanId: string
  traceState: string
  name: string
  /** The numbers of OTLP: 1 internal, 2 server, 3 client, 5 consumer. */
  kind: number
  attributes: Record<string, string | number>
  links: { traceId: string; spanId: string }[]
  /** 2 means error. */
  status: number
}

export interface Collector {
  url: string
  spans: SentSpan[]
  /** Metrics by name, with the labels and values of the last export. */
  metrics: Map<string, { labels: Record<string, string | number>; value: number }[]>
  resource: Record<string, string | number>
  /** All requests as received. */
  requests: { path: string; type: string; headers: Record<string, unknown>; raw: Buffer }[]
  /** The answer to every request. */
  answerWith(answer: number | ((reply: ServerResponse) => void)): void
  until(found: (spans: readonly SentSpan[]) => boolean, timeoutMs?: number): Promise<void>
  close(): Promise<void>
}

/** An OTLP receiver over HTTP that reads protobuf and JSON, like a collector. */
export async function openCollector(): Promise<Collector> {
  const [spans, metrics, requests] = [[], new Map(), []] as unknown as [
    SentSpan[],
    Collector['metrics'],
    Collector['requests'],
  ]
  const resource: Collector['resource'] = {}
  let always: number | ((reply: ServerResponse) => void) = 200
  const server = createServer(async (request, reply) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    const raw = request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body
    const { url: path = '', headers } = request
    const type = String(headers['content-type'])
    requests.push({ path, type, headers, raw })
    if (typeof always === 'function') return always(reply)
    if (always === 200) take(path, type, raw)
    reply.writeHead(always, { 'content-type': type }).end(type === 'application/json' ? '{}' : '')
  })
  function take(path: string, type: string, raw: Buffer): void {
    const isJson = type === 'application/json'
    if (path.endsWith('/v1/traces')) {
      const sent = isJson ? tracesOfJson(JSON.parse(raw.toString())) : tracesOfProto(raw)
      Object.assign(resource, sent.resource)
      spans.push(...sent.spans)
    } else if (path.endsWith('/v1/metrics')) {
      const sent = isJson ? metricsOfJson(JSON.parse(raw.toString())) : metricsOfProto(raw)
      for (const [name, points] of sent) metrics.set(name, points)
    }
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  server.unref()
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    metrics,
    resource,
    requests,
    answerWith(answer) {
      always = answer
    },
    async until(found, timeoutMs = 20_000) {
      const deadline = Date.now() + timeoutMs
      while (!found(spans)) {
        if (Date.now() > deadline)
          throw new Error(`only these came in time: ${spans.map(({ name }) => name).join(', ')}`)
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

// ── protobuf, by the field numbers of opentelemetry-proto ──

type Field = bigint | Buffer
type Message = Map<number, Field[]>

/** OTLP does not use groups. */
function messageOf(bytes: Buffer): Message {
  const fields: Message = new Map()
  let at = 0
  const varint = (): bigint => {
    let value = 0n
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes[at++]
      if (byte === undefined) throw new Error('a message that ends too early')
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return value
    }
  }
  const slice = (length: number): Buffer => {
    if (at + length > bytes.length) throw new Error('a message that ends too early')
    at += length
    return bytes.subarray(at - length, at)
  }
  while (at < bytes.length) {
    const tag = Number(varint())
    const wire = tag & 7
    const value =
      wire === 0
        ? varint()
        : wire === 1
          ? slice(8)
          : wire === 2
            ? slice(Number(varint()))
            : wire === 5
              ? slice(4)
              : undefined
    if (value === undefined) throw new Error(`a field of wire type ${wire}`)
    fields.set(tag >> 3, [...(fields.get(tag >> 3) ?? []), value])
  }
  return fields
}

const parts = (message: Message, field: number) =>
  (message.get(field) ?? []).map((bytes) => messageOf(bytes as Buffer))
const text = (message: Message, field: number) =>
  (message.get(field)?.[0] as Buffer | undefined)?.toString() ?? ''
const hex = (message: Message, field: number) =>
  (message.get(field)?.[0] as Buffer | undefined)?.toString('hex') ?? ''
const int = (message: Message, field: number) => Number(message.get(field)?.[0] ?? 0)
const double = (message: Message, field: number) =>
  (message.get(field)?.[0] as Buffer | undefined)?.readDoubleLE() ?? 0

function attributesOf(pairs: readonly Message[]): Record<string, string | number> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const [value] = parts(pair, 2)
      const read = value?.has(1)
        ? text(value, 1)
        : value?.has(3)
          ? int(value, 3)
          : value
            ? double(value, 4)
            : ''
      return [text(pair, 1), read]
    }),
  )
}

function tracesOfProto(raw: Buffer): { resource: Collector['resource']; spans: SentSpan[] } {
  const all = parts(messageOf(raw), 1)
  const resource = attributesOf(all.flatMap((one) => parts(one, 1)).flatMap((one) => parts(one, 1)))
  const spans = all
    .flatMap((one) => parts(one, 2))
    .flatMap((scope) => parts(scope, 2))
    .map((span) => ({
      traceId: hex(span, 1),
      spanId: hex(span, 2),
      traceState: text(span, 3),
      parentSpanId: hex(span, 4),
      name: text(span, 5),
      kind: int(span, 6),
      attributes: attributesOf(parts(span, 9)),
      links: parts(span, 13).map((link) => ({ traceId: hex(link, 1), spanId: hex(link, 2) })),
      status: parts(span, 15).map((status) => int(status, 3))[0] ?? 0,
    }))
  return { resource, spans }
}

/** Gauge, sum and histogram are fields 5, 7 and 9. The value of a histogram is its count. */
function metricsOfProto(raw: Buffer): Collector['metrics'] {
  const metrics = parts(messageOf(raw), 1)
    .flatMap((one) => parts(one, 2))
    .flatMap((scope) => parts(scope, 2))
  return new Map(
    metrics.map((metric) => {
      const numbers = [5, 7].flatMap((kind) => parts(metric, kind)).flatMap((data) => parts(data, 1))
      const histograms = parts(metric, 9).flatMap((data) => parts(data, 1))
      const points = [
        ...numbers.map((point) => ({ labels: attributesOf(parts(point, 7)), value: double(point, 4) })),
        ...histograms.map((point) => ({
          labels: attributesOf(parts(point, 9)),
          value: Number((point.get(4)![0] as Buffer).readBigUInt64LE()),
        })),
      ]
      return [text(metric, 1), points] as const
    }),
  )
}

// ── JSON ──

// biome-ignore lint/suspicious/noExplicitAny: as the standard names them.
type Json = any

const read = (attributes: Json[] = []) =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [
      key,
      value.stringValue ?? (value.intValue === undefined ? value.doubleValue : Number(value.intValue)),
    ]),
  )

function tracesOfJson({ resourceSpans }: Json): { resource: Collector['resource']; spans: SentSpan[] } {
  const spans = resourceSpans.flatMap((one: Json) => one.scopeSpans).flatMap((scope: Json) => scope.spans)
  return {
    resource: read(resourceSpans[0].resource.attributes),
    spans: spans.map((span: Json) => ({
      ...span,
      parentSpanId: span.parentSpanId ?? '',
      traceState: span.traceState ?? '',
      attributes: read(span.attributes),
      status: span.status?.code ?? 0,
    })),
  }
}

function metricsOfJson({ resourceMetrics }: Json): Collector['metrics'] {
  const metrics = resourceMetrics
    .flatMap((one: Json) => one.scopeMetrics)
    .flatMap((scope: Json) => scope.metrics)
  return new Map(
    metrics.map((metric: Json) => {
      const { dataPoints } = metric.gauge ?? metric.sum ?? metric.histogram
      return [
        metric.name,
        dataPoints.map((point: Json) => ({
          labels: read(point.attributes),
          value: Number(point.asDouble ?? point.count),
        })),
      ]
    }),
  )
}
