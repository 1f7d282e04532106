import { useState } from 'react'
import type { Data } from '#client'
import { useAct } from '../../data.ts'
import { useSeen } from '../../seen.ts'
import { moment } from '../../times.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { AreaField, FormView } from '../../ui/field.tsx'
import { type Seen, useForm } from '../../ui/form.ts'
import { RadioField } from '../../ui/group-field.tsx'
import { Mark, Notice } from '../../ui/mark.tsx'
import { type Answers, decisionOf, type Flag, isRecorded } from './values.ts'
import { type Breach, FLAGS, RISKS } from './words.ts'

type Outcome = Data<'POST /breaches/{id}/decision-tree'>

const YES_NO = [
  ['yes', 'Sí'],
  ['no', 'No'],
] as const

const flagOf = (value: boolean | undefined) => (value === undefined ? '' : value ? 'yes' : 'no')

/** Asks four questions and shows the decision with its reasons. */
export function DecisionDialog({ breach, onClose }: { breach: Breach; onClose: () => void }) {
  const { id, decision } = breach
  const [outcome, setOutcome] = useState<Outcome>()
  const decide = useAct(
    (service, { values, seen }: { values: Answers; seen: Seen }) =>
      service.post('/breaches/{id}/decision-tree', {
        path: { id },
        body: decisionOf(values),
        ...seen,
      }),
    { quiet: true, after: setOutcome },
  )
  const form = useForm({
    keep: `decision/${id}`,
    version: useSeen(`/breaches/${id}`),
    initial: {
      riskToSubjects: (decision?.riskToSubjects ?? '') as string,
      hasSensitiveData: flagOf(decision?.hasSensitiveData ?? (breach.hasSensitiveData || undefined)),
      hasMinorData: flagOf(decision?.hasMinorData),
      hasFinancialData: flagOf(decision?.hasFinancialData),
      riskRationale: breach.riskRationale ?? '',
      hasSensitiveDataReason: '',
      hasMinorDataReason: '',
      hasFinancialDataReason: '',
    },
    save: (values, seen) => decide.mutateAsync({ values, seen }),
  })
  const unanswered =
    Object.keys(FLAGS).some((flag) => form.values[flag as Flag] === '') || form.values.riskToSubjects === ''
  if (outcome) return <OutcomeDialog outcome={outcome} onClose={onClose} />
  return (
    <Dialog
      title="¿A quién hay que comunicarla?"
      about="Responda con lo que sabe hoy; puede decidir otra vez cuando sepa más. Si una respuesta contradice lo registrado, cuenta lo registrado, salvo que escriba por qué no."
      onClose={onClose}
    >
      <FormView form={form} submit="Ver qué corresponde" onCancel={onClose}>
        <RadioField
          form={form}
          name="riskToSubjects"
          label="¿Qué riesgo hay para los derechos de las personas?"
          hint="Piense en suplantación, fraude, discriminación o daño a su reputación. Desde «Medio» se entiende que hay un riesgo razonable y se reporta a la Agencia."
          choices={Object.entries(RISKS)}
          required
        />
        <AreaField form={form} name="riskRationale" label="¿Por qué?" hint="Queda en el registro." rows={2} />
        {Object.entries(FLAGS).map(([flag, [label, hint]]) => (
          <div key={flag} className="stack tight">
            <RadioField
              form={form}
              name={flag as Flag}
              label={`¿Hay ${label.toLowerCase()}?`}
              hint={hint}
              choices={YES_NO}
              required
            />
            {form.values[flag as Flag] === 'no' && isRecorded(breach, flag as Flag) && (
              <>
                <Notice tone="warn">
                  {flag === 'hasMinorData'
                    ? 'Lo registrado incluye datos de niños, niñas o adolescentes. Si todos tienen catorce años o más, escríbalo; sin una razón escrita contará que sí.'
                    : 'Lo registrado dice que sí. Sin una razón escrita contará lo registrado.'}
                </Notice>
                <AreaField
                  form={form}
                  name={`${flag as Flag}Reason`}
                  label="Por qué la respuesta es no"
                  rows={2}
                />
              </>
            )}
          </div>
        ))}
        {unanswered && <p className="hint">Faltan respuestas: sin ellas no se puede decidir.</p>}
      </FormView>
    </Dialog>
  )
}

function OutcomeDialog({ outcome, onClose }: { outcome: Outcome; onClose: () => void }) {
  const { notes, lawNotice, deadlineNote } = outcome
  return (
    <Dialog title="La decisión" onClose={onClose}>
      <Verdicts {...outcome} />
      <Reasons reasons={outcome.reasons} />
      {notes.map((note) => (
        <Notice key={note} tone="warn">
          {note}
        </Notice>
      ))}
      <p className="hint">{deadlineNote}</p>
      {lawNotice && <p className="hint">{lawNotice}</p>}
      <div>
        <Button kind="main" onClick={onClose}>
          Seguir
        </Button>
      </div>
    </Dialog>
  )
}

/** The decision as it stands today. */
export function DecisionView({ breach }: { breach: Breach }) {
  const { decision, overrides } = breach
  if (!decision)
    return (
      <p className="muted">
        Nadie ha decidido todavía si corresponde reportarla y comunicarla a los titulares.
      </p>
    )
  return (
    <>
      <Verdicts {...decision} actsAs={breach.actsAs} />
      <p>
        Riesgo para las personas:{' '}
        <span className="strong">{RISKS[decision.riskToSubjects].toLowerCase()}</span>. Decidida el{' '}
        {moment(decision.decidedAt)}
        {decision.revisedAt && `; ajustada el ${moment(decision.revisedAt)} porque cambió lo registrado`}.
      </p>
      <Reasons reasons={decision.reasons} />
      {overrides.map(({ field, reason }) => (
        <Notice key={field} tone="warn">
          {FLAGS[field][0]}: vale «no» contra lo registrado. Razón: {reason}
        </Notice>
      ))}
    </>
  )
}

type Verdict = Pick<Outcome, 'requiresNotification' | 'requiresSubjectNotification'> & {
  requiresControllerNotification?: boolean
  actsAs: Breach['actsAs']
}

function Verdicts({
  requiresNotification,
  requiresSubjectNotification,
  requiresControllerNotification,
  actsAs,
}: Verdict) {
  if (actsAs === 'processor')
    return (
      <div>
        <Mark tone={requiresControllerNotification ? 'danger' : 'plain'}>
          Avisar al responsable (art. 15 bis)
        </Mark>
      </div>
    )
  return (
    <div className="row">
      <Mark tone={requiresNotification ? 'danger' : 'ok'}>
        {requiresNotification ? 'Reportar a la Agencia' : 'Sin reporte a la Agencia'}
      </Mark>
      <Mark tone={requiresSubjectNotification ? 'danger' : 'ok'}>
        {requiresSubjectNotification ? 'Comunicar a los titulares' : 'Sin comunicación a los titulares'}
      </Mark>
    </div>
  )
}

function Reasons({ reasons }: { reasons: Outcome['reasons'] }) {
  return (
    <ul className="stack tight">
      {reasons.map(({ key, text, legalReference }) => (
        <li key={key}>
          {text} <span className="hint">{legalReference}</span>
        </li>
      ))}
    </ul>
  )
}
