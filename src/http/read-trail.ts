import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { audit, type Change } from '#db/audit.ts'
import { BoundedMap } from '#kernel/bounded-map.ts'
import { MINUTE_MS } from '#kernel/dates.ts'
import { ROLES } from '#kernel/roles.ts'
import { keyActor, originOf } from './requests.ts'

/** An investigator's first question: who viewed this record, and who downloaded it? */
export interface ReadTrace {
  action: 'read' | 'download' | 'export'
  entityType: string
}

/** For a route whose path does not name the record. Undefined if no traced record is shown. */
export type TraceOf = (request: FastifyRequest) => (ReadTrace & { entityId: string }) | undefined

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Writes an audit row although the route changes nothing. */
    trace?: ReadTrace | TraceOf
  }
}

/** The entity type in the audit log for a module's files. */
const ENTITY_OF_MODULE: Readonly<Record<string, string>> = {
  breaches: 'breach',
  consent: 'consent_notice',
  contracts: 'contract',
  'cookie-policy': 'cookie_policy',
  dpia: 'dpia_assessment',
  dsar: 'dsar_request',
  files: 'file',
  governance: 'governance_report',
  imports: 'import',
  'privacy-policy': 'privacy_policy',
  rat: 'activity',
}

/** A file that a member or a key takes is a download, unless the route declares otherwise. */
export function downloadOf(module: string): ReadTrace {
  const entityType = ENTITY_OF_MODULE[module]
  if (!entityType)
    throw new Error(`files of «${module}» leave no trace: name what they show in http/read-trail.ts`)
  return { action: 'download', entityType }
}

/** Repeated views within this time leave one row. */
const ONCE_WITHIN_MS = 10 * MINUTE_MS
const MOST_REMEMBERED = 20_000

/** Writes the row before the answer is sent: nothing is shown without a trace. */
export function useReadTrail(app: FastifyInstance): void {
  const seen = new BoundedMap<string, number>({ most: MOST_REMEMBERED })

  app.addHook('onSend', (request, reply, _payload, done) => {
    const { trace: declared } = request.routeOptions.config
    if (declared === undefined || reply.statusCode !== 200) return done()
    const trace =
      typeof declared === 'function' ? declared(request) : { ...declared, entityId: shownBy(request) }
    if (trace === undefined || !isTraced(trace, reply)) return done()
    const caller = request.keyHolder?.keyId ?? request.claims?.userId
    const key = `${request.tenantId} ${caller} ${request.method} ${request.url} ${trace.entityId}`
    const now = app.tools.now().getTime()
    if (now - (seen.get(key) ?? Number.NEGATIVE_INFINITY) < ONCE_WITHIN_MS) return done()
    leaveTrace(request, trace).then(() => {
      seen.set(key, now)
      done()
    }, done)
  })
}

/** A route with files may also answer with data or a page. Those are not downloads. */
function isTraced({ action }: ReadTrace, reply: FastifyReply): boolean {
  if (action === 'read' || /^attachment/.test(String(reply.getHeader('content-disposition')))) return true
  return !/^(application\/json|text\/html)/.test(String(reply.getHeader('content-type')))
}

/** The record named by the path, or the organisation. */
function shownBy({ params, tenantId }: FastifyRequest): string {
  const { id, key } = params as { id?: string; key?: string }
  return id ?? key ?? tenantId!
}

async function leaveTrace(request: FastifyRequest, change: Change): Promise<void> {
  const { access } = request.server
  const { claims, keyHolder, routeOptions } = request
  const role = ROLES.find((name) => name === routeOptions.config.role) ?? 'VIEWER'
  if (keyHolder)
    await access.actFor(keyHolder.tenantId, keyActor(keyHolder), originOf(request), (ctx) =>
      audit(ctx, change),
    )
  else await access.act(claims!, role, originOf(request), (ctx) => audit(ctx, change))
}
