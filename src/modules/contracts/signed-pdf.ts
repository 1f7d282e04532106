import type { TenantAccess } from '#db/access.ts'
import type { Tools } from '#db/context.ts'
import { drawReceipt, type PrintedReceipt } from '#modules/evidence/public.ts'
import { signPdf } from '#modules/settings/public.ts'
import type { Render } from '#pdf/renderer.ts'

/**
 * The file that leaves. Of a contract that both parties signed it is sealed by the service, and then signed with the
 * organisation's certificate where it has one. Never inside a transaction.
 */
export async function drawContract(
  access: TenantAccess,
  tools: Tools,
  tenantId: string,
  printed: PrintedReceipt,
  render?: Render,
): Promise<Buffer> {
  const pdf = await drawReceipt(access, tools, printed, tenantId, render)
  if (!printed.receipt) return pdf
  return signPdf(access, tools, tenantId, pdf, {
    name: printed.document.organisation,
    reason: 'Ejemplar del contrato firmado, emitido por la organización',
  })
}
