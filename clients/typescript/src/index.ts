export type { Operations, WebhookEvent } from './api.ts'
export { type AnyInput, Resguardo, type Settings, type Tokens } from './client.ts'
export { ResguardoError, SecondFactorDue } from './error.ts'
export { etagOf } from './etag.ts'
export { ROLE_OF } from './roles.ts'
export type { Data, DownloadedFile, Input, ItemOf, PathOf } from './types.ts'
export {
  type SignedWebhook,
  verifyWebhook,
  WebhookError,
  type WebhookFault,
} from './webhook.ts'
