import { lazy, Suspense, useState } from 'react'
import { useMe } from '../../session/me.ts'
import { Button } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { Tabs, useTab } from '../../ui/tabs.tsx'
import { Clients } from './clients.tsx'
import { CopyBetween } from './copy.tsx'
import { Hours } from './hours.tsx'

const NewOrganisation = lazy(() =>
  import('../../frame/new-organisation.tsx').then((module) => ({ default: module.NewOrganisation })),
)

const TABS = [
  ['clientes', 'Clientes'],
  ['copiar', 'Copiar entre clientes'],
  ['horas', 'Horas'],
] as const

/** For people who serve many organisations. */
export function Portfolio() {
  const tab = useTab(TABS)
  const { tenants } = useMe()
  const [adding, setAdding] = useState(false)
  return (
    <Page
      title="Cartera"
      about={
        tenants.length === 1
          ? 'Sus organizaciones, una al lado de otra. Hoy tiene una.'
          : `Sus ${tenants.length} organizaciones, una al lado de otra.`
      }
      actions={
        <Button kind="main" onClick={() => setAdding(true)}>
          Abrir un cliente
        </Button>
      }
    >
      <Tabs label="Partes de la cartera" tabs={TABS} />
      {tab === 'clientes' && <Clients />}
      {tab === 'copiar' && <CopyBetween />}
      {tab === 'horas' && <Hours />}
      <Suspense>{adding && <NewOrganisation onClose={() => setAdding(false)} />}</Suspense>
    </Page>
  )
}
