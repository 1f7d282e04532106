import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Data } from '#client'
import { useOrganisation } from '../../frame/organisation.tsx'
import { serviceOf } from '../../service.ts'
import { Mark } from '../../ui/mark.tsx'
import { Panel } from '../../ui/page.tsx'
import { ScoreBar } from '../../ui/score-bar.tsx'
import css from './rat.module.css'
import { bodyOf, type Values } from './values.ts'
import { RISKS, SEVERITIES } from './words.ts'

type Checked = Data<'POST /rat/activities/check'>

const PAUSE_MS = 400

/** The value once the person pauses typing. */
function usePaused<T>(value: T): T {
  const [paused, setPaused] = useState(value)
  const text = JSON.stringify(value)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(JSON.parse(text) as T), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}

/** Leaves out blank values, which cannot be judged. */
function askedOf(values: Values, activityId: string | undefined) {
  const said = Object.entries(bodyOf(values) as Record<string, unknown>).filter(([, value]) => value !== '')
  return { ...Object.fromEntries(said), dataVolume: values.dataVolume, ...(activityId && { activityId }) }
}

/**
 * Shows legal requirements and risk while the person types, by the rules that judge a saved activity. The query key holds
 * the values, so a late answer never appears for other values.
 */
export function LiveCheck({ values, activityId }: { values: Values; activityId?: string | undefined }) {
  const { slug } = useOrganisation()
  const body = usePaused(askedOf(values, activityId))
  const { data, isPlaceholderData, isError } = useQuery({
    queryKey: [slug, 'check', body],
    queryFn: ({ signal }) => serviceOf(slug).call<Checked>('POST', '/rat/activities/check', { body, signal }),
    placeholderData: (before) => before,
    retry: false,
  })
  if (isError)
    return (
      <Panel title="Mientras escribe">
        <p className="muted">Algo de lo escrito todavía no se puede revisar. Al guardar se dirá qué.</p>
      </Panel>
    )
  if (!data) return null
  const { riskLevel, riskScore, dpiaRequired, dpiaReasons, warnings, missing, score, factors } = data
  return (
    <Panel title="Mientras escribe">
      <div className="stack" role="status" aria-busy={isPlaceholderData}>
        <div className="stack tight">
          <span className="row">
            Riesgo <Mark tone={RISKS[riskLevel][1]}>{RISKS[riskLevel][0]}</Mark>
            <span className="hint">{riskScore === 1 ? '1 punto' : `${riskScore} puntos`}</span>
          </span>
          <ul className={`hint ${css['reasons']}`}>
            {factors
              .filter(({ points }) => points > 0)
              .map(({ factor, reason }) => (
                <li key={factor}>{reason}</li>
              ))}
          </ul>
        </div>
        {dpiaRequired && (
          <div className="stack tight">
            <span>
              <Mark tone="warn">Requiere evaluación de impacto</Mark>
            </span>
            <ul className={`hint ${css['reasons']}`}>
              {dpiaReasons.map(({ key, reason, legalReference }) => (
                <li key={key}>
                  {reason} ({legalReference})
                </li>
              ))}
            </ul>
          </div>
        )}
        <div className="stack tight">
          <span className="row spread">
            <span>Cumplimiento</span>
            <span className="strong">{score} de 100</span>
          </span>
          <ScoreBar value={score} label="Cumplimiento con lo escrito" />
        </div>
        {missing.length > 0 && (
          <p className="hint">Para publicarla falta {missing.map(({ label }) => label).join(', ')}.</p>
        )}
        {warnings.length > 0 && (
          <ul className="stack plain">
            {warnings.map(({ key, message, article, severity }) => (
              <li key={key} className="stack tight">
                <span>{message}</span>
                <span className="row">
                  <Mark tone={SEVERITIES[severity]?.[1] ?? 'plain'}>{SEVERITIES[severity]?.[0]}</Mark>
                  <span className="hint">{article}</span>
                </span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Panel>
  )
}
