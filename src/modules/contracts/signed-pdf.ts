import type { TenantAccess } from '#db/access.ts'
import type { Tools } from '#db/context.ts'
import { drawReceipt, type PrintedReceipt } from '#modules/evidence/public.ts'
import { signPdf } from '#modules/settings/public.ts'
import type { Render } from '#pdf/renderer.ts'

/**
 * The final file. If both parties have signed, the service seals it, and then signs it with the organisation's certificate
 * if there is one. Never inside a transaction.
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
