import Type, { type Static, type TSchema } from 'typebox'
import {
  AnyObject,
  BoundedText,
  Id,
  Instant,
  LongText,
  nullable,
  oneOf,
  optional,
  ShortText,
} from '#http/schema-kit.ts'
import { SEVERITIES } from '../rules.ts'
import { FORMATS } from './samples.ts'

/** Wazuh sends rule ids as strings of digits, other sources as numbers. */
const RuleId = Type.Unsafe<string | number>({
  type: ['string', 'number'],
  maxLength: 200,
  examples: ['5712'],
})
const RuleLevel = Type.Number({ minimum: 0, examples: [10] })
const Timestamp = BoundedText(40, {
  description: 'Fecha y hora con zona; también como la envía Wazuh: 2026-03-02T10:45:00.000-0300',
})

/** The form of Wazuh, of which only these fields are read. */
const WazuhAlert = Type.Object({
  rule: Type.Object({ id: RuleId, description: LongText(), level: RuleLevel }),
  agent: Type.Object({ name: ShortText() }),
  timestamp: Timestamp,
})
export type WazuhAlert = Static<typeof WazuhAlert>

const NestedAlert = Type.Object({ alert: WazuhAlert })

/** The body that Splunk's webhook action posts: `result` is the first row found. */
const SplunkAlert = Type.Object({
  sid: BoundedText(500),
  search_name: Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: 10_000 })),
  results_link: Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: 10_000 })),
  result: Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true }),
})
export type SplunkAlert = Static<typeof SplunkAlert>

/** An incident of Microsoft Sentinel, as its API answers it. */
const SentinelIncident = Type.Object({
  name: Type.Optional(BoundedText(500)),
  properties: Type.Object({
    title: LongText(),
    description: Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: 10_000 })),
    severity: BoundedText(50, { examples: ['High'] }),
    createdTimeUtc: Timestamp,
    incidentNumber: Type.Optional(Type.Integer()),
    incidentUrl: Type.Optional(BoundedText(2000)),
  }),
})
export type SentinelIncident = Static<typeof SentinelIncident>

/** The form that a playbook gets from its trigger. */
const SentinelTrigger = Type.Object({ object: SentinelIncident })

const FlatAlert = Type.Object(
  {
    source: Type.Optional(Type.Unknown()),
    rule_id: RuleId,
    rule_level: RuleLevel,
    rule_description: LongText(),
    agent: Type.Object({ id: Type.Optional(Type.Unknown()), name: ShortText() }),
    timestamp: Timestamp,
    data: Type.Optional(Type.Unknown({ description: 'srcip, dstip, action' })),
  },
  {
    examples: [
      {
        source: 'wazuh',
        rule_id: 5712,
        rule_level: 10,
        rule_description: 'SSHD brute force trying to get access to the system',
        agent: { id: '001', name: 'web-01' },
        timestamp: '2026-03-02T13:45:00Z',
        data: { srcip: '203.0.113.7', dstip: '10.0.0.5', action: 'blocked' },
      },
    ],
  },
)

export type FlatAlert = Static<typeof FlatAlert>

const choice = (key: string, then: TSchema, otherwise: object) => ({
  if: { required: [key] },
  then,
  else: otherwise,
})

/**
 * Both variants of contract 4.2, and the native formats of Wazuh, Splunk and Sentinel. Each body is validated by the format
 * it resembles, so that the faults named are its own.
 */
export const SiemPayload = Type.Unsafe<
  | { alert: WazuhAlert }
  | WazuhAlert
  | SentinelIncident
  | { object: SentinelIncident }
  | SplunkAlert
  | FlatAlert
>({
  type: 'object',
  description:
    'Una alerta dentro de «alert», o la forma plana con rule_id, rule_level y rule_description; también lo que envían por sí mismos Wazuh («rule» y «agent» en la raíz), Splunk («sid», «search_name» y «result») y Microsoft Sentinel («properties», u «object» con ella). Los demás campos se conservan y no se interpretan.',
  ...choice(
    'alert',
    NestedAlert,
    choice(
      'rule',
      WazuhAlert,
      choice(
        'object',
        SentinelTrigger,
        choice('properties', SentinelIncident, choice('result', SplunkAlert, FlatAlert)),
      ),
    ),
  ),
  examples: [
    {
      alert: {
        rule: { id: '5712', description: 'SSHD brute force trying to get access to the system', level: 10 },
        agent: { name: 'web-01' },
        timestamp: '2026-03-02T10:45:00.000-0300',
      },
    },
  ],
})
export type SiemPayload = Static<typeof SiemPayload>

export const SiemHeaders = Type.Object({
  'x-siem-signature': Type.Optional(
    Type.String({
      description: 'sha256=<hex>: HMAC-SHA256 de los bytes del cuerpo con el secreto SIEM de la organización',
      examples: ['sha256=9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
    }),
  ),
})

export const OfTenant = Type.Object({ tenantSlug: Type.String({ examples: ['tienda-sur'] }) })

export const ReceivedAlert = Type.Object({
  breachId: Id(),
  status: oneOf(['detected']),
  detectionSource: oneOf(['siem']),
})

// ── trying it ──

export const SiemTrial = nullable(
  Type.Object(
    {
      format: optional(
        oneOf(FORMATS, { description: 'De qué sistema es la alerta de muestra; Wazuh si no se indica' }),
      ),
      payload: Type.Optional(SiemPayload),
    },
    { examples: [{ format: 'wazuh' }] },
  ),
)
export type SiemTrial = Static<typeof SiemTrial>

export const TriedAlert = Type.Object({
  url: Type.String({
    description: 'La dirección que se escribe en el SIEM',
    examples: ['https://resguardo.tiendasur.cl/api/v1/webhooks/siem/tienda-sur'],
  }),
  signatureHeader: Type.String({ examples: ['X-Siem-Signature'] }),
  signature: Type.String({
    description: 'La firma de los bytes de «body» con el secreto SIEM actual',
    examples: ['sha256=9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
  }),
  body: Type.String({ description: 'La alerta tal como se firmó', examples: ['{"rule":{"id":"5712"}}'] }),
  payload: AnyObject({ description: 'La misma alerta, para leerla' }),
  breach: Type.Object(
    {
      title: Type.String({ examples: ['SSHD brute force trying to get access to the system'] }),
      description: Type.String({
        examples: ['Alerta del SIEM en el agente «web-01»: regla 5712, nivel 10.'],
      }),
      severity: oneOf(SEVERITIES),
      detectedAt: Instant(),
      notificationDeadlineAt: Instant(),
      detectionSource: oneOf(['siem']),
    },
    { description: 'La brecha que se habría registrado; no se registró ninguna' },
  ),
})
