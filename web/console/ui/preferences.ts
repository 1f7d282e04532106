import { useQuery } from '@tanstack/react-query'
import { reading, useActIn } from '../data.ts'
import { inRecord } from '../shown-at-once.ts'

/** Preferences that the account stores, by name and place. */
type Kept = Record<string, Record<string, unknown> | undefined>

const withOne = (all: Kept, name: string, place: string, value: unknown): Kept => ({
  ...all,
  [name]: { ...all[name], [place]: value },
})

/** One preference for one place. A change shows at once and is stored with the account. */
export function usePreference<T>(name: 'views' | 'columns', place: string) {
  const { data } = useQuery(reading('', '/auth/preferences'))
  const keep = useActIn<T>(
    '',
    async (service, value) => {
      // Another tab may have stored a preference meanwhile.
      const { preferences } = await service.get('/auth/preferences')
      const body = { preferences: withOne(preferences as Kept, name, place, value) }
      return service.put('/auth/preferences', { body })
    },
    {
      atOnce: [
        inRecord('/auth/preferences', ({ preferences, ...rest }, value) => ({
          ...rest,
          preferences: withOne(preferences as Kept, name, place, value),
        })),
      ],
    },
  )
  return {
    kept: (data?.preferences as Kept | undefined)?.[name]?.[place] as T | undefined,
    keep: keep.mutate,
  }
}
