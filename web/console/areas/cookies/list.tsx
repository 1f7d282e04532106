import { useQuery } from '@tanstack/react-query'
import { useAct, useRecord } from '../../data.ts'
import { useAt, useOrganisation } from '../../frame/organisation.tsx'
import { useAhead, useRecords, whole } from '../../lists.ts'
import { useShown } from '../../seen.ts'
import { ago } from '../../times.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Filters, List, useFilters } from '../../ui/list.tsx'
import { Mark, Notice } from '../../ui/mark.tsx'
import { Page, Panel } from '../../ui/page.tsx'
import { isOpen, standingOf } from './words.ts'

const EVERY_MS = 2000

const LATEST = { latest: true } as const

/** Every domain with the result of its last scan. */
export function CookieList() {
  const { search } = useFilters()
  const { slug, may } = useOrganisation()
  const at = useAt()
  useAhead([['/cookie-scans/settings']], [['/domains', search]], [['/cookie-scans', LATEST]])
  const { rows, total, more } = useRecords('/domains', search)
  const { data: latest } = useQuery({
    ...whole(slug, '/cookie-scans', LATEST),
    refetchInterval: ({ state }) => (state.data?.some(isOpen) ? EVERY_MS : false),
  })
  const settings = useRecord('/cookie-scans/settings')
  const scanOf = (id: string) => latest?.find(({ domainId }) => domainId === id)
  return (
    <Page
      title="Cookies"
      about="Qué guarda cada sitio en el navegador y a qué terceros llama, antes y después de aceptar (arts. 12 y 14 ter)."
    >
      {settings.missing && <Notice tone="warn">{settings.missing}</Notice>}
      {total === 0 && !search['q'] ? (
        <Empty
          title="Ningún dominio todavía"
          action={<ButtonLink {...at('dominios')}>Ir a Dominios</ButtonLink>}
        >
          Registre los sitios de la organización y compruebe que son suyos: solo se revisan dominios
          verificados.
        </Empty>
      ) : (
        <>
          <Filters filters={[]} />
          <List
            label="Dominios"
            rows={rows}
            total={total}
            more={more}
            to={({ id }) => at(`cookies/${id}`)}
            columns={[
              { label: 'Dominio', sort: 'name', cell: ({ url }) => url.replace(/^https?:\/\//, '') },
              {
                label: 'Última revisión',
                cell: ({ id, isVerified }) => {
                  const [words, tone] = standingOf(isVerified, scanOf(id))
                  return <Mark tone={tone}>{words}</Mark>
                },
              },
              {
                label: 'Cuándo',
                cell: ({ id }) => {
                  const scan = scanOf(id)
                  return scan ? ago(scan.completedAt ?? scan.createdAt) : '—'
                },
              },
              { label: 'Entidad', cell: ({ entityName }) => entityName },
            ]}
          />
        </>
      )}
      <Monthly monthly={settings.monthly} mayChange={may('PUT /cookie-scans/settings')} />
    </Page>
  )
}

function Monthly({ monthly, mayChange }: { monthly: boolean; mayChange: boolean }) {
  const shown = useShown('/cookie-scans/settings')
  const change = useAct(
    (service, next: boolean) =>
      service.put('/cookie-scans/settings', { body: { monthly: next }, ...shown() }),
    { done: (_answer, next) => (next ? 'Se revisarán cada mes.' : 'Ya no se revisan solos.') },
  )
  return (
    <Panel
      title="Cada mes"
      actions={
        mayChange && (
          <Button busy={change.isPending} onClick={() => change.mutate(!monthly)}>
            {monthly ? 'Apagar la revisión mensual' : 'Encender la revisión mensual'}
          </Button>
        )
      }
    >
      <p className="muted">
        {monthly
          ? 'Los dominios verificados y activos se revisan solos una vez al mes, de noche.'
          : 'La revisión mensual está apagada: cada dominio se revisa cuando alguien lo pide.'}
      </p>
    </Panel>
  )
}
