import { viewOf } from '#http/view.ts'
import { consolePath } from '#kernel/console-paths.ts'
import { chileanDay, iso } from '#kernel/dates.ts'
import { targetsOf } from './drafts.ts'
import { BUILT_INS, type BuiltIn } from './knowledge/built-ins.ts'
import type { Counts, ItemRow, QuestionnaireRow, SourceRow } from './repo.ts'
import { type MappedQuestion, type MappedSection, OPEN, shownStatus, type Target } from './rules.ts'
import {
  QuestionnaireAnswerItem,
  type QuestionnaireSection,
  QuestionnaireSummary,
  type Source,
} from './schemas.ts'

const NONE: Counts = { sent: 0, started: 0, submitted: 0, returned: 0, unread: 0, overdue: 0 }

export const questionnaireView = viewOf<QuestionnaireRow, [Counts | undefined]>()(QuestionnaireSummary, {
  counts: (_, counts = NONE) => ({ ...counts }),
})

export const itemView = viewOf<ItemRow, [now: Date]>()(QuestionnaireAnswerItem, {
  status: (row, now) => shownStatus(row, now),
  overdue: ({ status, due_on }, now) => OPEN.includes(status) && due_on < chileanDay(now),
})

/** Includes every field, so that clients need not handle absent ones. */
export function sectionView({ title, description, showIf, questions }: MappedSection): QuestionnaireSection {
  return {
    title,
    description: description ?? null,
    showIf: conditionsView(showIf),
    questions: questions.map((question) => ({ ...questionView(question), fills: fillsView(question) })),
  }
}

/** For a person without an account: leaves out how the answer will be used. */
export function publicSectionView({ title, description, showIf, questions }: MappedSection) {
  return {
    title,
    description: description ?? null,
    showIf: conditionsView(showIf),
    questions: questions.map((question) => questionView(question)),
  }
}

function questionView({ key, type, label, hint, required, options, showIf }: MappedQuestion) {
  return {
    key,
    type,
    label,
    hint: hint ?? null,
    required: required ?? false,
    options: (options ?? []).map(({ value, label }) => ({ value, label })),
    showIf: conditionsView(showIf),
  }
}

function fillsView({ fills }: MappedQuestion) {
  return fills ? { target: fills.target, field: fills.field, nth: fills.nth ?? 1 } : null
}

function conditionsView(conditions: MappedQuestion['showIf']) {
  return (conditions ?? []).map(({ question, operator, value }) => ({
    question,
    operator,
    value: value ?? null,
  }))
}

export function builtInView({ key, name, description, audience, article, sections }: BuiltIn) {
  return {
    key,
    name,
    description,
    audience,
    article,
    targets: targetsOf(sections),
    questions: sections.reduce((sum, { questions }) => sum + questions.length, 0),
    sections: sections.map(sectionView),
  }
}

export const builtInViews = () => ({ items: BUILT_INS.map(builtInView) })

/** The entity type of each kind of record. A risk is shown with its assessment. */
export const ENTITY_OF = {
  activity: 'activity',
  processor: 'processor',
  system: 'system',
  risk: 'dpia_assessment',
} as const satisfies Record<Target, string>

export function sourceView(row: SourceRow, slug: string): Source {
  return {
    target: row.target,
    nth: row.nth,
    entityType: row.entity_type,
    entityId: row.entity_id,
    title: row.title,
    url: consolePath(slug, ENTITY_OF[row.target], row.entity_id),
    createdBy: row.created_by,
    createdAt: iso(row.created_at),
  }
}
