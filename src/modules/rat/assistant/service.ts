import type { WriteCtx } from '#db/context.ts'
import { isSensitive } from '#kernel/data-categories.ts'
import { isId } from '#kernel/ids.ts'
import { noneIfBlank } from '#kernel/text.ts'
import { findSystem } from '#modules/data-map/public.ts'
import { findMainEntity } from '#modules/org/public.ts'
import { noSystem } from '../activities/fields.ts'
import { allowsSensitive, articleFits, isForPublicBodies } from '../knowledge/bases.ts'
import {
  type Draft,
  draftFromText,
  type EmptyDraft,
  type Judgement,
  judgeDraft,
  type Known,
} from './draft.ts'
import { askModel, type Checked, checker, type Model, type Reply } from './model.ts'
import { draftPrompt, INSTRUCTIONS, suggestPrompt } from './prompts.ts'
import { giveBack, type Quota, type Reservation, reserveQuery } from './quota.ts'
import { reasonsOf } from './reasons.ts'
import {
  type DraftRequest,
  ModelDraft,
  modelSuggestions,
  type Source,
  type SuggestRequest,
} from './schemas.ts'
import {
  type Context,
  MOST_SUGGESTIONS,
  mayStand,
  SUGGESTED_FIELDS,
  type SuggestedField,
  type Suggestion,
  suggestValues,
} from './suggest.ts'

/** Runs a short transaction. Nothing slow may happen inside. */
export type Act = <T>(work: (ctx: WriteCtx) => Promise<T>) => Promise<T>

export interface Assistant {
  model: Model | undefined
  act: Act
  /** Receives the reason why the model failed. The caller gets the catalogue's answer instead. */
  onFailure: (reason: string) => void
}

export function draftActivity(assistant: Assistant, { description, ...body }: DraftRequest) {
  const systemId = noneIfBlank(body.systemId)
  return assist(assistant, {
    prepare: (ctx) => findKnown(ctx, systemId ?? undefined),
    ask: (model, known) => {
      const { draft } = draftFromText(description, known)
      const prompt = draftPrompt(description, known.system, draft)
      return askModel(model, {
        instructions: INSTRUCTIONS,
        prompt,
        check: (answer) => checkDraft(answer, description, known),
      })
    },
    fallBack: (known): Drafted => {
      const { draft, match: _, ...judgement } = draftFromText(description, known)
      return { activity: draft, ...judgement }
    },
    answer: ({ activity, rationale, ...judgement }, source, quota, { isPublicBody }) => ({
      activity: { ...activity, systemId: systemId ?? null },
      rationale:
        isForPublicBodies(activity.legalBasisArticle) && !isPublicBody
          ? `${rationale} ${UNMARKED}`
          : rationale,
      ...judgement,
      reasons: reasonsOf(description, activity, judgement),
      source,
      quota,
    }),
  })
}

const UNMARKED =
  'Su entidad legal no está marcada como organismo público: márquela antes de guardar la actividad, o elija otra base si no lo es.'

interface Drafted extends Judgement {
  activity: Draft | EmptyDraft
}

export function suggestField(assistant: Assistant, { field, activity }: SuggestRequest) {
  return assist(assistant, {
    prepare: async () => undefined,
    ask: (model) =>
      askModel(model, {
        instructions: INSTRUCTIONS,
        prompt: suggestPrompt(field, activity),
        check: (answer) => lawful(field, activity, CHECKS[field](answer)),
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
  /** Refuses an invalid question before it counts against the quota. */
  prepare: (ctx: WriteCtx) => Promise<Facts>
  ask: (model: Model, facts: Facts) => Promise<Reply<Result>>
  fallBack: (facts: Facts) => Result
  answer: (result: Result, source: Source, quota: Quota, facts: Facts) => Answer
}

/**
 * Counts the query, asks the model outside any transaction, and answers from the catalogue without a model or after its
 * failure. A failed model call is given back (decisions, RAT).
 */
async function assist<Facts, Result, Answer>(
  { model, act, onFailure }: Assistant,
  task: Task<Facts, Result, Answer>,
): Promise<Answer> {
  const { facts, reservation } = await act(async (ctx) => {
    const facts = await task.prepare(ctx)
    return { facts, reservation: await reserveQuery(ctx) }
  })
  if (!model) return task.answer(task.fallBack(facts), 'catalog', quotaOf(reservation), facts)
  const reply = await task.ask(model, facts)
  if ('failure' in reply) onFailure(reply.failure)
  // The second transaction also stores the answer for a repeated call (Idempotency-Key).
  return act(async (ctx) =>
    'answer' in reply
      ? task.answer(reply.answer, 'model', quotaOf(reservation), facts)
      : task.answer(task.fallBack(facts), 'catalog', await giveBack(ctx, reservation), facts),
  )
}

function quotaOf({ used, limit }: Reservation): Quota {
  return { used, limit }
}

async function findKnown(
  ctx: WriteCtx,
  systemId: string | undefined,
): Promise<Known & { isPublicBody: boolean }> {
  const [entity, system] = await Promise.all([
    findMainEntity(ctx),
    systemId !== undefined && isId(systemId) ? findSystem(ctx, systemId) : undefined,
  ])
  if (systemId !== undefined && !system) throw noSystem()
  return {
    isPublicBody: entity?.is_public_body ?? false,
    system: system && {
      name: system.name,
      dataCategories: system.data_categories,
      securityMeasures: system.security_measures,
      hostingCountry: system.hosting_country,
    },
  }
}

const checkShape = checker<ModelDraft>(ModelDraft)

/**
 * Checks the form, refuses a basis that sensitive data forbid, and removes an article that does not fit. Then applies the
 * same legal corrections as to our own drafts.
 */
function checkDraft(answer: unknown, description: string, known: Known): Checked<Drafted> {
  const checked = checkShape(answer)
  if ('faults' in checked) return checked
  const { activity, rationale } = checked.answer
  const draft = completeDraft(activity)
  const { legalBasis } = draft
  if (!articleFits(legalBasis, draft.legalBasisArticle)) draft.legalBasisArticle = null
  if (isSensitive(draft) && !allowsSensitive(draft)) {
    if (!allowsSensitive({ legalBasis, legalBasisArticle: null }))
      return { faults: [`«${legalBasis}» no permite tratar datos sensibles (art. 16).`] }
    draft.legalBasisArticle = null
  }
  return { answer: { activity: draft, ...judgeDraft(draft, rationale, description, known) } }
}

/** Fills in fields that a model left out. */
function completeDraft(activity: ModelDraft['activity']): Draft {
  const { internationalTransfer: transfer } = activity
  return {
    ...activity,
    legalBasisArticle: activity.legalBasisArticle ?? null,
    legalNorm: activity.legalNorm ?? null,
    legitimateInterest: activity.legitimateInterest ?? null,
    socioeconomic: activity.socioeconomic ?? false,
    dataSource: activity.dataSource ?? null,
    recipients: activity.recipients ?? [],
    internationalTransfer: {
      exists: transfer?.exists ?? false,
      country: transfer?.country ?? null,
      mechanism: transfer?.mechanism ?? null,
    },
    retentionNote: activity.retentionNote ?? null,
    securityMeasures: activity.securityMeasures ?? [],
    automatedDecisions: activity.automatedDecisions ?? false,
    automatedLogic: activity.automatedLogic ?? null,
    consentWithdrawal: activity.consentWithdrawal ?? null,
    minorsSafeguard: activity.minorsSafeguard ?? null,
    responsibleArea: activity.responsibleArea ?? null,
    controllerRole: activity.controllerRole ?? 'responsable',
  }
}

/** The suggestions of a model that the law permits for the activity. */
export function lawful(
  field: SuggestedField,
  activity: Context,
  checked: Checked<{ suggestions: Suggestion[] }>,
): Checked<{ suggestions: Suggestion[] }> {
  if ('faults' in checked) return checked
  const suggestions = checked.answer.suggestions.filter(({ value }) => mayStand(field, activity, value))
  if (suggestions.length === checked.answer.suggestions.length) return checked
  if (suggestions.length > 0) return { answer: { suggestions } }
  return { faults: ['Ninguno de los valores corresponde a la base y a los datos de la actividad (art. 16).'] }
}

const CHECKS = Object.fromEntries(
  SUGGESTED_FIELDS.map((field) => [field, checker<{ suggestions: Suggestion[] }>(modelSuggestions(field))]),
) as Record<SuggestedField, ReturnType<typeof checker<{ suggestions: Suggestion[] }>>>
