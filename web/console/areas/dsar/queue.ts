/** The requests of each queue and their order: the first due on top. */

export const QUEUES = [
  ['curso', 'En curso'],
  ['vencidas', 'Vencidas'],
  ['mias', 'Mías'],
  ['libres', 'Sin asignar'],
  ['cerradas', 'Cerradas'],
  ['todas', 'Todas'],
] as const

export type Queue = (typeof QUEUES)[number][0]

type Search = Readonly<Record<string, string | undefined>>

const OWN: Record<Queue, (me: string) => Record<string, string>> = {
  curso: () => ({ open: 'true' }),
  vencidas: () => ({ overdue: 'true' }),
  mias: (me) => ({ open: 'true', assignedTo: me }),
  libres: () => ({ open: 'true', assignedTo: 'none' }),
  cerradas: () => ({ open: 'false', sort: '-createdAt' }),
  todas: () => ({}),
}

const FILTERS = ['q', 'status', 'rightType', 'assignedTo', 'legalEntityId', 'sort'] as const

/** The query of a queue. The queue's own conditions override a filter of the same name. */
export function queryOf(search: Search, queue: Queue, me: string): Record<string, string> {
  const filters = FILTERS.flatMap((name) => (search[name] ? [[name, search[name]] as const] : []))
  const { sort = 'legalDueOn', ...own } = OWN[queue](me)
  return { sort, ...Object.fromEntries(filters), ...own }
}

export const isFiltered = (search: Search) => FILTERS.some((name) => name !== 'sort' && search[name])
