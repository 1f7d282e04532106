import type { Tools } from '#db/context.ts'
import { digest, hmac } from '#kernel/secrets.ts'

/**
 * The key of a person's page: 256 bits that only this service can work out, so that a reminder brings the same link as
 * the invitation, and nothing but their hash is stored.
 */
export function keyOf({ vault }: Pick<Tools, 'vault'>, tenantId: string, answerId: string): string {
  const mac = hmac(vault.lasting('questionnaires.key'), `${tenantId}/${answerId}`)
  return Buffer.from(mac, 'hex').toString('base64url')
}

export function pageUrl(
  tools: Pick<Tools, 'vault' | 'publicUrl'>,
  tenantId: string,
  answerId: string,
): string {
  return `${tools.publicUrl}/cuestionarios/${keyOf(tools, tenantId, answerId)}`
}

/** Written again with each letter: an organisation that moved here brings hashes of another installation. */
export function keyHashOf(tools: Pick<Tools, 'vault'>, tenantId: string, answerId: string): string {
  return digest(keyOf(tools, tenantId, answerId))
}
