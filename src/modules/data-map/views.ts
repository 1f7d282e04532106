import { viewOf } from '#http/view.ts'
import type { FlowRow, SystemRow } from './repo.ts'
import { Flow, System } from './schemas.ts'

export const systemView = viewOf<SystemRow>()(System)

export const flowView = viewOf<FlowRow>()(Flow)
