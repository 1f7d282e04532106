import { Autocomplete } from '@base-ui/react/autocomplete'
import { useState } from 'react'
import { fold } from '#kernel/text.ts'
import type { Membership } from '../session/me.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import css from './palette.module.css'

/** Chooses among many organisations by a few letters. All names are already loaded. */
export function Chooser({
  tenants,
  onChoose,
  onNew,
  onClose,
}: {
  tenants: readonly Membership[]
  /** Gets undefined for «all organisations». */
  onChoose: (slug: string | undefined) => void
  onNew: () => void
  onClose: () => void
}) {
  const [typed, setTyped] = useState('')
  const items = tenants
    .filter(({ name }) => fold(name).includes(fold(typed.trim())))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'es'))
  return (
    <Dialog title="Elegir una organización" onClose={onClose}>
      <Autocomplete.Root
        open
        inline
        items={items}
        filter={null}
        value={typed}
        onValueChange={setTyped}
        autoHighlight="always"
        itemToStringValue={({ name }: Membership) => name}
      >
        <Autocomplete.Input
          aria-label="Nombre de la organización"
          placeholder="Nombre de la organización"
          autoFocus
        />
        <div className={css['list']}>
          <Autocomplete.Empty>Ninguna con ese nombre.</Autocomplete.Empty>
          <Autocomplete.List className={css['names']}>
            {(tenant: Membership) => (
              <Autocomplete.Item
                key={tenant.id}
                value={tenant}
                className={css['item']}
                onClick={() => onChoose(tenant.slug)}
              >
                {tenant.refusal ? `${tenant.name} (no admite esta sesión)` : tenant.name}
              </Autocomplete.Item>
            )}
          </Autocomplete.List>
        </div>
      </Autocomplete.Root>
      <div className="row">
        <Button onClick={() => onChoose(undefined)}>Todas mis organizaciones</Button>
        <Button onClick={onNew}>Crear otra organización…</Button>
      </div>
    </Dialog>
  )
}
