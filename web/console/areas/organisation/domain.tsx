import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { ResguardoError } from '#client'
import { useAct, useRecord } from '../../data.ts'
import { useAt, useOrganisation } from '../../frame/organisation.tsx'
import { useAhead } from '../../lists.ts'
import { useParam } from '../../params.ts'
import { useSeen } from '../../seen.ts'
import { messageOf } from '../../service.ts'
import { day, moment } from '../../times.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmButton } from '../../ui/confirm.tsx'
import { Copy } from '../../ui/copy.tsx'
import { type Seen, useForm } from '../../ui/form.ts'
import { History, historyOf } from '../../ui/history.tsx'
import { useFilters } from '../../ui/list.tsx'
import { Mark, Notice } from '../../ui/mark.tsx'
import { Facts, Page, Panel, Split } from '../../ui/page.tsx'
import { DomainForm, type Values, valuesOf } from './domain-form.tsx'
import { type Domain, ENVIRONMENTS, LINK_ROLES, POLICY_KINDS, POLICY_STATES, PUBLISHED } from './words.ts'

export function DomainPage() {
  const id = useParam('id')
  const organisation = useOrganisation()
  useAhead(
    [
      ['/domains/{id}', { path: { id } }],
      ['/domains/{id}/verification', { path: { id } }],
    ],
    [historyOf(organisation, 'domain', id)],
  )
  const domain = useRecord('/domains/{id}', { path: { id } })
  const { may } = organisation
  const at = useAt()
  const navigate = useNavigate()
  const { search, set } = useFilters()
  const isEditing = search['editar'] === 'si' && may('PATCH /domains/{id}')
  const remove = useAct((service) => service.delete('/domains/{id}', { path: { id } }), {
    done: 'El dominio ya no está.',
    after: () => void navigate(at('dominios')),
  })
  return (
    <Page
      title={domain.name}
      mark={domain.isVerified ? <Mark tone="ok">Verificado</Mark> : <Mark tone="warn">Sin verificar</Mark>}
      about={domain.description}
      back={{ ...at('dominios'), children: 'Dominios' }}
      actions={
        !isEditing && (
          <>
            {may('PATCH /domains/{id}') && <Button onClick={() => set({ editar: 'si' })}>Editar</Button>}
            {may('DELETE /domains/{id}') && (
              <ConfirmButton
                kind="grave"
                title="¿Eliminar este dominio?"
                about="Los avisos, políticas y actividades que lo nombran quedan sin dominio. Si solo dejó de usarse, edítelo y márquelo como inactivo."
                confirm="Eliminar"
                act={() => remove.mutate()}
              >
                Eliminar
              </ConfirmButton>
            )}
          </>
        )
      }
    >
      {isEditing ? (
        <Panel title="Datos del dominio">
          <Editor domain={domain} onDone={() => set({ editar: '' })} />
        </Panel>
      ) : (
        <Split aside={<History entityType="domain" entityId={id} />}>
          <Panel title="Datos del dominio">
            <Facts
              facts={[
                [
                  'Dirección',
                  <a key="url" href={addressOf(domain.url)} target="_blank" rel="noreferrer">
                    {domain.url}
                  </a>,
                ],
                [
                  'Entidad legal',
                  <Link key="entity" {...at(`entidades/${domain.legalEntityId}`)}>
                    {domain.entityName}
                  </Link>,
                ],
                ['Uso', ENVIRONMENTS[domain.environment]],
                ['Estado', domain.isActive ? 'Activo' : 'Inactivo'],
                ['Registrado', day(domain.createdAt)],
                ['Verificado', domain.verifiedAt && moment(domain.verifiedAt)],
              ]}
            />
          </Panel>
          <Proof domain={domain} />
          <Hanging domain={domain} />
        </Split>
      )}
    </Page>
  )
}

function addressOf(url: string): string {
  return /^https?:\/\//i.test(url) ? url : `https://${url}`
}

function Editor({ domain, onDone }: { domain: Domain; onDone: () => void }) {
  const { id } = domain
  const save = useAct(
    (service, { values: { description, ...values }, seen }: { values: Values; seen: Seen }) =>
      service.patch('/domains/{id}', {
        path: { id },
        body: { ...values, description: description || null } as never,
        ...seen,
      }),
    { quiet: true, done: 'Guardado.', after: onDone },
  )
  const form = useForm({
    keep: `domain/${id}`,
    version: useSeen(`/domains/${id}`),
    initial: valuesOf(domain),
    save: (values, seen) => save.mutateAsync({ values, seen }),
  })
  return <DomainForm form={form} submit="Guardar" onCancel={onDone} exists />
}

/** Two ways to prove that the site belongs to the organisation. One is enough. */
function Proof({ domain: { id, isVerified } }: { domain: Domain }) {
  const { dns, file } = useRecord('/domains/{id}/verification', { path: { id } })
  const { may } = useOrganisation()
  const [refused, setRefused] = useState<unknown>()
  const check = useAct(
    async (service) => {
      setRefused(undefined)
      try {
        return await service.post('/domains/{id}/verify', { path: { id } })
      } catch (error) {
        setRefused(error)
        throw error
      }
    },
    {
      quiet: true,
      done: ({ method }) => `Verificado: la prueba está ${method === 'DNS' ? 'en el DNS' : 'en el sitio'}.`,
    },
  )
  return (
    <Panel
      title={isVerified ? 'Prueba de que es suyo' : 'Pruebe que es suyo'}
      actions={
        may('POST /domains/{id}/verify') && (
          <Button
            kind={isVerified ? undefined : 'main'}
            busy={check.isPending}
            onClick={() => check.mutate()}
          >
            {check.isPending ? 'Buscando…' : isVerified ? 'Comprobar otra vez' : 'Comprobar ahora'}
          </Button>
        )
      }
    >
      {refused !== undefined && (
        <div role="alert">
          <Notice tone="danger">
            <p className="strong">Todavía no encontramos la prueba.</p>
            <ul>
              {reasonsOf(refused).map((reason) => (
                <li key={reason}>{reason}</li>
              ))}
            </ul>
          </Notice>
        </div>
      )}
      <p className="muted">
        {isVerified
          ? 'Deje la prueba donde está: se puede comprobar otra vez cuando haga falta.'
          : 'Elija una de las dos formas, pídale a quien administra el sitio que la publique y compruébela aquí.'}
      </p>
      <h3>1. Un registro en el DNS</h3>
      <dl className="stack tight">
        <dt>Nombre del registro {dns.type}</dt>
        <dd>
          <Copy text={dns.name} />
        </dd>
        <dt>Valor</dt>
        <dd>
          <Copy text={dns.value} />
        </dd>
      </dl>
      <p className="hint">Puede tardar unos minutos en verse.</p>
      <h3>2. Un archivo en el sitio</h3>
      <dl className="stack tight">
        <dt>Dirección</dt>
        <dd>
          <Copy text={file.url} />
        </dd>
        <dt>Contenido</dt>
        <dd>
          <Copy text={file.content} />
        </dd>
      </dl>
      <p className="hint">Como texto simple y sin redirecciones.</p>
    </Panel>
  )
}

function reasonsOf(refused: unknown): string[] {
  const details = refused instanceof ResguardoError ? refused.details.map(({ message }) => message) : []
  return details.length > 0 ? [...new Set(details)] : [messageOf(refused)]
}

/** Records that lose their site if the domain is removed. */
function Hanging({ domain: { notices, policies, activities } }: { domain: Domain }) {
  const at = useAt()
  return (
    <Panel title="Qué cuelga de él">
      <Group title="Avisos de cookies" none="Ninguno: quien visita el sitio no puede elegir.">
        {notices.map(({ id, name, status }) => (
          <li key={id} className="row">
            <Link {...at(`consentimiento/avisos/${id}`)}>{name}</Link>
            <State status={status} states={PUBLISHED} />
          </li>
        ))}
      </Group>
      <Group title="Políticas" none="Ninguna propia: valen las de su entidad legal.">
        {policies.map(({ id, kind, version, status }) => {
          const [name, path] = POLICY_KINDS[kind] ?? ['Política', 'politicas']
          return (
            <li key={id} className="row">
              <Link {...at(`${path}/${id}`)}>
                {name}, versión {version}
              </Link>
              <State status={status} states={POLICY_STATES} />
            </li>
          )
        })}
      </Group>
      <Group title="Actividades de tratamiento" none="Ninguna: vincúlelas desde el registro.">
        {activities.map(({ id, activityId, name, role }) => (
          <li key={id} className="row">
            <Link {...at(`registro/${activityId}`)}>{name}</Link>
            <span className="hint">{LINK_ROLES[role] ?? role}</span>
          </li>
        ))}
      </Group>
    </Panel>
  )
}

function State({ status, states }: { status: string; states: typeof PUBLISHED }) {
  const [name, tone] = states[status] ?? [status, 'plain' as const]
  return <Mark tone={tone}>{name}</Mark>
}

function Group({ title, none, children }: { title: string; none: string; children: readonly ReactNode[] }) {
  return (
    <div className="stack tight">
      <h3>{title}</h3>
      {children.length === 0 ? (
        <p className="muted">{none}</p>
      ) : (
        <ul className="stack tight plain">{children}</ul>
      )}
    </div>
  )
}
