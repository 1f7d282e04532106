import type { Selectable } from 'kysely'
import type { Tables } from '#db/tables.ts'
import { viewOf } from '#http/view.ts'
import { ListedFile } from './schemas.ts'

export const fileView = viewOf<Selectable<Tables['files']>>()(ListedFile, {
  key: ({ id }) => id,
  size: ({ size_bytes }) => size_bytes,
})
