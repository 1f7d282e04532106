import { useChoosingAhead } from '../../choices.ts'
import { useAct, useRecord } from '../../data.ts'
import { useAt, useOrganisation } from '../../frame/organisation.tsx'
import { useAhead } from '../../lists.ts'
import { useParam } from '../../params.ts'
import { useSeen, useShown } from '../../seen.ts'
import { day } from '../../times.ts'
import { Button, FileLink } from '../../ui/button.tsx'
import { ConfirmButton } from '../../ui/confirm.tsx'
import { History } from '../../ui/history.tsx'
import { Mark, Notice as Remark } from '../../ui/mark.tsx'
import { Page } from '../../ui/page.tsx'
import { Tabs, useTab } from '../../ui/tabs.tsx'
import { Designer } from './designer.tsx'
import { Install } from './install.tsx'
import { NoticeRecords } from './records.tsx'
import type { ShownNotice } from './shown.ts'
import { StatsView } from './stats.tsx'
import { Versions } from './versions.tsx'
import { STATES } from './words.ts'

const TABS = [
  ['diseno', 'Diseño'],
  ['instalar', 'Instalar'],
  ['registros', 'Registros'],
  ['estadisticas', 'Estadísticas'],
  ['versiones', 'Versiones'],
] as const

/** One notice: its look, its installation, and people's decisions. */
export function NoticePage() {
  const id = useParam('id')
  const at = useAt()
  useAhead([['/consent/notices/{id}', { path: { id } }]])
  useChoosingAhead(['/domains'])
  const notice = useRecord('/consent/notices/{id}', { path: { id } })
  const version = useSeen(`/consent/notices/${id}`)
  const tab = useTab(TABS)
  const [name, tone] = STATES[notice.status]
  return (
    <Page
      title={notice.name}
      mark={<Mark tone={tone}>{name}</Mark>}
      {...(notice.publishedAt && {
        about: `Versión ${notice.version}, publicada el ${day(notice.publishedAt)}.`,
      })}
      back={{ ...at('consentimiento'), children: 'Avisos' }}
      actions={<Actions notice={notice} />}
    >
      {notice.status === 'PUBLISHED' && notice.hasUnpublishedChanges && (
        <Remark tone="warn">
          Hay cambios guardados que el sitio todavía no muestra. Al publicarlos sube la versión, y a las
          visitas se les pregunta otra vez.
        </Remark>
      )}
      <Tabs label="Partes del aviso" tabs={TABS} />
      {tab === 'diseno' && <Designer key={id} notice={notice} version={version} />}
      {tab === 'instalar' && <Install notice={notice} />}
      {tab === 'registros' && <NoticeRecords id={id} />}
      {tab === 'estadisticas' && <StatsView of="notices" id={id} />}
      {tab === 'versiones' && (
        <>
          <Versions of="notices" id={id} />
          <History entityType="consent_notice" entityId={id} />
        </>
      )}
    </Page>
  )
}

function Actions({ notice }: Pick<ShownNotice, 'notice'>) {
  const { id, status, hasUnpublishedChanges, pageUrl } = notice
  const { may } = useOrganisation()
  const shown = useShown(`/consent/notices/${id}`)
  const publish = useAct(
    (service) => service.post('/consent/notices/{id}/publish', { path: { id }, ...shown() }),
    {
      done: ({ version: number }) => `La versión ${number} está publicada.`,
    },
  )
  const move = useAct(
    (service, to: 'ARCHIVED' | 'DRAFT') =>
      service.put('/consent/notices/{id}', { path: { id }, body: { status: to }, ...shown() }),
    {
      done: (_, to) => (to === 'DRAFT' ? 'El aviso está en borrador.' : 'El aviso quedó archivado.'),
    },
  )
  const mayWrite = may('PUT /consent/notices/{id}')
  return (
    <>
      {status === 'PUBLISHED' && pageUrl && (
        <FileLink open href={pageUrl}>
          Ver lo publicado
        </FileLink>
      )}
      {mayWrite && status !== 'ARCHIVED' && (
        <ConfirmButton
          title="¿Archivar el aviso?"
          about="El banner deja de mostrarse y nada de lo que espera consentimiento se carga. También desaparece el botón con que las personas retiran lo que aceptaron: ofrézcales otro medio (art. 12). Los registros se conservan. Puede reabrirlo y publicarlo de nuevo."
          confirm="Archivar"
          act={() => move.mutate('ARCHIVED')}
        >
          Archivar
        </ConfirmButton>
      )}
      {mayWrite && status === 'ARCHIVED' && (
        <Button busy={move.isPending} onClick={() => move.mutate('DRAFT')}>
          Reabrir
        </Button>
      )}
      {may('POST /consent/notices/{id}/publish') &&
        (status === 'DRAFT' || (status === 'PUBLISHED' && hasUnpublishedChanges)) && (
          <Button kind="main" busy={publish.isPending} onClick={() => publish.mutate()}>
            Publicar
          </Button>
        )}
    </>
  )
}
