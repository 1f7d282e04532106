import Type, { type Static } from 'typebox'
import { BoundedText, Id, LongText, oneOf, ShortText } from '#http/schema-kit.ts'

/** Wazuh names its rules with digits in quotes, other sources with numbers. */
const RuleId = Type.Unsafe<string | number>({
  type: ['string', 'number'],
  maxLength: 200,
  examples: ['5712'],
})
const RuleLevel = Type.Number({ minimum: 0, examples: [10] })
const Timestamp = BoundedText(40, {
  description: 'Fecha y hora con zona; también como la envía Wazuh: 2026-03-02T10:45:00.000-0300',
})

const NestedAlert = Type.Object({
  alert: Type.Object({
    rule: Type.Object({ id: RuleId, description: LongText(), level: RuleLevel }),
    agent: Type.Object({ name: ShortText() }),
    timestamp: Timestamp,
  }),
})

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

/** Both variants of contract 4.2. Each body is judged by the one it resembles, so that the faults named are its own. */
export const SiemPayload = Type.Unsafe<Static<typeof NestedAlert> | Static<typeof FlatAlert>>({
  type: 'object',
  description:
    'Una alerta dentro de «alert», o la forma plana con rule_id, rule_level y rule_description. Los demás campos se conservan y no se interpretan.',
  if: { required: ['alert'] },
  // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema, in a schema.
  then: NestedAlert,
  else: FlatAlert,
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
