import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { reading, useRecord } from '../../data.ts'
import { useAt, useOrganisation } from '../../frame/organisation.tsx'
import { Awaited } from '../../frame/trouble.tsx'
import { useAhead } from '../../lists.ts'
import { useParam } from '../../params.ts'
import { moment } from '../../times.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { useFilters } from '../../ui/list.tsx'
import { Mark, Notice } from '../../ui/mark.tsx'
import { Facts, Page, Panel } from '../../ui/page.tsx'
import { Tabs, useTab } from '../../ui/tabs.tsx'
import { AddDialog } from './add.tsx'
import css from './cookies.module.css'
import { Items } from './items.tsx'
import { ScanButton } from './scan-button.tsx'
import { byPriority, type Item, isOpen, type Scan, SEVERITIES, standingOf, TONES } from './words.ts'

const EVERY_MS = 1500
const TABS = [
  ['hallazgos', 'Hallazgos'],
  ['encontrado', 'Lo encontrado'],
  ['paginas', 'Páginas'],
] as const

/** One domain with its last scan, or with the scan that the address names. */
export function CookieSite() {
  const id = useParam('id')
  const scansOf = { query: { domainId: id, limit: 24 } }
  useAhead([
    ['/domains/{id}', { path: { id } }],
    ['/cookie-scans', scansOf],
  ])
  const domain = useRecord('/domains/{id}', { path: { id } })
  const { slug, may } = useOrganisation()
  const at = useAt()
  const { search, set } = useFilters()
  const { data: list } = useQuery({
    ...reading(slug, '/cookie-scans', scansOf),
    refetchInterval: ({ state }) => (state.data?.items.some(isOpen) ? EVERY_MS : false),
  })
  const scans = list?.items ?? []
  const newest = scans[0]
  const chosen = scans.find((scan) => scan.id === search['revision']) ?? newest
  const busy = newest !== undefined && isOpen(newest)
  const [words, tone] = standingOf(domain.isVerified, chosen)
  return (
    <Page
      title={domain.url.replace(/^https?:\/\//, '')}
      mark={list && <Mark tone={tone}>{words}</Mark>}
      back={{ ...at('cookies'), children: 'Cookies' }}
      actions={
        domain.isVerified &&
        may('POST /cookie-scans') && <ScanButton domainId={id} busy={busy} again={newest !== undefined} />
      }
    >
      {!domain.isVerified && (
        <Notice tone="warn">
          <p>
            Este dominio no está verificado. Compruebe que es de su organización: solo se revisan dominios
            verificados.
          </p>
          <ButtonLink {...at(`dominios/${id}`)}>Comprobar que es suyo</ButtonLink>
        </Notice>
      )}
      {busy && newest && <Progress scan={newest} />}
      {list && !chosen && domain.isVerified && (
        <Empty title="Todavía no se revisa">
          Un navegador visita hasta diez páginas como lo haría un desconocido, y dice qué guardan y a quién
          llaman antes y después de aceptar. Tarda uno o dos minutos.
        </Empty>
      )}
      {scans.length > 1 && (
        <div className="row">
          <label className="hint" htmlFor="revision">
            Revisión
          </label>
          <select
            id="revision"
            value={chosen?.id}
            onChange={({ target }) => set({ revision: target.value === newest?.id ? '' : target.value })}
          >
            {scans.map((scan) => (
              <option key={scan.id} value={scan.id}>
                {moment(scan.completedAt ?? scan.createdAt)}
              </option>
            ))}
          </select>
        </div>
      )}
      {chosen?.status === 'FAILED' && (
        <Notice tone="danger">{chosen.error ?? 'No pudimos terminar la revisión.'}</Notice>
      )}
      {chosen?.status === 'DONE' && (
        <Awaited>
          <Result id={chosen.id} notices={domain.notices} />
        </Awaited>
      )}
    </Page>
  )
}

function Progress({ scan }: { scan: { status: Scan['status']; progress: number } }) {
  return (
    <Panel title={scan.status === 'PENDING' ? 'En espera de su turno' : 'Revisando el sitio'}>
      <progress
        className={css['progress']}
        max={100}
        value={scan.progress}
        aria-label="Avance de la revisión"
      />
      <p className="muted">Puede seguir con otra cosa: el resultado queda aquí.</p>
    </Panel>
  )
}

function Result({ id, notices }: { id: string; notices: readonly { id: string; status: string }[] }) {
  const scan = useRecord('/cookie-scans/{id}', { path: { id } })
  const tab = useTab(TABS)
  const [adding, setAdding] = useState<Item>()
  const notice = notices.find(({ status }) => status !== 'ARCHIVED')
  const { may } = useOrganisation()
  const add = notice && may('PUT /consent/notices/{id}') ? setAdding : undefined
  return (
    <>
      {scan.notes.map((note) => (
        <Notice key={note}>{note}</Notice>
      ))}
      <Tabs label="Partes de la revisión" tabs={TABS} />
      {tab === 'hallazgos' && <Findings scan={scan} />}
      {tab === 'encontrado' && <Items scan={scan} noticeId={notice?.id} onAdd={add} />}
      {tab === 'paginas' && <Pages scan={scan} />}
      {adding && notice && (
        <AddDialog item={adding} noticeId={notice.id} onClose={() => setAdding(undefined)} />
      )}
    </>
  )
}

function Findings({ scan }: { scan: Scan }) {
  const count = (kinds: readonly Item['kind'][], early = false) =>
    scan.items.filter(({ kind, before }) => kinds.includes(kind) && (!early || before)).length
  return (
    <>
      <Panel title="En resumen">
        <Facts
          facts={[
            ['Cookies', `${count(['cookie'])}, ${count(['cookie'], true)} antes de aceptar`],
            ['Datos guardados', count(['local_storage', 'session_storage'])],
            ['Terceros', `${count(['host'])}, ${count(['host'], true)} antes de aceptar`],
            ['Banner de Resguardo', scan.banner ? 'Está en el sitio' : 'No se vio'],
            ['Páginas leídas', scan.pages.filter(({ problem }) => problem === null).length],
            ['Cómo', scan.mode === 'browser' ? 'Con un navegador' : 'Solo el texto de las páginas'],
          ]}
        />
      </Panel>
      {scan.findings.length === 0 && (
        <Notice tone="ok">
          La revisión no encontró nada por corregir. Solo compara con lo publicado: si el sitio no tiene aviso
          o política de cookies, no puede decir si informa bien.
        </Notice>
      )}
      {byPriority(scan.findings).map(({ key, severity, message, action, article, names }) => (
        <Panel key={key} title={message} actions={<Mark tone={TONES[severity]}>{SEVERITIES[severity]}</Mark>}>
          <ul className={`plain ${css['names']}`}>
            {names.map((name) => (
              <li key={name}>
                <code>{name}</code>
              </li>
            ))}
          </ul>
          <p>{action}</p>
          <p className="hint">{article}</p>
        </Panel>
      ))}
    </>
  )
}

function Pages({ scan }: { scan: Scan }) {
  return (
    <Panel title="Páginas visitadas">
      <ul className="stack tight plain">
        {scan.pages.map(({ url, problem }) => (
          <li key={url}>
            <span className={css['address']}>{url}</span>{' '}
            {problem === null ? <Mark tone="ok">Leída</Mark> : <span className="hint">{problem}</span>}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
