import { viewOf } from '#http/view.ts'
import type { ReportRow } from './repo.ts'
import { Report } from './schemas.ts'

export const reportView = viewOf<ReportRow>()(Report)
