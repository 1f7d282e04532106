import { ArrowRight } from 'lucide-react'
import { useState } from 'react'
import { useAct } from '../../data.ts'
import { useOrganisation } from '../../frame/organisation.tsx'
import { asSeen } from '../../service.ts'
import { day, untilDue } from '../../times.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmButton } from '../../ui/confirm.tsx'
import { Mark } from '../../ui/mark.tsx'
import { Panel } from '../../ui/page.tsx'
import css from './matrix.module.css'
import { Matrix } from './matrix.tsx'
import { type Begun, RiskDialog } from './risk-dialog.tsx'
import { type Assessment, isOpen, LEVELS, RISK_STATES, type Risk } from './words.ts'

type Open = { risk: Risk } | { begun: Begun } | undefined

/** The two matrices, the treatment of each risk, and the risks that the register suggests. */
export function Risks({ assessment }: { assessment: Assessment }) {
  const { may } = useOrganisation()
  const [open, setOpen] = useState<Open>()
  const mayChange = may('POST /dpia/assessments/{id}/risks') && isOpen(assessment)
  const { risks, proposedRisks } = assessment
  // The dialog shows the risk as it is now, also after somebody else changed it.
  const nowOf = (risk: Risk) => risks.find(({ id }) => id === risk.id) ?? risk
  const before = risks.map(({ likelihood, impact }, index) => ({ number: index + 1, likelihood, impact }))
  const after = risks.flatMap(({ residualLikelihood: likelihood, residualImpact: impact }, index) =>
    likelihood && impact ? [{ number: index + 1, likelihood, impact }] : [],
  )
  return (
    <>
      <Panel
        title="Riesgos para las personas"
        actions={mayChange && <Button onClick={() => setOpen({ begun: {} })}>Agregar un riesgo</Button>}
      >
        <p className="muted">
          Qué podría pasarle a las personas, cuán probable es y cuánto las dañaría (art. 15 ter). El número es
          el de cada riesgo en la lista.
        </p>
        <div className={css['maps']}>
          <section className="stack tight" aria-label="Antes de las medidas">
            <h3>Antes de las medidas</h3>
            <Matrix
              label="Matriz de riesgos antes de las medidas"
              risks={before}
              onPick={
                mayChange ? (likelihood, impact) => setOpen({ begun: { likelihood, impact } }) : undefined
              }
            />
          </section>
          <section className="stack tight" aria-label="Después de las medidas">
            <h3>Después de las medidas</h3>
            <Matrix label="Matriz de riesgos después de las medidas" risks={after} />
          </section>
        </div>
        {risks.length === 0 && <p className="muted">Todavía no hay riesgos anotados.</p>}
        <ol className="stack plain">
          {risks.map((risk, index) => (
            <li key={risk.id} className={css['risk']}>
              <span className={css['number']} aria-hidden>
                {index + 1}
              </span>
              <div className="stack tight">
                <span className="strong">{risk.description}</span>
                <span className="row">
                  <Mark tone={LEVELS[risk.riskLevel][1]}>{LEVELS[risk.riskLevel][0]}</Mark>
                  {risk.residualRisk && (
                    <>
                      <ArrowRight size={14} aria-label="después de las medidas" />
                      <Mark tone={LEVELS[risk.residualRisk][1]}>{LEVELS[risk.residualRisk][0]}</Mark>
                    </>
                  )}
                  <span className="hint">{RISK_STATES[risk.status]}</span>
                </span>
                <span>{risk.mitigation ?? <span className="muted">Sin medidas todavía.</span>}</span>
                <Plan risk={risk} />
                {mayChange && (
                  <span className="row">
                    <Button label={`Cambiar el riesgo ${index + 1}`} onClick={() => setOpen({ risk })}>
                      Cambiar
                    </Button>
                    <RemoveRisk id={assessment.id} risk={risk} />
                  </span>
                )}
              </div>
            </li>
          ))}
        </ol>
      </Panel>
      {mayChange && proposedRisks.length > 0 && (
        <Panel title="Lo que propone el registro">
          <p className="muted">Según los datos y la forma de tratarlos. Tome los que correspondan.</p>
          <ul className="stack plain">
            {proposedRisks.map((risk) => (
              <li key={risk.key} className={css['proposed']}>
                <span className="stack tight">
                  <span>{risk.description}</span>
                  <span className="row hint">
                    <Mark tone={LEVELS[risk.riskLevel][1]}>{LEVELS[risk.riskLevel][0]}</Mark>
                    {risk.reason.replace(/\.$/, '')} · {risk.legalReference}
                  </span>
                </span>
                <Button onClick={() => setOpen({ begun: risk })}>Tomarlo</Button>
              </li>
            ))}
          </ul>
        </Panel>
      )}
      {open && (
        <RiskDialog
          assessment={assessment}
          risk={'risk' in open ? nowOf(open.risk) : undefined}
          begun={'begun' in open ? open.begun : nowOf(open.risk)}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  )
}

/** The person in charge of the measure, and its due date. */
function Plan({ risk: { ownerName, dueOn, doneOn } }: { risk: Risk }) {
  if (!ownerName && !dueOn && !doneOn) return null
  return (
    <span className="row hint">
      {ownerName && <span>A cargo de {ownerName}</span>}
      {doneOn ? (
        <Mark tone="ok">Tomada el {day(doneOn)}</Mark>
      ) : (
        dueOn && (
          <>
            <span>hasta el {day(dueOn)}</span>
            <Mark tone={untilDue(dueOn).tone}>{untilDue(dueOn).words}</Mark>
          </>
        )
      )}
    </span>
  )
}

function RemoveRisk({ id, risk }: { id: string; risk: Risk }) {
  const { slug } = useOrganisation()
  const remove = useAct(
    (service) =>
      service.delete('/dpia/assessments/{id}/risks/{riskId}', {
        path: { id, riskId: risk.id },
        ...asSeen(slug, `/dpia/assessments/${id}`),
      }),
    { done: 'El riesgo ya no está.' },
  )
  return (
    <ConfirmButton
      kind="quiet"
      title="¿Quitar este riesgo?"
      about={risk.description}
      confirm="Quitar"
      act={() => remove.mutate()}
    >
      Quitar
    </ConfirmButton>
  )
}

/** All measures of the assessment, soonest first. */
export function ActionPlan({ assessment: { risks } }: { assessment: Assessment }) {
  const planned = risks
    .filter(({ mitigation }) => mitigation)
    .sort((a, b) => (a.dueOn ?? '9999').localeCompare(b.dueOn ?? '9999'))
  const done = planned.filter(({ doneOn }) => doneOn).length
  return (
    <Panel title="Plan de acción">
      {planned.length === 0 ? (
        <p className="muted">Las medidas de cada riesgo, con quién las toma y hasta cuándo, aparecen aquí.</p>
      ) : (
        <>
          <p>
            {done} de {planned.length} {planned.length === 1 ? 'medida tomada' : 'medidas tomadas'}
          </p>
          <meter min={0} max={planned.length} value={done} aria-label="Medidas tomadas" />
          <ul className="stack plain">
            {planned.map((risk) => (
              <li key={risk.id} className="stack tight">
                <span>{risk.mitigation}</span>
                <Plan risk={risk} />
                {!risk.ownerName && <span className="hint">Sin nadie a cargo todavía</span>}
              </li>
            ))}
          </ul>
        </>
      )}
    </Panel>
  )
}
