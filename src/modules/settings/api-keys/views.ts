import { viewOf } from '#http/view.ts'
import type { ApiKeyRow } from './repo.ts'
import { ApiKey } from './schemas.ts'

export const apiKeyView = viewOf<ApiKeyRow>()(ApiKey)
