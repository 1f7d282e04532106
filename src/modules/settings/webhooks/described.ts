import { EVENTS, MACHINE_EVENTS } from '#events/catalogue.ts'
import type { DescribedWebhook } from '#http/openapi-webhooks.ts'
import { TRIAL } from './rules.ts'

const described = (type: string, summary: string): DescribedWebhook => ({
  type,
  summary,
  tag: 'settings',
  schema: 'WebhookEvent',
})

export const DESCRIBED: readonly DescribedWebhook[] = [
  ...MACHINE_EVENTS.map((type) => described(type, EVENTS[type].label)),
  described(TRIAL, 'Se pidió probar el webhook'),
]
