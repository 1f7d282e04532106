import type { Tools } from '#db/context.ts'
import { digest, hmac } from '#kernel/secrets.ts'

/**
 * The key of a recipient's page: 256 bits that only this service can work out, so that a reminder brings the same link as
 * the letter, and nothing but their hash is stored.
 */
export function keyOf({ vault }: Pick<Tools, 'vault'>, tenantId: string, recipientId: string): string {
  const mac = hmac(vault.lasting('dsar.acknowledgement'), `${tenantId}/${recipientId}`)
  return Buffer.from(mac, 'hex').toString('base64url')
}

export function pageUrl(
  tools: Pick<Tools, 'vault' | 'publicUrl'>,
  tenantId: string,
  recipientId: string,
): string {
  return `${tools.publicUrl}/acuse/${keyOf(tools, tenantId, recipientId)}`
}

/** Written again with each letter: an organisation that moved here brings hashes of another installation. */
export function keyHashOf(tools: Pick<Tools, 'vault'>, tenantId: string, recipientId: string): string {
  return digest(keyOf(tools, tenantId, recipientId))
}
