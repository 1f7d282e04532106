import type { ReadCtx } from '#db/context.ts'
import { render } from '#jobs/mail.ts'
import { notFound } from '#kernel/failure.ts'
import { lawToday } from '#kernel/law/wording.ts'
import { findEntity, findMainEntity } from '#modules/org/public.ts'
import * as letters from '../letters.ts'
import { proposalsFor } from '../proposals.ts'
import { findResponsible } from '../responsible.ts'
import { assertExtendable, extendedTerm } from '../rules.ts'
import { assertOpen } from './changes.ts'
import { answerColumns, judgeClosing } from './closing.ts'
import { type RequestRow, requests } from './repo.ts'
import type { AnswerPreview, AnswerProposals, DraftAnswer } from './schemas.ts'
import { readAnswer } from './service.ts'

/** An answer before it is sent: proposed words, and the letter as the person would get it. */

export async function proposeAnswers(ctx: ReadCtx, id: string): Promise<AnswerProposals> {
  const row = await findOpen(ctx, id)
  const named = row.legal_entity_id ? await findEntity(ctx, row.legal_entity_id) : undefined
  const entity = named ?? (await findMainEntity(ctx))
  return proposalsFor(row, { isPublicBody: entity?.is_public_body ?? false })
}

/** Judges the answer and writes its letter like `respond`, but stores nothing. */
export async function previewAnswer(ctx: ReadCtx, id: string, body: DraftAnswer): Promise<AnswerPreview> {
  const before = await findOpen(ctx, id)
  const answer = readAnswer(body)
  if ('extension' in answer) {
    assertExtendable(before, ctx.now, ctx.tools.law)
    const by = await findResponsible(ctx, before.legal_entity_id)
    const extended = {
      ...before,
      legal_due_at: extendedTerm(before.legal_due_at, ctx.tools.law),
      extension_reason: answer.extension,
    }
    return shown(letters.extension(extended, by, ctx.tools.publicUrl, lawToday(ctx)), [])
  }
  const { findings, write } = await judgeClosing(ctx, before, answer)
  return shown(write({ ...before, ...answerColumns(answer), status: answer.outcome }), findings)
}

async function findOpen(ctx: ReadCtx, id: string): Promise<RequestRow> {
  const row = await requests.find(ctx, id)
  if (!row) throw notFound('la solicitud')
  return assertOpen(row)
}

function shown(letter: letters.PersonLetter, warnings: AnswerPreview['warnings']): AnswerPreview {
  const { to, onPaper } = letter
  return { to, onPaper, subject: letter.subject, text: render(letter).text, warnings }
}
