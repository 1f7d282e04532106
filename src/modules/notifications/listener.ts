import type { WriteCtx } from '#db/context.ts'
import { together } from '#db/sql.ts'
import { eventKind } from '#events/catalogue.ts'
import type { EventListener, EventRow } from '#events/hand-out.ts'
import { countNotices, sendMail } from '#jobs/mail.ts'
import { newId } from '#kernel/ids.ts'
import { PLANS } from '#kernel/plans.ts'
import { normaliseEmail } from '#kernel/text.ts'
import { findEntity, findMainEntity } from '#modules/org/public.ts'
import { textOf } from './knowledge.ts'
import { type Letterhead, noticeLetter, outsideLetter } from './letters.ts'
import * as repo from './repo.ts'
import {
  type Choice,
  isToldWithImport,
  MOST_LETTERS_AN_HOUR,
  RULES,
  type Rule,
  recipientsOf,
} from './rules.ts'

export const NOTICE_LISTENER: EventListener = {
  name: 'notifications',
  hears: (type) => RULES[type] !== undefined,
  hear: giveNotice,
}

async function giveNotice(ctx: WriteCtx, announced: EventRow): Promise<void> {
  const rule = RULES[announced.type]!
  if (isToldWithImport(rule, announced.data)) return
  const [members, entity, main, tenant, noticesToday] = await Promise.all([
    repo.listMembers(ctx, announced.type),
    announced.legal_entity_id ? findEntity(ctx, announced.legal_entity_id) : undefined,
    findMainEntity(ctx),
    repo.findTenantOfNotices(ctx),
    countNotices(ctx),
  ])
  const answering = entity ?? main
  // Some duties do not apply to public bodies.
  const event = answering?.is_public_body
    ? { ...announced, data: { ...announced.data, isPublicBody: true } }
    : announced
  const dpoEmail = answering?.dpo_email?.trim() ? normaliseEmail(answering.dpo_email) : null
  const head: Letterhead = { ...tenant, publicUrl: ctx.tools.publicUrl, replyTo: dpoEmail }
  const isUrgent = eventKind(event.type).urgent
  const mayMail = isUrgent || noticesToday < PLANS[ctx.plan].lettersPerDay
  const people = recipientsOf(rule, event, members, dpoEmail)
    .map((member) => members.find(({ id }) => id === member.id)!)
    .map((member) => ({ member, choice: effectiveChoice(rule, member.choice, isUrgent) }))
    .filter(({ choice }) => choice !== 'off')
    .map(({ member, choice }) => ({
      member,
      mailed: choice === 'now' && !rule.ownLetter && mayMail && member.mailed < MOST_LETTERS_AN_HOUR,
      hasLetter: choice === 'now' && rule.ownLetter === true,
    }))
  // Events caused by strangers must not use up the quota for notices about members' acts.
  const cause = event.actor_id === null ? ({ cause: 'public' } as const) : {}
  const text = textOf(event)
  const isOutside = dpoEmail !== null && !members.some(({ email }) => email === dpoEmail)
  await together(
    repo.insertAll(
      ctx,
      people.map(({ member, mailed, hasLetter }) => ({
        id: newId(),
        user_id: member.id,
        event_id: event.id,
        type: event.type,
        entity_type: event.entity_type,
        entity_id: event.entity_id,
        title: event.title,
        text,
        due_at: event.due_at,
        created_at: ctx.now,
        mailed_at: mailed ? ctx.now : null,
        in_digest: !mailed && !hasLetter,
      })),
    ),
    ...people
      .filter(({ mailed }) => mailed)
      .map(({ member }) => sendMail(ctx, { ...noticeLetter(event, member.email, head), ...cause })),
    ...(rule.outside && isOutside
      ? [sendMail(ctx, { ...outsideLetter(event, dpoEmail, head), ...cause })]
      : []),
  )
}

/** Ignores «off» for urgent events: it dates from before the event became urgent. */
function effectiveChoice(rule: Rule, chosen: Choice | null, isUrgent: boolean): Choice {
  const choice = chosen ?? rule.usual
  return isUrgent && choice === 'off' ? rule.usual : choice
}
