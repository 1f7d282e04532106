import { viewOf } from '#http/view.ts'
import type { ConnectorRow, RunItem } from './repo.ts'
import { isDatabase } from './rules.ts'
import { Connector, ConnectorRun } from './schemas.ts'

export const connectorView = viewOf<ConnectorRow & { system_name: string }>()(Connector, {
  state: ({ approved_at }) => (approved_at === null ? 'draft' : 'approved'),
  config: ({ kind, config, secret_sealed }) => {
    const database = isDatabase(config, kind) ? config : null
    const endpoint = isDatabase(config, kind) ? null : config
    return {
      host: database?.host ?? null,
      port: database?.port ?? null,
      database: database?.database ?? null,
      user: database?.user ?? null,
      tls: database?.tls ?? null,
      writes: database?.writes ?? null,
      hasPassword: database !== null && secret_sealed !== null,
      url: endpoint?.url ?? null,
      hasSecret: endpoint !== null && secret_sealed !== null,
    }
  },
  changedBy: ({ changed_by_name }) => changed_by_name,
  approvedBy: ({ approved_by_name }) => approved_by_name,
})

export const runView = viewOf<RunItem>()(ConnectorRun, {
  right: ({ right_type }) => right_type,
  rows: ({ row_count }) => row_count,
  bytes: ({ byte_count }) => byte_count,
})
