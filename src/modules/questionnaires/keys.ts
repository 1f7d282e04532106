import type { Tools } from '#db/context.ts'
import { digest, hmac } from '#kernel/secrets.ts'

/**
 * The key of a person's page: 256 bits derived with the service's secret. A reminder can repeat the link of the invitation,
 * and only the hash is stored.
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

/** Written again with each letter, because a moved organisation brings hashes of another installation. */
export function keyHashOf(tools: Pick<Tools, 'vault'>, tenantId: string, answerId: string): string {
  return digest(keyOf(tools, tenantId, answerId))
}
