import { audit } from '#db/audit.ts'
import type { WriteCtx } from '#db/context.ts'
import { together } from '#db/sql.ts'
import { iso, toInstant } from '#kernel/dates.ts'
import { Failure, found, impossible } from '#kernel/failure.ts'
import { noneIfBlank } from '#kernel/text.ts'
import { announceBreach } from './announcing.ts'
import type { MarkClock, NotifyController, NotifySubjects } from './bodies.ts'
import { clockRules, isClockKey } from './clock-rules.ts'
import { moment } from './notices.ts'
import * as repo from './repo.ts'
import { breaches } from './repo.ts'
import { checkNoticeTime, getBreach, lockBreach } from './service.ts'
import { clocksOfRow } from './views.ts'

/**
 * Records that the affected people were notified. Possible again for further information: the breach shows the latest, the
 * history has all.
 */
export async function notifySubjects(ctx: WriteCtx, id: string, body: NotifySubjects) {
  const before = await lockBreach(ctx, id)
  const notifiedAt = toInstant(body.notifiedAt)
  checkNoticeTime(ctx, before, 'notifiedAt', notifiedAt, 'a los titulares')
  const { medium, notes, massMediaNotice } = body
  const row = await breaches.update(ctx, id, {
    subjects_notified_at: notifiedAt,
    subjects_medium: medium,
    ...(massMediaNotice !== undefined && { mass_media_notice: noneIfBlank(massMediaNotice) }),
    updated_at: ctx.now,
  })
  const details = { notifiedAt: iso(notifiedAt), medium, ...(massMediaNotice && { massMediaNotice }) }
  await together(
    repo.insertEvents(ctx, id, { type: 'subjects_notified', notes, details }),
    audit(ctx, { action: 'notify_subjects', entityType: 'breach', entityId: id, before, after: row }),
    announceBreach(ctx, 'breach.subjects_notified', row, { data: { notifiedAt: iso(notifiedAt) } }),
  )
  return getBreach(ctx, id)
}

/** Records that a processor informed the controller (art. 15 bis, Ley 19.628, mod. Ley 21.719). */
export async function notifyController(ctx: WriteCtx, id: string, body: NotifyController) {
  const before = await lockBreach(ctx, id)
  if (before.acts_as !== 'processor') {
    throw impossible(
      'actsAs',
      'En esta brecha la organización actúa como responsable. Para avisar a un responsable, regístrela primero como encargada.',
    )
  }
  const notifiedAt = toInstant(body.notifiedAt)
  checkNoticeTime(ctx, before, 'notifiedAt', notifiedAt, 'al responsable')
  const { controllerName, medium, notes } = body
  const row = await breaches.update(ctx, id, {
    controller_notified_at: notifiedAt,
    ...(controllerName?.trim() && { controller_name: controllerName }),
    updated_at: ctx.now,
  })
  const details = {
    notifiedAt: iso(notifiedAt),
    controllerName: row.controller_name,
    ...(medium && { medium }),
  }
  await together(
    repo.insertEvents(ctx, id, { type: 'controller_notified', notes, details }),
    audit(ctx, { action: 'notify_controller', entityType: 'breach', entityId: id, before, after: row }),
  )
  return getBreach(ctx, id)
}

/** Marks a clock as met, once. The clock of the Agency is met by its report, which is recorded with a file. */
export async function markClock(ctx: WriteCtx, id: string, key: string, body: MarkClock) {
  const [locked, entity] = await together(breaches.lock(ctx, id), repo.findEntityOf(ctx, id))
  const before = found(locked, 'la brecha')
  const known = found(isClockKey(key) ? key : undefined, 'el plazo')
  if (known === 'apdp') {
    throw impossible(
      'key',
      'Este plazo se cumple al registrar el reporte a la Agencia, con su fecha y su archivo.',
    )
  }
  const clock = clocksOfRow(before, entity, ctx.tools.law).find((one) => one.key === known)
  if (!clock) {
    throw impossible(
      'key',
      `«${clockRules(ctx.tools.law, before.acts_as)[known].label}» no corre para esta brecha: su entidad legal no está marcada como servicio esencial (Ley 21.663).`,
    )
  }
  if (clock.doneAt) {
    throw new Failure('conflict', `«${clock.label}» ya está cumplido desde el ${moment(clock.doneAt)}.`)
  }
  const doneAt = body?.doneAt?.trim() ? toInstant(body.doneAt) : ctx.now
  checkNoticeTime(ctx, before, 'doneAt', doneAt, `«${clock.label}»`)
  const row = await breaches.update(ctx, id, {
    clocks_done: { ...before.clocks_done, [known]: iso(doneAt) },
    updated_at: ctx.now,
  })
  await together(
    repo.insertEvents(ctx, id, { type: 'clock_done', details: { key: known, doneAt: iso(doneAt) } }),
    audit(ctx, { action: 'mark_clock', entityType: 'breach', entityId: id, before, after: row }),
  )
  return getBreach(ctx, id)
}
