import type { Tools } from '#db/context.ts'
import { digest, hmac } from '#kernel/secrets.ts'

/**
 * The key of a recipient's page: 256 bits derived from the installation's secret. A reminder can therefore repeat the link,
 * although only the key's hash is stored.
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

/** Stored again with each letter: an imported organisation brings hashes of another installation. */
export function keyHashOf(tools: Pick<Tools, 'vault'>, tenantId: string, recipientId: string): string {
  return digest(keyOf(tools, tenantId, recipientId))
}
