import { audit } from '#db/audit.ts'
import type { ReadCtx, WriteCtx } from '#db/context.ts'
import { readOrganisation } from '#db/organisation.ts'
import { snakeCase } from '#kernel/case.ts'
import { Failure, found, impossible } from '#kernel/failure.ts'
import { canonicalId, isId } from '#kernel/ids.ts'
import { noneIfBlank } from '#kernel/text.ts'
import { createSystem, findSystem, type SystemPatch, updateSystem } from '#modules/data-map/public.ts'
import { addRisk, findAssessment, LEVELS, updateAssessment } from '#modules/dpia/public.ts'
import {
  answerQuestion,
  createProcessor,
  findProcessor,
  getDiligence,
  type ProcessorPatch,
  updateProcessor,
} from '#modules/processors/public.ts'
import { type ActivityPatch, draftActivity, findActivity, updateActivity } from '#modules/rat/public.ts'
import { ANSWER, ANSWER_ENTITY, change, readBy } from './answers.ts'
import { bodyOf, type Draft, draftsOf } from './drafts.ts'
import * as repo from './repo.ts'
import { type AnswerRow, answers } from './repo.ts'
import { STATE_WORDS, shownStatus, type Target } from './rules.ts'
import type { Conversion } from './schemas.ts'
import { ENTITY_OF, sourceView } from './views.ts'

/** Turns answers into records. The answer stays unchanged and names its records. */

/** The drafts in an answer, and the records already made of it. */
export async function previewDrafts(ctx: ReadCtx, id: string, target: Target) {
  const [row, sources, organisation] = await Promise.all([
    answers.find(ctx, id),
    repo.listSources(ctx, id),
    readOrganisation(ctx),
  ])
  const drafts = await draftsIn(ctx, assertSubmitted(ctx, found(row, ANSWER)), target)
  return {
    target,
    items: drafts.map((draft) => {
      const source = sources.find((one) => one.target === target && one.nth === draft.nth)
      return {
        ...draft,
        fields: draft.fields.map(({ value, words, ...field }) => ({
          ...field,
          value: shown(value),
          words: [...words],
        })),
        source: source ? sourceView(source, organisation.slug) : null,
      }
    }),
  }
}

const shown = (value: string | boolean | readonly string[]) =>
  typeof value === 'string' || typeof value === 'boolean' ? value : [...value]

export async function convertAnswer(ctx: WriteCtx, id: string, { target, records, intoId }: Conversion) {
  const row = assertSubmitted(ctx, found(await answers.lock(ctx, id), ANSWER))
  const [sources, organisation] = await Promise.all([repo.listSources(ctx, row.id), readOrganisation(ctx)])
  const drafts = await draftsIn(ctx, row, target)
  const open = openDrafts(drafts, sources, target, records ?? undefined)
  const into = noneIfBlank(intoId) ?? null
  if (into !== null && !isId(into)) throw noRecord(target)
  if (into !== null && target !== 'risk' && open.length > 1)
    throw impossible(
      'records',
      'La respuesta describe varios registros. Elija cuál completa el que ya existe.',
    )
  const written: repo.SourceRow[] = []
  for (const draft of open) {
    const entityId = await MAKE[target](ctx, draft, into && canonicalId(into))
    const source = {
      answer_id: row.id,
      entity_type: ENTITY_OF[target],
      entity_id: entityId,
      target,
      nth: draft.nth,
      title: draft.title,
      created_by: ctx.actor.name ?? null,
      created_at: ctx.now,
    }
    written.push(await repo.insertSource(ctx, source))
    const { answer_id: answerId, entity_id, nth } = source
    await audit(ctx, {
      action: 'convert',
      entityType: ANSWER_ENTITY,
      entityId: answerId,
      after: { target, nth, entityId: entity_id },
    })
  }
  if (row.read_at === null) await change(ctx, 'read', row, readBy(ctx))
  return { items: written.map((source) => sourceView(source, organisation.slug)) }
}

async function draftsIn(ctx: ReadCtx, row: AnswerRow, target: Target): Promise<Draft[]> {
  const { sections } = (await repo.findVersion(ctx, row.questionnaire_id, row.version))!
  return draftsOf(target, sections, row.answers)
}

function assertSubmitted({ now }: ReadCtx, row: AnswerRow): AnswerRow {
  if (row.status === 'submitted') return row
  throw new Failure(
    'conflict',
    `Esta respuesta está en «${STATE_WORDS[shownStatus(row, now)]}». Se convierte una vez enviada.`,
  )
}

const WORDS: Readonly<Record<Target, string>> = {
  activity: 'una actividad de tratamiento',
  processor: 'un encargado',
  system: 'un sistema',
  risk: 'un riesgo',
}

/** The requested drafts without a record. */
function openDrafts(
  drafts: readonly Draft[],
  sources: readonly repo.SourceRow[],
  target: Target,
  records: readonly number[] | undefined,
): Draft[] {
  const wanted = records ? drafts.filter(({ nth }) => records.includes(nth)) : drafts
  if (wanted.length === 0)
    throw impossible(
      'target',
      `La respuesta no describe ${WORDS[target]}. Elija otra cosa en que convertirla.`,
    )
  const made = new Set(sources.filter((one) => one.target === target).map(({ nth }) => nth))
  const open = wanted.filter(({ nth }) => !made.has(nth))
  if (open.length > 0) return open
  throw new Failure(
    'conflict',
    `Esta respuesta ya se convirtió en ${WORDS[target]}. Lo creado se abre desde la respuesta.`,
  )
}

// ── making each target ──

type Make = (ctx: WriteCtx, draft: Draft, into: string | null) => Promise<string>

const MAKE: Readonly<Record<Target, Make>> = {
  async activity(ctx, { fields, title }, into) {
    const body = withTransfer(bodyOf(fields))
    if (into === null) {
      const { id } = await draftActivity(ctx, {
        ...body,
        name: body.name ?? title,
        purpose: body.purpose ?? title,
      })
      return id
    }
    const current = await findActivity(ctx, into)
    if (!current) throw noRecord('activity')
    await updateActivity(ctx, into, blanksOf(current, body))
    return into
  },

  async processor(ctx, { fields, title }, into) {
    const { diligence, diligenceNote, ...body } = bodyOf(fields) as ProcessorPatch & {
      diligence?: Record<string, 'YES' | 'NO' | 'NOT_APPLICABLE'>
      diligenceNote?: Record<string, string>
    }
    let id = into
    if (id === null) ({ id } = await createProcessor(ctx, { ...body, name: body.name ?? title }))
    else {
      const current = await findProcessor(ctx, id)
      if (!current) throw noRecord('processor')
      const patch = blanksOf(camelOf(current, body), body)
      if (Object.keys(patch).length > 0) await updateProcessor(ctx, id, patch)
    }
    await addFindings(ctx, id, diligence ?? {}, diligenceNote ?? {})
    return id
  },

  async system(ctx, { fields, title }, into) {
    const body = bodyOf(fields) as SystemPatch
    if (into === null) {
      const { id } = await createSystem(ctx, {
        ...body,
        name: body.name ?? title,
        type: body.type ?? 'OTHER',
      })
      return id
    }
    const current = await findSystem(ctx, into)
    if (!current) throw noRecord('system')
    const patch = blanksOf(camelOf(current, body), body)
    if (Object.keys(patch).length > 0) await updateSystem(ctx, into, patch)
    return into
  },

  /** A risk goes into an assessment, and so does the opinion of those affected. */
  async risk(ctx, { fields }, into) {
    if (into === null) throw impossible('intoId', 'Elija la evaluación de impacto que recibe el riesgo.')
    const assessment = await findAssessment(ctx, into)
    if (!assessment) throw noRecord('risk')
    const { opinion, description, likelihood, impact, mitigation } = bodyOf(fields) as Record<string, string>
    if (opinion) {
      const subjectsOpinion = [assessment.subjects_opinion, `«${opinion}»`].filter(Boolean).join('\n')
      if (subjectsOpinion.length > LONGEST_OPINION)
        throw impossible(
          'intoId',
          'Las opiniones de esa evaluación ya no caben. Resúmalas antes de agregar otra.',
        )
      await updateAssessment(ctx, into, { subjectsOpinion })
    }
    if (description)
      await addRisk(ctx, into, {
        description,
        likelihood: levelOf(likelihood),
        impact: levelOf(impact),
        ...(mitigation && { mitigation }),
      })
    return into
  },
}

const LONGEST_OPINION = 10_000

/** Unrated counts as medium until the assessor changes it. */
function levelOf(level: string | undefined) {
  return LEVELS.find((one) => one === level) ?? 'medium'
}

/** A country implies a transfer. */
function withTransfer(body: ActivityPatch): ActivityPatch {
  const { internationalTransfer: transfer } = body
  if (!transfer) return body
  return {
    ...body,
    internationalTransfer: { ...transfer, exists: transfer.exists ?? Boolean(transfer.country) },
  }
}

/** Adds the vendor's own statements. Findings of the organisation take precedence. */
async function addFindings(
  ctx: WriteCtx,
  processorId: string,
  outcomes: Readonly<Record<string, 'YES' | 'NO' | 'NOT_APPLICABLE'>>,
  notes: Readonly<Record<string, string>>,
): Promise<void> {
  const { items } = await getDiligence(ctx, processorId)
  for (const { key, outcome } of items) {
    const said = outcomes[key]
    if (!said || outcome !== null) continue
    const note = notes[key]
    await answerQuestion(ctx, processorId, key, {
      outcome: said,
      note: `Según respondió en el cuestionario${note ? `: ${note}` : '.'}`.slice(0, 2000),
    })
  }
}

/** The fields of the record, under the names of the body. */
function camelOf(row: object, body: object): Record<string, unknown> {
  const columns = row as Record<string, unknown>
  return Object.fromEntries(Object.keys(body).map((name) => [name, columns[snakeCase(name)]]))
}

/** Fills empty fields of the record from the answer. It never overwrites what somebody wrote. */
function blanksOf<Body extends object>(current: object, body: Body): Body {
  const held = current as Record<string, unknown>
  const patch: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(body)) {
    const had = held[name]
    if (isBlank(had)) patch[name] = value
    else if (isParts(had) && isParts(value)) {
      const more = blanksOf(had, value)
      if (Object.keys(more).length > 0) patch[name] = { ...had, ...more }
    }
  }
  return patch as Body
}

const isBlank = (value: unknown) =>
  value === null ||
  value === undefined ||
  value === false ||
  value === '' ||
  (Array.isArray(value) && value.length === 0)

const isParts = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function noRecord(target: Target): Failure {
  const what = target === 'risk' ? 'La evaluación de impacto' : 'El registro'
  return impossible('intoId', `${what} que indica no existe en su organización.`)
}
