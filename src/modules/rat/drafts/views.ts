import { isSensitive } from '#kernel/data-categories.ts'
import { draftOf } from '../assistant/draft.ts'
import type { RatTemplate } from '../knowledge/templates.ts'
import type { Template } from './schemas.ts'

export function templateView(template: RatTemplate): Template {
  const draft = draftOf(template)
  const { internationalTransfer, responsibleArea, ...fields } = draft
  return {
    id: template.id,
    area: template.area,
    ...fields,
    legalBasisArticle: template.legalBasisArticle,
    dataSource: template.dataSource,
    retentionNote: template.retentionNote,
    hasSensitiveData: isSensitive(draft),
    riskLevel: template.riskLevel,
    dpiaRequired: template.dpiaRequired,
    note: template.note,
  }
}
