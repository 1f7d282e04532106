import type { Tools } from '#db/context.ts'
import { digest, hmac } from '#kernel/secrets.ts'
import { normaliseEmail } from '#kernel/text.ts'

interface Addressed {
  id: string
  owner_email: string | null
}

/**
 * The key of an owner's page: 256 bits that only this service can work out, so that a reminder brings the same link as the
 * first letter. The address is part of it: when a task goes to somebody else, the link of the one before opens nothing.
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

/** Written again with each letter: an organisation that moved here brings hashes of another installation. */
export function keyHashOf(tools: Pick<Tools, 'vault'>, tenantId: string, task: Addressed): string {
  return digest(keyOf(tools, tenantId, task))
}
