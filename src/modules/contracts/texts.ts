import type { ReadCtx } from '#db/context.ts'
import { clauseDifferences } from '#documents/clauses.ts'
import { labelOf, placeholdersOf } from '#documents/templates.ts'
import { findEntity } from '#modules/org/public.ts'
import { findProcessor } from '#modules/processors/public.ts'
import { listActivities } from '#modules/rat/public.ts'
import { findingsOf, signerFindings } from './findings.ts'
import { renderContract } from './generation.ts'
import { VARIABLES } from './knowledge/templates.ts'
import * as repo from './repo.ts'
import type { Generation } from './schemas.ts'
import { basisOf, findOrFail } from './service.ts'
import { type TemplateRow, templates } from './templates/repo.ts'
import type { DifferencesQuery } from './text-schemas.ts'

/** The preview of a contract's text, its findings, and people's changes in it. */

/** The text that generation would write and its gaps, without storing it. */
export async function previewContract(ctx: ReadCtx, body: Generation) {
  const { template, processor, entity, chosen } = await basisOf(ctx, body)
  const { content, gapLabels } = await renderContract(
    ctx,
    template,
    { entity, processor },
    chosen,
    body.customFields ?? {},
  )
  const findings = await findingsOf(ctx, {
    type: template.type,
    content,
    template_id: template.id,
    legal_entity_id: entity.id,
    processor_id: processor.id,
    activity_ids: chosen.map(({ id }) => id),
    gap_labels: gapLabels,
  })
  return { type: template.type, content, gaps: gapsOf(template, gapLabels), findings }
}

/** The variables behind the labels in brackets. A label without a variable cannot be filled by name. */
function gapsOf(template: TemplateRow, labels: readonly string[]) {
  return labels.flatMap((label) => {
    const variable = [...template.variables, ...VARIABLES].find((one) => one.label === label)
    const key = variable?.key ?? placeholdersOf(template.content).find((one) => labelOf(one) === label)
    if (key === undefined) return []
    return { key, label, ...(variable?.description && { description: variable.description }) }
  })
}

/** The current findings. For a contract that was sent, the findings of that time. */
export async function checkContract(ctx: ReadCtx, id: string) {
  const row = await findOrFail(ctx, id)
  if (row.findings) return { findings: row.findings }
  const [ofText, ofSigner] = await Promise.all([
    findingsOf(ctx, row),
    signerFindings(ctx, row, { other: row.signer_name }),
  ])
  return { findings: [...ofText, ...ofSigner] }
}

/** People's changes in the text, compared with the service's text or with the version that it renews. */
export async function compareContract(ctx: ReadCtx, id: string, { against = 'template' }: DifferencesQuery) {
  const row = await findOrFail(ctx, id)
  const basis = against === 'previous' ? await previousOf(ctx, row) : await writtenFor(ctx, row)
  if (!basis) return { against: null, changed: 0, clauses: [] }
  const clauses = clauseDifferences(basis.content, row.content)
  const changed = clauses.filter(({ difference }) => difference !== 'unchanged').length
  return { against: basis.against, changed, clauses }
}

async function previousOf(ctx: ReadCtx, { previous_contract_id: id }: repo.ContractRow) {
  const row = id === null ? undefined : await repo.contracts.find(ctx, id)
  return row && { against: 'previous' as const, content: row.content }
}

async function writtenFor(ctx: ReadCtx, row: repo.ContractRow) {
  if (row.drafted !== null) return { against: 'drafted' as const, content: row.drafted }
  const [template, entity, processor, activities] = await Promise.all([
    row.template_id === null ? undefined : templates.find(ctx, row.template_id),
    findEntity(ctx, row.legal_entity_id),
    findProcessor(ctx, row.processor_id),
    listActivities(ctx, { ids: row.activity_ids }),
  ])
  if (!template || !entity || !processor) return undefined
  const parties = { entity, processor }
  const { content } = await renderContract(ctx, template, parties, activities, {})
  return { against: 'template' as const, content }
}
