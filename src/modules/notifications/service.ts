import { audit } from '#db/audit.ts'
import type { ReadCtx, WriteCtx } from '#db/context.ts'
import { together } from '#db/sql.ts'
import { type EventType, eventKind } from '#events/catalogue.ts'
import { Failure } from '#kernel/failure.ts'
import { pagination } from '#kernel/paging.ts'
import * as repo from './repo.ts'
import { type Choice, NOTICE_TYPES, RULES } from './rules.ts'
import type { NotificationChoices, NotificationsQuery, ReadNotifications } from './schemas.ts'
import { notificationView } from './views.ts'

export async function listNotifications(ctx: ReadCtx, query: NotificationsQuery) {
  const [{ rows, total }, unread, { slug }] = await Promise.all([
    repo.pageOwn(ctx, query),
    repo.countUnread(ctx),
    repo.findTenantOfNotices(ctx),
  ])
  return {
    items: rows.map((row) => notificationView(row, slug)),
    unread,
    pagination: pagination(query, total),
  }
}

/** Ids of other people's notices mark nothing. */
export async function readNotifications(ctx: WriteCtx, { ids, all }: ReadNotifications) {
  if (!all && ids === undefined) {
    const message = 'Indique qué avisos leyó («ids») o que los leyó todos («all»: true).'
    throw new Failure('malformed', message, { details: [{ path: 'ids', message }] })
  }
  const [, unread] = await together(
    repo.markRead(ctx, ctx.actor.id!, all ? 'all' : ids!),
    repo.countUnread(ctx),
  )
  return { unread }
}

export async function getChoices(ctx: ReadCtx): Promise<Record<string, Choice>> {
  const chosen = new Map((await repo.listOwnChoices(ctx)).map(({ type, choice }) => [type, choice]))
  return Object.fromEntries(NOTICE_TYPES.map((type) => [type, chosen.get(type) ?? RULES[type]!.usual]))
}

export async function setChoices(ctx: WriteCtx, sent: NotificationChoices) {
  const choices = Object.entries(sent) as [EventType, Choice][]
  const silenced = choices.filter(([type, choice]) => choice === 'off' && eventKind(type).urgent)
  if (silenced.length > 0) {
    throw new Failure(
      'impossible',
      'Hay avisos que no se pueden apagar: de ellos depende cumplir la ley a tiempo.',
      {
        details: silenced.map(([type]) => ({
          path: type,
          message: `«${eventKind(type).label}» no se puede apagar: de este aviso depende cumplir la ley a tiempo. Puede recibirlo al momento o en el resumen diario.`,
          rule: 'urgent',
        })),
      },
    )
  }
  const before = await getChoices(ctx)
  await together(
    repo.saveChoices(ctx, ctx.actor.id!, choices),
    audit(ctx, {
      action: 'choose_notices',
      entityType: 'member',
      entityId: ctx.actor.id!,
      before: { notices: before },
      after: { notices: { ...before, ...sent } },
    }),
  )
  return { ...before, ...sent }
}

export function listEvents() {
  return {
    items: NOTICE_TYPES.map((type) => {
      const { label, urgent } = eventKind(type)
      return { type, label, urgent, usual: RULES[type]!.usual }
    }),
  }
}
