import { viewOf } from '#http/view.ts'
import type { ShownKey } from './repo.ts'
import { ApiKey } from './schemas.ts'

export const apiKeyView = viewOf<ShownKey>()(ApiKey)
