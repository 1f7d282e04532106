import { type Connector, type Kind, RIGHTS } from './words.ts'

/** Values of the form of a connector, keyed by the paths that the service names in a refusal. */
export interface Values {
  name: string
  systemId: string
  kind: string
  'config.host': string
  'config.port': number | null
  'config.database': string
  'config.user': string
  'config.password': string
  'config.tls': string
  'config.writes': boolean
  'config.url': string
  'queries.ACCESS': string
  'queries.RECTIFICATION': string
  'queries.DELETION': string
  'queries.OPPOSITION': string
  'queries.BLOCKING': string
  'queries.PORTABILITY': string
}

export function valuesOf(one?: Connector): Values {
  const { config, queries } = one ?? {}
  return {
    name: one?.name ?? '',
    systemId: one?.systemId ?? '',
    kind: one?.kind ?? 'postgresql',
    'config.host': config?.host ?? '',
    'config.port': config?.port ?? null,
    'config.database': config?.database ?? '',
    'config.user': config?.user ?? '',
    'config.password': '',
    'config.tls': config?.tls ?? 'verify',
    'config.writes': config?.writes ?? false,
    'config.url': config?.url ?? '',
    'queries.ACCESS': queries?.ACCESS ?? '',
    'queries.RECTIFICATION': queries?.RECTIFICATION ?? '',
    'queries.DELETION': queries?.DELETION ?? '',
    'queries.OPPOSITION': queries?.OPPOSITION ?? '',
    'queries.BLOCKING': queries?.BLOCKING ?? '',
    'queries.PORTABILITY': queries?.PORTABILITY ?? '',
  }
}

export function bodyOf(values: Values) {
  const { name, systemId } = values
  if (values.kind === 'https') return { name, systemId, config: { url: values['config.url'] } }
  return {
    name,
    systemId,
    config: {
      host: values['config.host'],
      port: values['config.port'],
      database: values['config.database'],
      user: values['config.user'],
      // A blank password keeps the saved one.
      ...(values['config.password'] && { password: values['config.password'] }),
      tls: values['config.tls'] as 'verify',
      writes: values['config.writes'],
    },
    queries: Object.fromEntries(
      RIGHTS.map(({ right }) => [right, values[`queries.${right}`].trim() || null]),
    ),
  }
}

export type Body = ReturnType<typeof bodyOf> & { kind: Kind }
