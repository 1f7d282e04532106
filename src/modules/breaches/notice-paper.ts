import type { Printed } from '#documents/download.ts'
import type { Law } from '#kernel/law/law.ts'
import { shortened } from '#pdf/document.ts'
import { noticeBlocks } from '#pdf/letter.ts'
import type { Audience } from './knowledge/notices.ts'
import { draft, type Tenant } from './notices.ts'
import type { Whole } from './views.ts'

const NAMES: Readonly<Record<Audience, string>> = {
  authority: 'Reporte a la Agencia',
  subjects: 'Aviso a las personas',
  mass_media: 'Aviso en un medio masivo',
  controller: 'Aviso al responsable',
  csirt_alert: 'Alerta temprana al CSIRT Nacional',
  csirt_report: 'Actualización al CSIRT Nacional',
}

/** Readers outside: they see neither the register nor the breach's title in it. */
const OUTSIDERS: readonly Audience[] = ['subjects', 'mass_media']

/** A notice to print. An incomplete one says that it is a draft. */
export function noticePaper(audience: Audience, whole: Whole, tenant: Tenant, now: Date, law: Law): Printed {
  const { template, gaps } = draft(audience, whole, tenant, now, law)
  const { breach, entity } = whole
  const organisation = entity?.name ?? tenant.name
  const named = OUTSIDERS.includes(audience) ? [] : [breach.title]
  const title = [NAMES[audience], ...named].join(': ')
  return {
    name: [NAMES[audience], ...named],
    document: {
      title,
      organisation,
      footer: shortened(`${organisation} · ${title}`),
      lawVersion: law.version,
      dated: breach.updated_at,
      ...(gaps.length > 0 && { watermark: 'BORRADOR' }),
      content: noticeBlocks(template),
    },
  }
}
