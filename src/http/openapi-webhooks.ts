import type { Node } from './openapi-document.ts'

/** One kind of message that the service sends to addresses of its clients. */
export interface DescribedWebhook {
  /** The type of the event, its key in the description. */
  type: string
  /** Says in Spanish when it is sent. */
  summary: string
  /** Its tag in the API description. */
  tag: string
  /** The named schema that all messages of this family share. */
  schema: string
}

export interface WebhookOperation {
  requestBody: { required: true; content: Record<string, { schema: Node }> }
}

const SIGNED = [
  ['webhook-id', 'Identificador del envío, el mismo en cada intento', '019a8c5e-7b1a-7c3d-9e2f-4a5b6c7d8e9f'],
  ['webhook-timestamp', 'Segundos desde 1970: cuándo se firmó', '1796126400'],
  [
    'webhook-signature',
    'Standard Webhooks: «v1,» y la firma en base64; puede haber varias',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ],
  [
    'x-resguardo-signature',
    'sha256=<hex>: HMAC-SHA256 de los bytes del cuerpo',
    'sha256=9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  ],
  ['x-resguardo-delivery', 'Igual que webhook-id', '019a8c5e-7b1a-7c3d-9e2f-4a5b6c7d8e9f'],
] as const

/** The `webhooks` of an OpenAPI 3.1 document. */
export function describeWebhooks(
  described: readonly DescribedWebhook[],
): Record<string, { post: WebhookOperation }> {
  return Object.fromEntries(described.map((each) => [each.type, { post: operationOf(each) }]))
}

function operationOf({ type, summary, tag, schema }: DescribedWebhook): WebhookOperation {
  const operation = {
    operationId: `on${type.replace(/(^|[._])(\w)/g, (_, _before, letter: string) => letter.toUpperCase())}`,
    summary,
    description:
      'Se envía a los webhooks suscritos, con hasta ocho intentos en un día. Responda 2xx dentro de 10 segundos; 410 apaga el webhook.',
    tags: [tag],
    security: [],
    parameters: SIGNED.map(([name, description, example]) => ({
      name,
      in: 'header',
      required: true,
      description,
      schema: { type: 'string', maxLength: 1000, pattern: '^[\\x20-\\x7e]*$', examples: [example] },
    })),
    requestBody: {
      required: true as const,
      content: {
        'application/json': {
          schema: {
            allOf: [
              { $ref: `#/components/schemas/${schema}` },
              { type: 'object', properties: { type: { type: 'string', enum: [type] } } },
            ],
          },
        },
      },
    },
    responses: {
      '2XX': { description: 'Recibido.' },
      '410': { description: 'No enviar más: el webhook se apaga.' },
    },
  }
  return operation
}
