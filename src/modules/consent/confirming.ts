import type { WriteCtx } from '#db/context.ts'
import { spendConfirmation } from './confirmation.ts'
import { confirmNoticeRecord } from './notices/recording.ts'
import type { Submitter } from './submitter.ts'
import { confirmRecord } from './templates/recording.ts'

/** The person used the letter's link: the waiting decision counts from now on. `formKey` is null for a notice. */
export async function confirmDecision(ctx: WriteCtx, id: string, submitter: Submitter) {
  const { record_id, notice_record_id } = await spendConfirmation(ctx, id)
  if (record_id !== null) return confirmRecord(ctx, record_id, submitter)
  return { ...(await confirmNoticeRecord(ctx, notice_record_id!, submitter)), formKey: null }
}
