import { newActivity } from '#test/kit/activities.ts'
import type { Running } from '#test/kit/installation.ts'

/** An organisation with everything that the writes below need. */
export interface Shop {
  email: string
  tenantId: string
  token: string
  signedInAt: number
  systemId: string
  /** Key of the form for requests. */
  formKey: string
  /** Key of the consent banner. */
  bannerKey: string
  definitionId: string
}

/** A kind of write. Its mark is in one column, so that the test can find and count its rows. */
export interface Kind {
  table: string
  column: string
  /** The entity type in the audit log. Undefined for cookie decisions, which are records of their own and not in the log. */
  audited: string | undefined
  path(shop: Shop): string
  body(shop: Shop, mark: string): object
  markOf(mark: string): string
  /** The path that reads it. */
  read: ((id: string) => string) | undefined
  /** Set if people without an account call it. */
  open?: true
}

const asItIs = (mark: string) => mark
export const addressOf = (mark: string) => `${mark}@ejemplo.cl`

export const KINDS: Readonly<Record<string, Kind>> = {
  workspace: {
    table: 'workspaces',
    column: 'name',
    audited: 'workspace',
    path: () => '/org/workspaces',
    body: (_shop, mark) => ({ name: mark, description: null }),
    markOf: asItIs,
    read: undefined,
  },
  system: {
    table: 'systems',
    column: 'name',
    audited: 'system',
    path: () => '/data-map/systems',
    body: (_shop, mark) => ({ name: mark, type: 'CRM' }),
    markOf: asItIs,
    read: (id) => `/data-map/systems/${id}`,
  },
  activity: {
    table: 'activities',
    column: 'name',
    audited: 'activity',
    path: () => '/rat/activities',
    body: ({ systemId }, mark) => newActivity(systemId, { name: mark }),
    markOf: asItIs,
    read: (id) => `/rat/activities/${id}`,
  },
  breach: {
    table: 'breaches',
    column: 'title',
    audited: 'breach',
    path: () => '/breaches',
    body: (_shop, mark) => ({
      title: mark,
      detectedAt: new Date(Math.floor(Date.now() / 1e8) * 1e8).toISOString(),
      detectionSource: 'manual',
    }),
    markOf: asItIs,
    read: (id) => `/breaches/${id}`,
  },
  /** Sends the person a mail. */
  request: {
    table: 'dsar_requests',
    column: 'subject_email',
    audited: 'dsar_request',
    path: ({ formKey }) => `/public/dsar/${formKey}`,
    body: (_shop, mark) => ({
      subjectName: 'María Pérez',
      subjectEmail: addressOf(mark),
      rightType: 'ACCESS',
    }),
    markOf: addressOf,
    read: (id) => `/dsar/requests/${id}`,
    open: true,
  },
  /** Calls a webhook. */
  workflow: {
    table: 'workflow_instances',
    column: 'entity_id',
    audited: 'workflow_instance',
    path: ({ definitionId }) => `/workflows/${definitionId}/start`,
    body: (_shop, mark) => ({ entityType: 'CUSTOM', entityId: mark }),
    markOf: asItIs,
    read: (id) => `/workflow-instances/${id}`,
  },
  consent: {
    table: 'consent_records',
    column: 'subject_ref',
    audited: undefined,
    path: ({ bannerKey }) => `/public/consent/${bannerKey}/record`,
    body: (_shop, mark) => ({ subjectRef: mark, decisions: { analytics: true } }),
    markOf: asItIs,
    read: undefined,
    open: true,
  },
}

const PASSWORD = 'una-frase-larga'
const PURPOSE = {
  key: 'analytics',
  name: 'Medición',
  description: 'Qué páginas sirven.',
  required: false,
  legalBasis: 'consent',
  cookies: [],
}

export async function openShop(service: Running, name: string, webhookUrl?: string): Promise<Shop> {
  const email = `${name}@ejemplo.cl`
  const { access_token: token, tenant } = await service.register(email, name)
  const make = async (path: string, body?: object) => {
    const reply = await service.call('POST', path, body ?? {}, token)
    if (reply.status >= 300) throw new Error(`${path}: ${JSON.stringify(reply.body)}`)
    return reply.body.data
  }
  const system = await make('/data-map/systems', { name: 'CRM', type: 'CRM' })
  const form = await make('/dsar/widgets', { name: 'Formulario' })
  const notice = await make('/consent/notices', {
    name: 'Banner',
    title: 'Su privacidad',
    description: 'Usamos cookies.',
    language: 'es',
    purposes: [PURPOSE],
    config: {},
  })
  const banner = await make(`/consent/notices/${notice.id}/publish`)
  const definition = await make('/workflows', {
    name: 'Flujo',
    entityType: 'CUSTOM',
    stages: [{ id: 'a', name: 'A' }],
    webhooks: webhookUrl ? [{ url: webhookUrl, events: ['workflow.started'], secret: 'clave' }] : [],
  })
  return {
    email,
    tenantId: tenant.id,
    token,
    signedInAt: Date.now(),
    systemId: system.id,
    formKey: form.widgetKey,
    bannerKey: banner.widgetKey,
    definitionId: definition.id,
  }
}

const TOKEN_SERVES_MS = 8 * 60_000

/** Signs in again before the access token expires, because long scenarios outlast it. */
export async function stayIn(service: Running, shop: Shop): Promise<void> {
  if (Date.now() - shop.signedInAt < TOKEN_SERVES_MS) return
  const reply = await service.call('POST', '/auth/login', { email: shop.email, password: PASSWORD })
  if (reply.status !== 200) throw new Error(JSON.stringify(reply.body))
  shop.token = reply.body.data.access_token
  shop.signedInAt = Date.now()
}
