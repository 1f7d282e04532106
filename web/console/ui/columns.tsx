import { Columns3 } from 'lucide-react'
import { useState } from 'react'
import { useOrganisation } from '../frame/organisation.tsx'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { FormView } from './field.tsx'
import { useForm } from './form.ts'
import { ManyField } from './group-field.tsx'
import { type Column, useFilters } from './list.tsx'
import { usePreference } from './preferences.ts'

/** The columns are in the address, so that links and saved views show the same table. */
export const COLUMNS_IN_ADDRESS = 'columnas'

/** A column that people can hide. */
export type Choosable<T> = Column<T> & { key: string; usual: boolean }

/** The columns of the address, else the person's last choice, else the usual ones. */
export function useColumns<T>(area: string, all: readonly Choosable<T>[]) {
  const { slug } = useOrganisation()
  const { search, set } = useFilters()
  const { kept, keep } = usePreference<string[]>('columns', `${slug}/${area}`)
  const named = search[COLUMNS_IN_ADDRESS]?.split(',') ?? kept
  const chosen = named ? all.filter(({ key }) => named.includes(key)) : all.filter(({ usual }) => usual)
  const choose = (keys: readonly string[]) => {
    set({ [COLUMNS_IN_ADDRESS]: keys.join(',') })
    keep([...keys])
  }
  return { chosen, choose }
}

/** Chooses the columns of the table. */
export function ColumnPicker<T>({
  all,
  chosen,
  choose,
}: {
  all: readonly Choosable<T>[]
  chosen: readonly Choosable<T>[]
  choose: (keys: readonly string[]) => void
}) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Columns3 size={16} aria-hidden /> Columnas
      </Button>
      {open && (
        <Picking
          all={all}
          chosen={chosen.map(({ key }) => key)}
          choose={choose}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

function Picking<T>({
  all,
  chosen,
  choose,
  onClose,
}: {
  all: readonly Choosable<T>[]
  chosen: string[]
  choose: (keys: readonly string[]) => void
  onClose: () => void
}) {
  const form = useForm({
    initial: { columns: chosen },
    save: async ({ columns }) => {
      await choose(all.map(({ key }) => key).filter((key) => columns.includes(key)))
      onClose()
    },
  })
  return (
    <Dialog
      title="Columnas"
      about="Se recuerdan con su cuenta, y van en el enlace de la página."
      onClose={onClose}
    >
      <FormView form={form} submit="Mostrar" onCancel={onClose}>
        <ManyField
          form={form}
          name="columns"
          label="Mostrar, además del nombre"
          choices={all.map(({ key, label }) => [key, label] as const)}
          columns
        />
      </FormView>
    </Dialog>
  )
}
