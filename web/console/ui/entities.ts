import { useRecord } from '../data.ts'
import type { Filter } from './list.tsx'

/** A filter by legal entity, if there is more than one. */
export function useEntityFilter(): readonly Filter[] {
  const { entities } = useRecord('/org/entities')
  if (entities.length < 2) return []
  return [
    {
      name: 'legalEntityId',
      label: 'Entidad legal',
      choices: entities.map(({ id, name }) => [id, name] as const),
    },
  ]
}
