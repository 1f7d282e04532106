import { Bookmark } from 'lucide-react'
import { useState } from 'react'
import { useOrganisation } from '../frame/organisation.tsx'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { FormView, TextField } from './field.tsx'
import { useForm } from './form.ts'
import { useFilters } from './list.tsx'
import { Menu } from './menu.tsx'
import { usePreference } from './preferences.ts'
import { say } from './say.ts'

interface View {
  name: string
  search: Record<string, string | undefined>
}

/** Named filters that a person uses often, stored with the account. */
export function Views({ area }: { area: string }) {
  const { slug } = useOrganisation()
  const { search, set } = useFilters()
  const [naming, setNaming] = useState(false)
  const { kept: views = [], keep } = usePreference<View[]>('views', `${slug}/${area}`)
  const drop = (name: string) =>
    keep(
      views.filter((one) => one.name !== name),
      { onSuccess: () => say(`La vista «${name}» ya no está.`) },
    )
  const blank = Object.fromEntries(Object.keys(search).map((name) => [name, '']))
  return (
    <>
      <Menu
        trigger={
          <Button>
            <Bookmark size={16} aria-hidden /> Vistas
          </Button>
        }
        parts={[
          ...views.map((view) => ({
            key: view.name,
            text: view.name,
            chosen: JSON.stringify(view.search) === JSON.stringify(search),
            act: () => set({ ...blank, ...view.search }),
          })),
          ...(views.length > 0 ? (['line'] as const) : []),
          { key: 'keep', text: 'Guardar esta vista…', act: () => setNaming(true) },
          ...views
            .filter((view) => JSON.stringify(view.search) === JSON.stringify(search))
            .map(({ name }) => ({
              key: `drop-${name}`,
              text: `Olvidar «${name}»`,
              act: () => drop(name),
            })),
        ]}
      />
      {naming && (
        <Naming
          onClose={() => setNaming(false)}
          save={(name) => keep([...views.filter((one) => one.name !== name), { name, search }])}
        />
      )}
    </>
  )
}

function Naming({ onClose, save }: { onClose: () => void; save: (name: string) => void }) {
  const form = useForm({
    initial: { name: '' },
    save: async ({ name }) => {
      save(name.trim() || 'Mi vista')
      onClose()
    },
  })
  return (
    <Dialog
      title="Guardar esta vista"
      about="Los filtros y el orden de ahora, para volver a ellos."
      onClose={onClose}
    >
      <FormView form={form} submit="Guardar" onCancel={onClose}>
        <TextField form={form} name="name" label="Nombre" maxLength={60} required />
      </FormView>
    </Dialog>
  )
}
