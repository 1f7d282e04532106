import { isDeepStrictEqual } from 'node:util'
import { audit } from '#db/audit.ts'
import type { ReadCtx, WriteCtx } from '#db/context.ts'
import { together } from '#db/sql.ts'
import { Failure, found, impossible } from '#kernel/failure.ts'
import { newId } from '#kernel/ids.ts'
import { noneIfBlank } from '#kernel/text.ts'
import { FIELDS, isField, targetsOf } from './drafts.ts'
import { BUILT_INS } from './knowledge/built-ins.ts'
import * as repo from './repo.ts'
import { type QuestionnaireRow, questionnaires } from './repo.ts'
import { contentFaults, type MappedSection, TARGETS } from './rules.ts'
import type { NewQuestionnaire, Questionnaire, QuestionnairePatch, QuestionnairesQuery } from './schemas.ts'
import { questionnaireView, sectionView } from './views.ts'

/** Questionnaires of the organisation: copies of built-in ones, or its own. */

export const QUESTIONNAIRE = 'el cuestionario'

export async function listQuestionnaires(ctx: ReadCtx, query: QuestionnairesQuery) {
  const { rows, ...page } = await repo.listQuestionnaires(ctx, query)
  const counts = await repo.countAnswers(
    ctx,
    rows.map(({ id }) => id),
  )
  return { items: rows.map((row) => questionnaireView(row, counts.get(row.id))), ...page }
}

export async function getQuestionnaire(ctx: ReadCtx, id: string): Promise<Questionnaire> {
  const [row, current, counts] = await Promise.all([
    questionnaires.find(ctx, id),
    repo.findCurrent(ctx, id),
    repo.countAnswers(ctx, [id]),
  ])
  const { id: known } = found(row, QUESTIONNAIRE)
  return detailOf(row!, current!.sections, counts.get(known))
}

function detailOf(
  row: QuestionnaireRow,
  sections: readonly MappedSection[],
  counts: repo.Counts | undefined,
): Questionnaire {
  return {
    ...questionnaireView(row, counts),
    targets: targetsOf(sections),
    sections: sections.map(sectionView),
  }
}

export async function createQuestionnaire(ctx: WriteCtx, body: NewQuestionnaire): Promise<Questionnaire> {
  const model = builtInNamed(noneIfBlank(body.builtIn))
  const name = noneIfBlank(body.name) ?? model?.name
  const sections = body.sections ?? model?.sections
  if (!name) throw malformed('name', 'Indique el nombre, o el cuestionario que se copia («builtIn»).')
  if (!sections)
    throw malformed('sections', 'Indique las secciones, o el cuestionario que se copia («builtIn»).')
  assertContent(sections)
  const row = {
    id: newId(),
    name,
    description: noneIfBlank(body.description) ?? model?.description ?? null,
    built_in: model?.key ?? null,
    version: 1,
    is_active: true,
    created_at: ctx.now,
    updated_at: ctx.now,
  }
  const [written] = await together(
    questionnaires.insert(ctx, row),
    insertVersion(ctx, row, sections),
    audit(ctx, { action: 'create', entityType: 'questionnaire', entityId: row.id, after: row }),
  )
  return detailOf(written, sections, undefined)
}

/** A changed text becomes a new version. People invited before finish the former one. */
export async function updateQuestionnaire(
  ctx: WriteCtx,
  id: string,
  patch: QuestionnairePatch,
): Promise<Questionnaire> {
  const before = found(await questionnaires.lock(ctx, id), QUESTIONNAIRE)
  const current = (await repo.findCurrent(ctx, id))!
  const sections = patch.sections ?? current.sections
  if (patch.sections) assertContent(sections)
  const text = {
    name: patch.name ?? before.name,
    description:
      patch.description === undefined ? before.description : (noneIfBlank(patch.description) ?? null),
  }
  const isNew =
    text.name !== before.name ||
    text.description !== before.description ||
    !isDeepStrictEqual(sections.map(sectionView), current.sections.map(sectionView))
  const fields = {
    ...text,
    is_active: patch.isActive ?? before.is_active,
    version: isNew ? before.version + 1 : before.version,
    updated_at: ctx.now,
  }
  const after = { ...before, ...fields }
  const [row, counts] = await together(
    questionnaires.update(ctx, id, fields),
    repo.countAnswers(ctx, [before.id]),
    ...(isNew ? [insertVersion(ctx, after, sections)] : []),
    audit(ctx, { action: 'update', entityType: 'questionnaire', entityId: before.id, before, after }),
  )
  return detailOf(row, sections, counts.get(before.id))
}

/** A sent questionnaire cannot be deleted, because answers need its questions. It can be archived. */
export async function deleteQuestionnaire(ctx: WriteCtx, id: string): Promise<void> {
  const [locked, wasSent] = await together(questionnaires.lock(ctx, id), repo.wasSent(ctx, id))
  const before = found(locked, QUESTIONNAIRE)
  if (wasSent)
    throw new Failure(
      'conflict',
      `«${before.name}» ya se envió y sus respuestas lo necesitan. Desactívelo («isActive»: false) para no enviarlo más.`,
    )
  await together(
    questionnaires.remove(ctx, before.id),
    audit(ctx, { action: 'delete', entityType: 'questionnaire', entityId: before.id, before }),
  )
}

/** The fields that questions can fill. */
export async function listFields() {
  return {
    items: TARGETS.flatMap((target) =>
      Object.entries(FIELDS[target]).map(([field, { label }]) => ({ target, field, label })),
    ),
  }
}

function insertVersion(
  ctx: WriteCtx,
  { id, version, name, description }: Pick<QuestionnaireRow, 'id' | 'version' | 'name' | 'description'>,
  sections: readonly MappedSection[],
) {
  return repo.insertVersion(ctx, { questionnaire_id: id, version, name, description, sections })
}

function builtInNamed(key: string | null | undefined) {
  if (!key) return undefined
  const model = BUILT_INS.find((one) => one.key === key)
  if (model) return model
  throw impossible('builtIn', `No hay un cuestionario «${key}». Elija uno de la lista.`)
}

function assertContent(sections: readonly MappedSection[]): void {
  const unknown = sections.flatMap(({ questions }, s) =>
    questions.flatMap(({ fills, label }, q) =>
      fills && !isField(fills.target, fills.field)
        ? [
            {
              path: `sections[${s}].questions[${q}].fills.field`,
              message: `«${label}» llena un campo que no existe.`,
            },
          ]
        : [],
    ),
  )
  const details = [...contentFaults(sections), ...unknown]
  if (details.length > 0) throw new Failure('impossible', details[0]!.message, { details })
}

function malformed(path: string, message: string): Failure {
  return new Failure('malformed', message, { details: [{ path, message }] })
}
