import { Link } from '@tanstack/react-router'
import { CircleCheck, CircleDashed, FileDown } from 'lucide-react'
import { useChoosing } from '../../choices.ts'
import { useAct, useRecord } from '../../data.ts'
import { useAt, useOrganisation, useServiceUrl } from '../../frame/organisation.tsx'
import { useParam } from '../../params.ts'
import { useSeen } from '../../seen.ts'
import { day, moment } from '../../times.ts'
import { Approval } from '../../ui/approval.tsx'
import { Button, FileLink } from '../../ui/button.tsx'
import { Comments } from '../../ui/comments.tsx'
import { AreaField, DayField, FormView, TextField } from '../../ui/field.tsx'
import { Files } from '../../ui/files.tsx'
import { type Seen, useForm } from '../../ui/form.ts'
import { FrameView } from '../../ui/frame-view.tsx'
import { History } from '../../ui/history.tsx'
import { useFilters } from '../../ui/list.tsx'
import { Mark, Notice } from '../../ui/mark.tsx'
import { Facts, Page, Panel, Split } from '../../ui/page.tsx'
import { PickOneField } from '../../ui/pick-field.tsx'
import { Tabs, useTab } from '../../ui/tabs.tsx'
import css from './guide.module.css'
import { HELP, stepsOf } from './guide.ts'
import { Opinions } from './opinions.tsx'
import { ActionPlan, Risks } from './risks.tsx'
import { type Assessment, isOpen, STATES } from './words.ts'

const TABS = [
  ['evaluacion', 'Evaluación'],
  ['riesgos', 'Riesgos'],
  ['opiniones', 'Opiniones'],
  ['documento', 'Documento'],
  ['comentarios', 'Comentarios'],
  ['archivos', 'Archivos'],
  ['historial', 'Historial'],
] as const

export function AssessmentPage() {
  const id = useParam('id')
  const assessment = useRecord('/dpia/assessments/{id}', { path: { id } })
  const { may } = useOrganisation()
  const at = useAt()
  const url = useServiceUrl()
  const { search, set } = useFilters()
  const tab = useTab(TABS)
  const mayChange = may('PUT /dpia/assessments/{id}') && isOpen(assessment)
  const isEditing = search['editar'] === 'si' && mayChange
  const [name, tone] = STATES[assessment.status]
  const file = (format: string) => url(`/dpia/assessments/${id}/document?format=${format}`)
  return (
    <Page
      title={assessment.title}
      mark={<Mark tone={tone}>{name}</Mark>}
      back={{ ...at('evaluaciones'), children: 'Evaluaciones' }}
      actions={
        <>
          <FileLink href={file('docx')}>
            <FileDown size={16} aria-hidden /> Word
          </FileLink>
          <FileLink href={file('pdf')}>
            <FileDown size={16} aria-hidden /> PDF
          </FileLink>
          {mayChange && !isEditing && (
            <Button kind="main" onClick={() => set({ editar: 'si', parte: '' })}>
              Editar
            </Button>
          )}
        </>
      }
    >
      <ActivityChanged assessment={assessment} />
      {isEditing ? (
        <Editor assessment={assessment} onDone={() => set({ editar: '' })} />
      ) : (
        <>
          <Tabs label="Partes de la evaluación" tabs={TABS} />
          {tab === 'evaluacion' && (
            <Split aside={<Beside assessment={assessment} />}>
              <Sheet assessment={assessment} />
            </Split>
          )}
          {tab === 'riesgos' && (
            <>
              <Risks assessment={assessment} />
              <ActionPlan assessment={assessment} />
            </>
          )}
          {tab === 'opiniones' && <Opinions assessment={assessment} />}
          {tab === 'documento' && (
            <FrameView src={url(`/dpia/assessments/${id}/preview`)} title="La evaluación como se leerá" />
          )}
          {tab === 'comentarios' && <Comments entityType="dpia_assessment" entityId={id} />}
          {tab === 'archivos' && (
            <Panel title="Archivos">
              <Files entityType="dpia_assessment" entityId={id} />
            </Panel>
          )}
          {tab === 'historial' && <History entityType="dpia_assessment" entityId={id} />}
        </>
      )}
    </Page>
  )
}

/** The activity changed after the assessment was approved. */
function ActivityChanged({ assessment: { activityChanges, activityId } }: { assessment: Assessment }) {
  const at = useAt()
  if (activityChanges.length === 0) return null
  return (
    <Notice tone="warn">
      <p className="strong">
        La actividad cambió después de aprobarse. Revise si lo evaluado sigue vigente; si no, empiece una
        evaluación nueva (art. 15 ter).
      </p>
      <ul>
        {activityChanges.map(({ label, before, after }) => (
          <li key={label}>
            {label}: <del>{before ?? 'nada'}</del> <span aria-hidden>→</span>
            <span className="heard"> ahora </span> {after ?? 'nada'}
          </li>
        ))}
      </ul>
      {activityId && (
        <p>
          <Link {...at(`registro/${activityId}`)}>Ver la actividad</Link>
        </p>
      )}
    </Notice>
  )
}

function Beside({ assessment }: { assessment: Assessment }) {
  const { workflowInstanceId } = assessment
  return (
    <>
      <Guide assessment={assessment} />
      {workflowInstanceId && <Approval id={workflowInstanceId} />}
    </>
  )
}

/** The parts that the law requires of an assessment, and what each one still lacks. */
function Guide({ assessment }: { assessment: Assessment }) {
  const { set } = useFilters()
  const steps = stepsOf(assessment)
  const done = steps.filter(({ isDone }) => isDone).length
  return (
    <Panel title="Paso a paso">
      <p className="muted">
        {done} de {steps.length} partes
      </p>
      <ol className="stack tight plain">
        {steps.map(({ key, name, article, isDone, part }) => (
          <li key={key} className={css['step']}>
            {isDone ? (
              <CircleCheck size={18} className="ok" aria-label="Está" />
            ) : (
              <CircleDashed size={18} className="muted" aria-label="Falta" />
            )}
            <span>
              {part ? (
                <button type="button" className="linklike" onClick={() => set({ parte: part })}>
                  {name}
                </button>
              ) : (
                name
              )}{' '}
              <span className="hint">{article}</span>
            </span>
          </li>
        ))}
      </ol>
      {assessment.warnings.length > 0 && (
        <ul className="stack tight plain">
          {assessment.warnings.map(({ key, message, article }) => (
            <li key={key}>
              {message} <span className="hint">{article}</span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function Sheet({ assessment }: { assessment: Assessment }) {
  const at = useAt()
  const { activityId } = assessment
  return (
    <Panel title="Evaluación">
      <Facts
        facts={[
          [
            'Actividad',
            activityId && (
              <Link key="activity" {...at(`registro/${activityId}`)}>
                Ver en el registro
              </Link>
            ),
          ],
          ['Versión', assessment.version],
          ['Revisión', assessment.reviewAt && day(assessment.reviewAt)],
          [
            'Aprobada',
            assessment.approvedAt && `${moment(assessment.approvedAt)}, ${assessment.approverName ?? ''}`,
          ],
          ['Descripción', assessment.description, 'whole'],
          ['Alcance', assessment.scope, 'whole'],
          ['Necesidad', assessment.necessity, 'whole'],
          ['Proporcionalidad', assessment.proportionality, 'whole'],
        ]}
      />
    </Panel>
  )
}

function Editor({ assessment, onDone }: { assessment: Assessment; onDone: () => void }) {
  const { id } = assessment
  const activities = useChoosing('/rat/activities')
  const save = useAct(
    (service, { values, seen }: { values: Record<string, string>; seen: Seen }) =>
      service.put('/dpia/assessments/{id}', {
        path: { id },
        body: Object.fromEntries(
          Object.entries(values).map(([name, value]) => [name, value || (name === 'title' ? '' : null)]),
        ),
        ...seen,
      }),
    { quiet: true, done: 'Guardado.', after: onDone },
  )
  const form = useForm({
    keep: `assessment/${id}`,
    version: useSeen(`/dpia/assessments/${id}`),
    initial: {
      title: assessment.title,
      activityId: assessment.activityId ?? '',
      description: assessment.description ?? '',
      scope: assessment.scope ?? '',
      necessity: assessment.necessity ?? '',
      proportionality: assessment.proportionality ?? '',
      reviewAt: assessment.reviewAt?.slice(0, 10) ?? '',
    },
    save: (values, seen) => save.mutateAsync({ values, seen }),
  })
  return (
    <Panel title="Evaluación">
      <FormView form={form} submit="Guardar" onCancel={onDone}>
        <TextField form={form} name="title" label="Título" maxLength={200} required />
        <PickOneField
          form={form}
          name="activityId"
          label="Actividad del registro"
          hint="De ella salen los riesgos que se proponen, y se prueba qué se evaluó."
          none="Ninguna"
          from={activities}
        />
        <AreaField
          form={form}
          name="description"
          label="Descripción del tratamiento"
          hint="Qué operaciones se hacen y con qué fin (art. 15 ter)."
        />
        <AreaField
          form={form}
          name="scope"
          label="Alcance"
          hint="Qué datos, de quiénes, en qué sistemas, por cuánto tiempo."
        />
        <AreaField
          form={form}
          name="necessity"
          label="Necesidad"
          hint="Por qué no se logra la finalidad con menos datos, o sin ellos."
        />
        <Help of="necessity" />
        <AreaField
          form={form}
          name="proportionality"
          label="Proporcionalidad"
          hint="Qué ganan las personas frente a lo que arriesgan, y qué se descartó por invasivo."
        />
        <Help of="proportionality" />
        <DayField
          form={form}
          name="reviewAt"
          label="Revisarla el"
          hint="Y siempre que cambie la actividad."
        />
      </FormView>
    </Panel>
  )
}

const TITLES = { necessity: 'la necesidad', proportionality: 'la proporcionalidad' } as const

/** Guiding questions, and an example of a good answer. */
function Help({ of }: { of: keyof typeof HELP }) {
  const { questions, example } = HELP[of]
  return (
    <details className={css['help']}>
      <summary>Cómo escribir {TITLES[of]}</summary>
      <ul>
        {questions.map((question) => (
          <li key={question}>{question}</li>
        ))}
      </ul>
      <p>
        <span className="strong">Por ejemplo: </span>«{example}»
      </p>
    </details>
  )
}
