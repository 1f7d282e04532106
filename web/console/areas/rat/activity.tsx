import { Link, useNavigate } from '@tanstack/react-router'
import { CircleCheck, CircleX, Printer } from 'lucide-react'
import { useState } from 'react'
import { DATA_CATEGORIES, type DataCategory } from '#kernel/data-categories.ts'
import { basisWords } from '#modules/rat/knowledge/bases.ts'
import { RETENTION_LABELS } from '#modules/rat/knowledge/vocabulary.ts'
import { countryName } from '../../countries.ts'
import { useAct, useRecord } from '../../data.ts'
import { useAt, useOrganisation } from '../../frame/organisation.tsx'
import { useAhead } from '../../lists.ts'
import { useParam } from '../../params.ts'
import { useSeen, useSeenByAct } from '../../seen.ts'
import { day } from '../../times.ts'
import { Button } from '../../ui/button.tsx'
import { Comments } from '../../ui/comments.tsx'
import { ConfirmButton } from '../../ui/confirm.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormView } from '../../ui/field.tsx'
import { Files } from '../../ui/files.tsx'
import { type Seen, useForm } from '../../ui/form.ts'
import { OverrideField, useOverride, type Warning, Warnings } from '../../ui/gate.tsx'
import { History } from '../../ui/history.tsx'
import { useFilters } from '../../ui/list.tsx'
import { Mark, Notice } from '../../ui/mark.tsx'
import { Facts, Page, Panel, Split } from '../../ui/page.tsx'
import { ScoreBar } from '../../ui/score-bar.tsx'
import { Tabs, useTab } from '../../ui/tabs.tsx'
import { ActivityForm } from './editor.tsx'
import { Processors } from './processors.tsx'
import css from './rat.module.css'
import { bodyOf, keepRisk, NAMES, type Values, valuesOf } from './values.ts'
import { type Activity, RISKS, SEVERITIES, STATES } from './words.ts'

const TABS = [
  ['ficha', 'Ficha'],
  ['encargados', 'Encargados'],
  ['comentarios', 'Comentarios'],
  ['archivos', 'Archivos'],
  ['historial', 'Historial'],
] as const

export function ActivityPage() {
  const id = useParam('id')
  useAhead([
    ['/rat/activities/{id}', { path: { id } }],
    ['/rat/activities/{id}/compliance-check', { path: { id } }],
    ['/data-map/catalog'],
  ])
  const activity = useRecord('/rat/activities/{id}', { path: { id } })
  const { may } = useOrganisation()
  const at = useAt()
  const navigate = useNavigate()
  const { search, set } = useFilters()
  const tab = useTab(TABS)
  const [moving, setMoving] = useState<Activity['status']>()
  const [warnings, setWarnings] = useState<readonly Warning[]>([])
  const mayChange = may('PUT /rat/activities/{id}')
  const isEditing = search['editar'] === 'si' && mayChange
  const [name, tone] = STATES[activity.status]
  const remove = useAct((service) => service.delete('/rat/activities/{id}', { path: { id } }), {
    done: 'La actividad ya no está en el registro.',
    after: () => void navigate(at('registro')),
  })
  return (
    <Page
      title={activity.name}
      mark={<Mark tone={tone}>{name}</Mark>}
      about={activity.purpose}
      back={{ ...at('registro'), children: 'Registro' }}
      actions={
        !isEditing && (
          <>
            <Button kind="quiet" onClick={() => window.print()}>
              <Printer size={16} aria-hidden /> Imprimir
            </Button>
            {mayChange && (
              <>
                {activity.status === 'draft' && (
                  <Button kind="main" onClick={() => setMoving('published')}>
                    Publicar
                  </Button>
                )}
                {activity.status === 'published' && (
                  <Button onClick={() => setMoving('archived')}>Archivar</Button>
                )}
                {activity.status === 'archived' && (
                  <Button onClick={() => setMoving('draft')}>Volver a borrador</Button>
                )}
                <Button onClick={() => set({ editar: 'si', parte: '' })}>Editar</Button>
                {activity.status === 'draft' && may('DELETE /rat/activities/{id}') && (
                  <ConfirmButton
                    kind="grave"
                    title="¿Eliminar esta actividad?"
                    about="Se borra el borrador con sus vínculos. Queda el rastro en la auditoría."
                    confirm="Eliminar"
                    act={() => remove.mutate()}
                  >
                    Eliminar
                  </ConfirmButton>
                )}
              </>
            )}
          </>
        )
      }
    >
      <Warnings warnings={warnings} />
      {isEditing ? (
        <Editor activity={activity} onDone={() => set({ editar: '' })} />
      ) : (
        <>
          <Tabs label="Partes de la actividad" tabs={TABS} />
          {tab === 'ficha' && (
            <Split aside={<Compliance id={id} />}>
              <Sheet activity={activity} />
            </Split>
          )}
          {tab === 'encargados' && <Processors activity={activity} />}
          {tab === 'comentarios' && <Comments entityType="activity" entityId={id} />}
          {tab === 'archivos' && (
            <Panel title="Archivos">
              <Files entityType="activity" entityId={id} />
            </Panel>
          )}
          {tab === 'historial' && <History entityType="activity" entityId={id} />}
        </>
      )}
      {moving && (
        <MoveDialog
          activity={activity}
          to={moving}
          onDone={setWarnings}
          onClose={() => setMoving(undefined)}
        />
      )}
    </Page>
  )
}

function Editor({ activity, onDone }: { activity: Activity; onDone: () => void }) {
  const { id } = activity
  const save = useAct(
    async (service, { values, seen }: { values: Values; seen: Seen }) => {
      await service.put('/rat/activities/{id}', { path: { id }, body: bodyOf(values), ...seen })
      await keepRisk(service, id, values)
    },
    { quiet: true, done: 'Guardado.', after: onDone },
  )
  const form = useForm({
    keep: `activity/${id}`,
    version: useSeen(`/rat/activities/${id}`),
    initial: valuesOf(activity),
    names: NAMES,
    save: (values, seen) => save.mutateAsync({ values, seen }),
  })
  return <ActivityForm form={form} submit="Guardar" activityId={id} onCancel={onDone} />
}

const MOVES: Record<Activity['status'], readonly [title: string, about: string]> = {
  published: [
    'Publicar la actividad',
    'Pasa a ser parte del registro oficial, y la política de privacidad la toma en cuenta.',
  ],
  archived: ['Archivar la actividad', 'Deja de ser parte del registro vigente. Se puede volver a ella.'],
  draft: ['Volver a borrador', 'Para corregirla antes de publicarla otra vez.'],
}

function MoveDialog({
  activity,
  to,
  onDone,
  onClose,
}: {
  activity: Activity
  to: Activity['status']
  onDone: (warnings: readonly Warning[]) => void
  onClose: () => void
}) {
  const { id } = activity
  const seen = useSeenByAct(`/rat/activities/${id}`)
  const override = useOverride()
  const move = useAct(
    (service, { overrideReason }: { overrideReason: string }) =>
      service.patch('/rat/activities/{id}/status', {
        path: { id },
        body: { status: to, ...(overrideReason && { override: { reason: overrideReason } }) },
        ...seen,
      }),
    {
      quiet: true,
      done: `La actividad quedó «${STATES[to][0]}».`,
      after: ({ warnings }) => {
        onDone(warnings)
        onClose()
      },
    },
  )
  const form = useForm({
    initial: { overrideReason: '' },
    save: (values) => override.watch(move.mutateAsync(values)),
  })
  const [title, about] = MOVES[to]
  return (
    <Dialog title={title} about={about} onClose={onClose}>
      <FormView form={form} submit="Confirmar" onCancel={onClose}>
        {override.isRefused && <OverrideField form={form} />}
      </FormView>
    </Dialog>
  )
}

function Sheet({ activity }: { activity: Activity }) {
  const at = useAt()
  const { vocabulary } = useRecord('/data-map/catalog')
  const label = (list: readonly { value: string; label: string }[], value: string) =>
    list.find((one) => one.value === value)?.label ?? value
  const words = basisWords(activity)
  const transfer = activity.internationalTransfer
  return (
    <Panel title="Ficha">
      <Facts
        facts={[
          ['Base de licitud', words && `${words.label}, ${words.article}`, 'whole'],
          ['Norma', activity.legalNorm],
          ['Área a cargo', activity.responsibleArea],
          ['Revisión', activity.reviewAt && day(activity.reviewAt)],
          [
            'Riesgo',
            activity.riskLevel && (
              <Mark tone={RISKS[activity.riskLevel][1]}>{RISKS[activity.riskLevel][0]}</Mark>
            ),
          ],
          [
            'La organización es',
            activity.controllerRole === 'responsable'
              ? 'Responsable'
              : `Encargada de ${activity.controllerName ?? 'otro'}`,
          ],
          [
            'Personas',
            activity.subjectCategories.map((one) => label(vocabulary.subjectCategories, one)).join(', '),
            'whole',
          ],
          [
            'Datos',
            activity.dataCategories
              .map((one) => DATA_CATEGORIES[one as DataCategory]?.label ?? one)
              .join(', '),
            'whole',
          ],
          ['De dónde vienen', activity.dataSource],
          [
            'Se conservan',
            activity.retentionPeriod &&
              `${RETENTION_LABELS[activity.retentionPeriod]}${activity.retentionNote ? `: ${activity.retentionNote}` : ''}`,
          ],
          [
            'Sistema',
            activity.system && (
              <Link key="system" {...at(`mapa/sistemas/${activity.system.id}`)}>
                {activity.system.name}
              </Link>
            ),
          ],
          ['Encargados', activity.processors.map(({ name }) => name).join(', ')],
          ['Destinatarios', activity.recipients.join(', '), 'whole'],
          [
            'Salen de Chile',
            transfer.exists
              ? [
                  countryName(transfer.country),
                  transfer.mechanism && label(vocabulary.transferMechanisms, transfer.mechanism),
                ]
                  .filter(Boolean)
                  .join(', ') || 'Sí'
              : 'No',
          ],
          [
            'Decisiones automatizadas',
            activity.automatedDecisions ? (activity.automatedLogic ?? 'Sí') : 'No',
          ],
          [
            'Medidas de seguridad',
            activity.securityMeasures.map((one) => label(vocabulary.securityMeasures, one)).join(', '),
            'whole',
          ],
        ]}
      />
      {activity.dpiaReasons.length > 0 && (
        <Notice tone="warn">
          <p className="strong">Requiere una evaluación de impacto:</p>
          <ul>
            {activity.dpiaReasons.map(({ key, reason, legalReference }) => (
              <li key={key}>
                {reason} <span className="hint">{legalReference}</span>
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </Panel>
  )
}

/** The legal requirements of the activity, and its gaps. */
function Compliance({ id }: { id: string }) {
  const { score, compliant, checks } = useRecord('/rat/activities/{id}/compliance-check', { path: { id } })
  const missing = checks.filter(({ passed }) => !passed)
  return (
    <Panel title="Revisión legal">
      <div className="row">
        <Mark tone={compliant ? 'ok' : 'danger'}>
          {compliant ? 'Sin faltas graves' : 'Con faltas graves'}
        </Mark>
        <span>{score} de 100</span>
      </div>
      <ScoreBar value={score} label="Cumplimiento de la actividad" />
      <ul className="stack plain">
        {missing.map(({ key, label, recommendation, legalReference, severity }) => (
          <li key={key} className={css['check']}>
            <CircleX size={18} className="danger" aria-label="Falta" />
            <span className="stack tight">
              <span className="strong">{label}</span>
              <span>{recommendation}</span>
              <span className="row">
                <Mark tone={SEVERITIES[severity]?.[1] ?? 'plain'}>{SEVERITIES[severity]?.[0]}</Mark>
                <span className="hint">{legalReference}</span>
              </span>
            </span>
          </li>
        ))}
      </ul>
      <details>
        <summary>Lo que está en orden ({checks.length - missing.length})</summary>
        <ul className="stack tight plain">
          {checks
            .filter(({ passed, applies }) => passed && applies)
            .map(({ key, label }) => (
              <li key={key} className={css['check']}>
                <CircleCheck size={16} className="ok" aria-label="En orden" />
                <span>{label}</span>
              </li>
            ))}
        </ul>
      </details>
    </Panel>
  )
}
