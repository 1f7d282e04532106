import { eventKind } from '#events/catalogue.ts'
import { viewOf } from '#http/view.ts'
import { consolePath } from '#kernel/console-paths.ts'
import type { NotificationRow } from './repo.ts'
import { Notification } from './schemas.ts'

export const notificationView = viewOf<NotificationRow, [slug: string]>()(Notification, {
  urgent: ({ type }) => eventKind(type).urgent,
  url: ({ entity_type, entity_id }, slug) => consolePath(slug, entity_type, entity_id),
})
