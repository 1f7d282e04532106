import { useState } from 'react'
import { useChoosing, useChoosingAhead, useNames } from '../../choices.ts'
import { useRecord } from '../../data.ts'
import { useAt, useOrganisation } from '../../frame/organisation.tsx'
import { useAhead } from '../../lists.ts'
import { day } from '../../times.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { FilterChoice, List, useFilters } from '../../ui/list.tsx'
import { Mark } from '../../ui/mark.tsx'
import { Page, Panel } from '../../ui/page.tsx'
import { Tabs, useTab } from '../../ui/tabs.tsx'
import { Addresses } from './addresses.tsx'
import { DriftNotice } from './drift.tsx'
import { useVersions } from './versions.ts'
import { callOf, KINDS, type Kind, LANGUAGES, STATES } from './words.ts'
import { WriteDialog } from './write.tsx'

const TABS = [
  ['privacidad', 'Tratamiento de datos'],
  ['cookies', 'Cookies'],
] as const

const ABOUT: Record<Kind, string> = {
  privacy: 'A disposición del público, con lo que pide el art. 14 ter, por entidad e idioma.',
  cookies: 'Qué cookies usa cada sitio, para qué y cómo se retira el consentimiento (arts. 12 y 14 ter).',
}

/** The versions of an entity's policies, from draft to published. */
export function PolicyList() {
  const { may } = useOrganisation()
  useAhead([['/org/entities']])
  useChoosingAhead(['/domains'])
  // Newest first, so the first one shown is the main entity, which is the oldest.
  const entities = useRecord('/org/entities').entities.toReversed()
  const { search } = useFilters()
  const kind: Kind = useTab(TABS, 'tipo') === 'cookies' ? 'cookies' : 'privacy'
  const entity = entities.find(({ id }) => id === search['entidad']) ?? entities[0]!
  const versions = useVersions(kind, entity.id)
  const [writing, setWriting] = useState(false)
  const mayWrite = may(kind === 'privacy' ? 'POST /privacy-policy/generate' : 'POST /cookie-policy/generate')
  const begin = mayWrite && (
    <Button kind="main" onClick={() => setWriting(true)}>
      Escribir un borrador
    </Button>
  )
  return (
    <Page title="Políticas" about={ABOUT[kind]} actions={versions.length > 0 && begin}>
      <Tabs label="Qué política" tabs={TABS} name="tipo" />
      {entities.length > 1 && (
        <div className="row">
          <FilterChoice
            name="entidad"
            label="Entidad legal"
            choices={entities.map(({ id, name }, index) => [index === 0 ? '' : id, name])}
          />
        </div>
      )}
      {versions.length === 0 ? (
        <Empty title={`Todavía no hay ${KINDS[kind].name.toLowerCase()}`} action={begin}>
          {kind === 'privacy'
            ? 'Se escribe con las actividades publicadas del registro, la entidad legal y sus contactos. Lo que falte se le señala antes de publicar. Si publica sin completarlo, el público leerá «no consta en esta versión» y la política queda incompleta (arts. 14 ter y 34 bis letra a).'
            : 'Se escribe con las cookies y las finalidades de los avisos publicados de esta entidad.'}
        </Empty>
      ) : (
        <Versions key={`${kind} ${entity.id}`} kind={kind} entityId={entity.id} />
      )}
      {writing && <WriteDialog kind={kind} entity={entity} onClose={() => setWriting(false)} />}
    </Page>
  )
}

function Versions({ kind, entityId }: { kind: Kind; entityId: string }) {
  const at = useAt()
  const versions = useVersions(kind, entityId)
  const names = useNames(
    useChoosing('/domains'),
    versions.flatMap(({ domainId }) => domainId ?? []),
  )
  const published = versions.filter(({ status }) => status === 'PUBLISHED')
  const siteOf = (id: string | null | undefined) => (id ? (names.get(id) ?? 'Un sitio') : 'Todos los sitios')
  return (
    <>
      {published.length === 0 && (
        <Panel title="Ninguna está publicada">
          <p className="muted">Abra un borrador, léalo como lo leerá el público y publíquelo.</p>
        </Panel>
      )}
      {published.map(({ id, language, domainId, version }) => (
        <div key={id} className="stack">
          <DriftNotice kind={kind} id={id} />
          <Published
            kind={kind}
            id={id}
            title={[LANGUAGES[language], kind === 'cookies' && siteOf(domainId), `versión ${version}`]
              .filter(Boolean)
              .join(', ')}
          />
        </div>
      ))}
      <List
        label="Versiones"
        rows={versions}
        total={versions.length}
        to={({ id }) => at(KINDS[kind].screen(id))}
        columns={[
          { label: 'Versión', cell: ({ version }) => `Versión ${version}` },
          {
            label: 'Estado',
            cell: ({ status }) => <Mark tone={STATES[status][1]}>{STATES[status][0]}</Mark>,
          },
          { label: 'Idioma', cell: ({ language }) => LANGUAGES[language] },
          ...(kind === 'cookies'
            ? [{ label: 'Sitio', cell: ({ domainId }: { domainId?: string | null }) => siteOf(domainId) }]
            : []),
          { label: 'Escrita', cell: ({ createdAt }) => day(createdAt) },
          { label: 'Publicada', cell: ({ publishedAt }) => (publishedAt ? day(publishedAt) : '—') },
        ]}
      />
    </>
  )
}

function Published({ kind, id, title }: { kind: Kind; id: string; title: string }) {
  const { pageUrl, embedCode } = useRecord(callOf(kind, '/privacy-policy/{id}'), { path: { id } })
  return <Addresses kind={kind} title={`Publicada: ${title}`} pageUrl={pageUrl} embedCode={embedCode} />
}
