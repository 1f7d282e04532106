import type { Selectable } from 'kysely'
import type { ReadCtx, WriteCtx } from '#db/context.ts'
import { together } from '#db/sql.ts'
import type { Tables } from '#db/tables.ts'
import { tenantTable } from '#db/tenant-table.ts'
import { type Letter, render, sendMail } from '#jobs/mail.ts'
import { newId } from '#kernel/ids.ts'
import type { LetterKind } from './rules.ts'

/** The full text of every letter and when it was sent: the proof that art. 11 asks for. */

export type LetterRow = Selectable<Tables['dsar_letters']>
/** `mailed_at`: when the mail server accepted it. */
export type KeptLetter = LetterRow & { mailed_at: Date | null }

const letters = tenantTable('dsar_letters')

/** No request has this many letters: the bound only protects the server. */
const MOST = 5000

/** `onPaper`: the letter is printed. `kept`: the copy to store, without the link that only its reader may have. */
type Sendable = Letter & { onPaper?: boolean; kept?: Letter }

/** Sends a letter and stores it in one batch. Returns its id, which is also the mail's. A printed letter has no mail. */
export async function sendLetter(
  ctx: WriteCtx,
  requestId: string,
  kind: LetterKind,
  { onPaper = false, kept, ...letter }: Sendable,
  id = newId(),
): Promise<string> {
  await together(
    letters.insert(ctx, {
      id,
      request_id: requestId,
      kind,
      recipient: letter.to,
      subject: letter.subject,
      body_text: render(kept ?? letter).text,
      sent_at: null,
      on_paper: onPaper,
      law_version: ctx.tools.law.version,
      created_at: ctx.now,
    }),
    ...(onPaper ? [] : [sendMail(ctx, letter, id)]),
  )
  return id
}

/** Stores a letter that the organisation sent by its own means. */
export function keepLetter(
  ctx: WriteCtx,
  requestId: string,
  letter: Pick<LetterRow, 'kind' | 'recipient' | 'subject' | 'body_text' | 'sent_at'>,
): Promise<LetterRow> {
  return letters.insert(ctx, {
    ...letter,
    id: newId(),
    request_id: requestId,
    law_version: ctx.tools.law.version,
    created_at: ctx.now,
  })
}

/** Oldest first. */
export function listLetters(ctx: ReadCtx, requestId: string): Promise<LetterRow[]> {
  return keptLetters(ctx)
    .where('l.request_id', '=', requestId)
    .orderBy('l.created_at')
    .orderBy('l.id')
    .limit(MOST)
    .execute()
}

/** Letters of several requests, oldest first. */
export function lettersOf(ctx: ReadCtx, requestIds: readonly string[]): Promise<KeptLetter[]> {
  return keptLetters(ctx).where('l.request_id', 'in', requestIds).orderBy('l.id').execute()
}

export function findLetter(ctx: ReadCtx, requestId: string, id: string): Promise<LetterRow | undefined> {
  return keptLetters(ctx).where('l.request_id', '=', requestId).where('l.id', '=', id).executeTakeFirst()
}

/** The report of a refused block to the Agency. It is sent once. */
export function findAgencyLetter(ctx: ReadCtx, requestId: string): Promise<LetterRow | undefined> {
  return keptLetters(ctx)
    .where('l.request_id', '=', requestId)
    .where('l.kind', '=', 'AGENCY')
    .executeTakeFirst()
}

const PAGE = 500

/** A page of the letters of all requests, after this id. Ids grow with time. */
export function pageOfLetters(ctx: ReadCtx, after: string | undefined) {
  const letters = keptLetters(ctx)
    .innerJoin('dsar_requests as r', (join) =>
      join.onRef('r.tenant_id', '=', 'l.tenant_id').onRef('r.id', '=', 'l.request_id'),
    )
    .select('r.folio_number')
  return (after === undefined ? letters : letters.where('l.id', '>', after))
    .orderBy('l.id')
    .limit(PAGE)
    .execute()
}

/** `sent_at` is null until the mail has left. */
function keptLetters({ db, tenantId }: ReadCtx) {
  return db
    .selectFrom('dsar_letters as l')
    .leftJoin('mails as m', (join) =>
      join.onRef('m.tenant_id', '=', 'l.tenant_id').onRef('m.id', '=', 'l.id'),
    )
    .selectAll('l')
    .select(({ fn }) => fn.coalesce('m.sent_at', 'l.sent_at').as('sent_at'))
    .select('m.sent_at as mailed_at')
    .where('l.tenant_id', '=', tenantId)
}
