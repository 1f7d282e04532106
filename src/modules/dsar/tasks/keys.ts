import type { Tools } from '#db/context.ts'
import { digest, hmac } from '#kernel/secrets.ts'
import { normaliseEmail } from '#kernel/text.ts'

interface Addressed {
  id: string
  owner_email: string | null
}

/**
 * The key of an owner's page: 256 bits derived from the installation's secret, so a reminder can repeat the link of the
 * first letter. The address is part of it: when a task goes to somebody else, the former owner's link stops working.
 */
export function keyOf({ vault }: Pick<Tools, 'vault'>, tenantId: string, task: Addressed): string {
  const address = normaliseEmail(task.owner_email ?? '')
  const mac = hmac(vault.lasting('dsar.task'), `${tenantId}/${task.id}/${address}`)
  return Buffer.from(mac, 'hex').toString('base64url')
}

export function pageUrl(
  tools: Pick<Tools, 'vault' | 'publicUrl'>,
  tenantId: string,
  task: Addressed,
): string {
  return `${tools.publicUrl}/tareas/${keyOf(tools, tenantId, task)}`
}

/** Stored again with each letter: an imported organisation brings hashes of another installation. */
export function keyHashOf(tools: Pick<Tools, 'vault'>, tenantId: string, task: Addressed): string {
  return digest(keyOf(tools, tenantId, task))
}
