import { Autocomplete } from '@base-ui/react/autocomplete'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useDeferredValue, useState } from 'react'
import { fold } from '#kernel/text.ts'
import { reading } from '../data.ts'
import { messageOf } from '../service.ts'
import { type Membership, useMe } from '../session/me.ts'
import { Dialog } from '../ui/dialog.tsx'
import { AREAS, areaAt } from './areas.ts'
import css from './palette.module.css'

interface Place {
  key: string
  text: string
  hint?: string
  href: string
}

interface Group {
  label: string
  items: Place[]
}

const LEAST_LETTERS = 2

/** Finds screens, organisations and records by a few letters. */
export function Palette({ membership, onClose }: { membership: Membership; onClose: () => void }) {
  const { slug } = membership
  const { tenants } = useMe()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const asked = useDeferredValue(typed.trim())
  const { data, error, isFetching } = useQuery({
    ...reading(slug, '/search', { query: { q: asked, limit: 5 } }),
    enabled: asked.length >= LEAST_LETTERS,
    placeholderData: (before) => before,
  })
  const fits = (text: string) => fold(text).includes(fold(typed.trim()))
  const groups: Group[] = [
    {
      label: 'Ir a',
      items: AREAS.filter(({ name }) => fits(name)).map(({ path, name }) => ({
        key: path,
        text: name,
        href: `/organizacion/${slug}/${path}`,
      })),
    },
    ...(asked.length >= LEAST_LETTERS ? (data?.groups ?? []) : []).map(({ label, total, items }) => ({
      label: items.length < total ? `${label}: ${items.length} de ${total.toLocaleString('es-CL')}` : label,
      // Leaves out results without a screen.
      items: items.flatMap(({ entityId, title, subtitle, url }) =>
        url !== null && areaAt(url) ? [{ key: entityId, text: title, hint: subtitle ?? '', href: url }] : [],
      ),
    })),
    {
      label: 'Organizaciones',
      items: tenants
        .filter((one) => one.slug !== slug && typed !== '' && fits(one.name))
        .map((one) => ({ key: one.slug, text: one.name, href: `/organizacion/${one.slug}/hoy` })),
    },
  ].filter(({ items }) => items.length > 0)
  const go = ({ href }: Place) => {
    onClose()
    void navigate({ href: href.replace(/^.*(?=\/organizacion\/)/, '') } as never)
  }
  return (
    <Dialog title="Buscar o ir a…" onClose={onClose}>
      <Autocomplete.Root
        open
        inline
        items={groups}
        filter={null}
        value={typed}
        onValueChange={setTyped}
        autoHighlight="always"
        itemToStringValue={(place: Place) => place.text}
      >
        <Autocomplete.Input
          aria-label="Nombre, folio, RUT o correo"
          placeholder="Nombre, folio, RUT o correo"
          autoFocus
        />
        <div className={css['list']}>
          <Autocomplete.Empty>
            {isFetching || asked !== typed.trim()
              ? 'Buscando…'
              : error
                ? messageOf(error)
                : 'Nada con esas palabras. Pruebe con menos letras.'}
          </Autocomplete.Empty>
          <Autocomplete.List>
            {(group: Group) => (
              <Autocomplete.Group key={group.label} items={group.items}>
                <Autocomplete.GroupLabel className={css['group']}>{group.label}</Autocomplete.GroupLabel>
                <Autocomplete.Collection>
                  {(place: Place) => (
                    <Autocomplete.Item
                      key={place.key}
                      value={place}
                      className={css['item']}
                      onClick={() => go(place)}
                    >
                      {place.text}
                      {place.hint && <span className={css['hint']}> {place.hint}</span>}
                    </Autocomplete.Item>
                  )}
                </Autocomplete.Collection>
              </Autocomplete.Group>
            )}
          </Autocomplete.List>
        </div>
      </Autocomplete.Root>
    </Dialog>
  )
}
