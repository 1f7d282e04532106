import type { ReadCtx } from '#db/context.ts'
import { NOT_INDICATED, placeholdersLeft, withoutGaps } from '#documents/gaps.ts'
import { plainText } from '#documents/plain-text.ts'
import { judge, type LegalFinding } from '#kernel/legal-checks.ts'
import { canonicalRut } from '#kernel/rut.ts'
import { findEntity } from '#modules/org/public.ts'
import { findProcessor } from '#modules/processors/public.ts'
import { isAdequate, listActivities } from '#modules/rat/public.ts'
import { findDestinations } from './generation.ts'
import { CONTRACT_CHECKS, SIGNER_CHECKS } from './knowledge/legal-checks.ts'
import { VARIABLES } from './knowledge/templates.ts'
import * as repo from './repo.ts'
import { otherBrackets } from './rules.ts'
import { templates } from './templates/repo.ts'

/** The text for the other party: gaps say that they are not indicated, and no placeholder is left. */
export function settled({ content, gap_labels }: Pick<repo.ContractRow, 'content' | 'gap_labels'>): string {
  return withoutGaps(content, NOT_INDICATED, labelsOf(gap_labels))
}

/** Texts sent by older versions use the short form. */
const WITHOUT_NOUN = 'no indicado'

const labelsOf = (own: readonly string[]) => [...new Set([...own, ...VARIABLES.map(({ label }) => label)])]

type Judged = Pick<
  repo.ContractRow,
  'type' | 'content' | 'template_id' | 'legal_entity_id' | 'processor_id' | 'activity_ids' | 'gap_labels'
>

/** What arts. 15 bis, 27 and 28 require and the contract lacks. */
export async function findingsOf(ctx: ReadCtx, row: Judged): Promise<LegalFinding[]> {
  const [template, entity, processor, activities, entities] = await Promise.all([
    row.template_id ? templates.find(ctx, row.template_id) : undefined,
    findEntity(ctx, row.legal_entity_id),
    findProcessor(ctx, row.processor_id),
    listActivities(ctx, { ids: row.activity_ids }),
    repo.listEntitiesOf(ctx, row.activity_ids),
  ])
  const { countries, mechanisms } = await findDestinations(ctx, processor!, activities)
  const placeholders = placeholdersLeft(row.content, labelsOf(row.gap_labels))
  return judge(CONTRACT_CHECKS, {
    type: row.type,
    content: row.content,
    variables: [...(template?.variables ?? []), ...VARIABLES],
    placeholders,
    notIndicated: plainText(row.content).split(WITHOUT_NOUN).length - 1,
    brackets: otherBrackets(row.content, placeholders),
    entity: {
      name: entity!.name,
      hasWrongRut: Boolean(entity!.tax_id?.trim()) && !canonicalRut(entity!.tax_id!),
    },
    foreignActivities: entities
      .filter(({ legal_entity_id }) => legal_entity_id !== row.legal_entity_id)
      .map(({ name }) => name),
    destinations: countries,
    hasMechanism: mechanisms.length > 0,
    adequate: countries.filter((country) => isAdequate(ctx.tools.law, country)),
  })
}

/** The known signers at this moment. */
export interface Signers {
  own?: string | null | undefined
  other: string | null
}

type OfParties = Pick<repo.ContractRow, 'legal_entity_id' | 'processor_id'>

/** Compares the signers with the recorded representatives. */
export async function signerFindings(
  ctx: ReadCtx,
  row: OfParties,
  { own, other }: Signers,
): Promise<LegalFinding[]> {
  const [entity, processor] = await Promise.all([
    findEntity(ctx, row.legal_entity_id),
    findProcessor(ctx, row.processor_id),
  ])
  return judge(SIGNER_CHECKS, {
    own: own ? { name: own, party: entity!.name, representative: entity!.legal_rep_name } : undefined,
    other: other
      ? { name: other, party: processor!.name, representative: processor!.contact_name }
      : undefined,
  })
}

/** The findings in the act of signing: those of the sent text, and those of the present signers. */
export async function findingsAtSigning(
  ctx: ReadCtx,
  row: repo.ContractRow,
  signers: Signers,
): Promise<LegalFinding[]> {
  const now = { ...signers, own: signers.own ?? row.organisation_signature?.name }
  const [found, ofSigners] = await Promise.all([
    row.findings ?? findingsOf(ctx, row),
    signerFindings(ctx, row, now),
  ])
  return [...found.filter(({ key }) => !SIGNER_CHECKS.some((check) => check.key === key)), ...ofSigners]
}
