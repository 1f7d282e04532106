import type { WriteCtx } from '#db/context.ts'
import { isSensitive } from '#kernel/data-categories.ts'
import { isId } from '#kernel/ids.ts'
import { noneIfBlank } from '#kernel/text.ts'
import { findSystem } from '#modules/data-map/public.ts'
import { noSystem } from '../activities/fields.ts'
import { allowsSensitive, articleFits } from '../knowledge/bases.ts'
import { draftFromText, type SystemFacts } from './draft.ts'
import { askModel, type Checked, checker, type Model, type Reply } from './model.ts'
import { draftPrompt, INSTRUCTIONS, suggestPrompt } from './prompts.ts'
import { giveBack, type Quota, type Reservation, reserveQuery } from './quota.ts'
import {
  type DraftRequest,
  ModelDraft,
  modelSuggestions,
  type Source,
  type SuggestRequest,
} from './schemas.ts'
import {
  MOST_SUGGESTIONS,
  SUGGESTED_FIELDS,
  type SuggestedField,
  type Suggestion,
  suggestValues,
} from './suggest.ts'

/** Runs a short transaction of its own. Nothing slow happens inside. */
export type Act = <T>(work: (ctx: WriteCtx) => Promise<T>) => Promise<T>

export interface Assistant {
  model: Model | undefined
  act: Act
  /** Gets the reason why the model did not answer. The caller gets the catalogue's answer instead. */
  onFailure: (reason: string) => void
}

export function draftActivity(assistant: Assistant, { description, ...body }: DraftRequest) {
  const systemId = noneIfBlank(body.systemId)
  return assist(assistant, {
    prepare: (ctx) => findFacts(ctx, systemId ?? undefined),
    ask: (model, system) => {
      const { draft } = draftFromText(description, system)
      const prompt = draftPrompt(description, system, draft)
      return askModel(model, { instructions: INSTRUCTIONS, prompt, check: checkDraft })
    },
    fallBack: (system) => {
      const { draft, rationale } = draftFromText(description, system)
      return { activity: draft, rationale }
    },
    answer: ({ activity, rationale }, source, quota) => ({
      activity: { ...activity, systemId: systemId ?? null },
      rationale,
      source,
      quota,
    }),
  })
}

export function suggestField(assistant: Assistant, { field, activity }: SuggestRequest) {
  return assist(assistant, {
    prepare: async () => undefined,
    ask: (model) =>
      askModel(model, {
        instructions: INSTRUCTIONS,
        prompt: suggestPrompt(field, activity),
        check: CHECKS[field],
      }),
    fallBack: () => ({ suggestions: suggestValues(field, activity) }),
    answer: ({ suggestions }, source, quota) => ({
      field,
      suggestions: suggestions.slice(0, MOST_SUGGESTIONS),
      source,
      quota,
    }),
  })
}

interface Task<Facts, Result, Answer> {
  /** Refuses a wrong question before it counts against the quota. */
  prepare: (ctx: WriteCtx) => Promise<Facts>
  ask: (model: Model, facts: Facts) => Promise<Reply<Result>>
  fallBack: (facts: Facts) => Result
  answer: (result: Result, source: Source, quota: Quota) => Answer
}

/**
 * Counts the query, asks the model outside any transaction, and answers from the catalogue where there is no model or
 * it failed; a failed model call is given back (decisions, RAT).
 */
async function assist<Facts, Result, Answer>(
  { model, act, onFailure }: Assistant,
  task: Task<Facts, Result, Answer>,
): Promise<Answer> {
  const { facts, reservation } = await act(async (ctx) => {
    const facts = await task.prepare(ctx)
    return { facts, reservation: await reserveQuery(ctx) }
  })
  if (!model) return task.answer(task.fallBack(facts), 'catalog', quotaOf(reservation))
  const reply = await task.ask(model, facts)
  if ('failure' in reply) onFailure(reply.failure)
  // The second act also keeps the answer for a repeated call (Idempotency-Key).
  return act(async (ctx) =>
    'answer' in reply
      ? task.answer(reply.answer, 'model', quotaOf(reservation))
      : task.answer(task.fallBack(facts), 'catalog', await giveBack(ctx, reservation)),
  )
}

function quotaOf({ used, limit }: Reservation): Quota {
  return { used, limit }
}

async function findFacts(ctx: WriteCtx, systemId: string | undefined): Promise<SystemFacts | undefined> {
  if (systemId === undefined) return undefined
  const system = isId(systemId) ? await findSystem(ctx, systemId) : undefined
  if (!system) throw noSystem()
  return {
    name: system.name,
    dataCategories: system.data_categories,
    securityMeasures: system.security_measures,
    hostingCountry: system.hosting_country,
  }
}

const checkShape = checker<ModelDraft>(ModelDraft)

/** Checks the shape, and refuses a legal basis that sensitive data forbid. An article that does not fit is left out. */
function checkDraft(answer: unknown): Checked<ModelDraft> {
  const checked = checkShape(answer)
  if ('faults' in checked) return checked
  const { legalBasis, legalBasisArticle = null, dataCategories, socioeconomic } = checked.answer.activity
  const sensitive = isSensitive({ dataCategories, socioeconomic: socioeconomic ?? false })
  const article = articleFits(legalBasis, legalBasisArticle) ? legalBasisArticle : null
  if (!sensitive || allowsSensitive({ legalBasis, legalBasisArticle: article }))
    return { answer: withArticle(checked.answer, article) }
  if (allowsSensitive({ legalBasis, legalBasisArticle: null }))
    return { answer: withArticle(checked.answer, null) }
  return { faults: [`«${legalBasis}» no permite tratar datos sensibles (art. 16).`] }
}

function withArticle(
  { activity, ...rest }: ModelDraft,
  legalBasisArticle: ModelDraft['activity']['legalBasisArticle'],
): ModelDraft {
  return { ...rest, activity: { ...activity, legalBasisArticle: legalBasisArticle ?? null } }
}

const CHECKS = Object.fromEntries(
  SUGGESTED_FIELDS.map((field) => [field, checker<{ suggestions: Suggestion[] }>(modelSuggestions(field))]),
) as Record<SuggestedField, ReturnType<typeof checker<{ suggestions: Suggestion[] }>>>
