import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { fold } from '#kernel/text.ts'
import { useAct, useRecord } from '../../data.ts'
import { useAt } from '../../frame/organisation.tsx'
import { useAhead } from '../../lists.ts'
import { Button } from '../../ui/button.tsx'
import { AreaField, FormView } from '../../ui/field.tsx'
import { useForm } from '../../ui/form.ts'
import { useLeft } from '../../ui/left.ts'
import { useFilters } from '../../ui/list.tsx'
import { Mark, Notice } from '../../ui/mark.tsx'
import { Page, Panel } from '../../ui/page.tsx'
import { ActivityForm } from './editor.tsx'
import { PROPOSED, proposedWords, takenValues } from './proposal.ts'
import css from './rat.module.css'
import { bodyOf, keepRisk, NAMES, proposedValues, type Values, valuesOf } from './values.ts'
import type { Draft, Template } from './words.ts'

interface Start {
  values: Partial<Values>
  /** With what was left half written. */
  goesOn?: true
  /** Why it says what it says. */
  note?: string
  draft?: Draft
}

const KEEP = 'activity/new'
const GOES_ON: Start = { values: {}, goesOn: true }

/** From a sentence, from a template, or from nothing. */
export function NewActivity() {
  const at = useAt()
  const { left, look, drop } = useLeft<Values>(KEEP)
  const [start, setStart] = useState<Start | undefined>(left && GOES_ON)
  const leave = () => {
    look()
    setStart(undefined)
  }
  return (
    <Page
      title="Agregar una actividad"
      about="Lo que se propone es un borrador: usted lo revisa y decide."
      back={{ ...at('registro'), children: 'Registro' }}
      actions={start && <Button onClick={leave}>Empezar de otra forma</Button>}
    >
      {!start && left && (
        <Notice>
          <p>
            Dejó a medio escribir {left.name ? `«${left.name}»` : 'una actividad'}. Se conserva mientras no
            escriba en otra.
          </p>
          <div className="row">
            <Button kind="main" onClick={() => setStart(GOES_ON)}>
              Seguir con ella
            </Button>
            <Button onClick={drop}>Descartarla</Button>
          </div>
        </Notice>
      )}
      {start ? <Editor start={start} onDropped={leave} /> : <Begin onStart={setStart} />}
    </Page>
  )
}

function Begin({ onStart }: { onStart: (start: Start) => void }) {
  const draft = useAct(
    (service, body: { description: string }) => service.post('/rat/generate-from-ai', { body }),
    {
      quiet: true,
      after: (proposal) =>
        onStart({ values: proposedValues(proposal.activity), note: proposal.rationale, draft: proposal }),
    },
  )
  const form = useForm({
    keep: 'activity/sentence',
    initial: { description: '' },
    save: (values) => draft.mutateAsync(values),
  })
  return (
    <>
      <Panel title="Descríbala en una frase">
        <FormView form={form} submit="Proponer un borrador">
          <AreaField
            form={form}
            name="description"
            label="Qué hacen con los datos"
            hint="Por ejemplo: «Guardamos el RUT, teléfono y dirección de quienes compran en la tienda para despacharles y emitir la boleta»."
            rows={3}
            required
          />
        </FormView>
      </Panel>
      <Templates
        onChoose={(template) => onStart({ values: proposedValues(template), note: template.note })}
      />
      <Panel title="Desde cero">
        <div>
          <Button onClick={() => onStart({ values: {} })}>Abrir el formulario en blanco</Button>
        </div>
      </Panel>
    </>
  )
}

function Templates({ onChoose }: { onChoose: (template: Template) => void }) {
  useAhead([['/rat/templates'], ['/rat/packs']])
  const { items } = useRecord('/rat/templates')
  const { items: packs } = useRecord('/rat/packs')
  const { search, set } = useFilters()
  const [word, setWord] = useState('')
  const pack = packs.find(({ key }) => key === search['rubro'])
  const fitting = items.filter(
    ({ id, name, area, purpose }) =>
      (pack?.templateIds.includes(id) ?? true) && fold(`${name} ${area} ${purpose}`).includes(fold(word)),
  )
  const areas = [...new Set(fitting.map(({ area }) => area))]
  return (
    <Panel title="O elija una plantilla">
      <div className={css['sector']}>
        <label htmlFor="sector" className="hint">
          Rubro
        </label>
        <select id="sector" value={pack?.key ?? ''} onChange={({ target }) => set({ rubro: target.value })}>
          <option value="">Todos</option>
          {packs.map(({ key, name }) => (
            <option key={key} value={key}>
              {name}
            </option>
          ))}
        </select>
        {pack && <span className="hint">{pack.about}</span>}
      </div>
      <input
        type="search"
        aria-label="Buscar una plantilla"
        placeholder="Buscar: farmacia, cámaras, remuneraciones…"
        value={word}
        onChange={({ target }) => setWord(target.value)}
      />
      <div className={css['gallery']}>
        {areas.length === 0 && <p className="muted">Ninguna plantilla con esas palabras.</p>}
        {areas.map((area) => (
          <section key={area} className="stack tight" aria-label={area}>
            <h3>{area}</h3>
            <ul className={css['templates']}>
              {fitting
                .filter((template) => template.area === area)
                .map((template) => (
                  <li key={template.id} className={css['template']}>
                    <button type="button" className={css['choose']} onClick={() => onChoose(template)}>
                      {template.name}
                    </button>
                    <span className="hint">{template.purpose}</span>
                    <span className="row">
                      {template.hasSensitiveData && <Mark tone="warn">Datos sensibles</Mark>}
                      {template.dpiaRequired && <Mark tone="warn">Requiere evaluación</Mark>}
                    </span>
                  </li>
                ))}
            </ul>
          </section>
        ))}
      </div>
    </Panel>
  )
}

interface Editing {
  start: Start
  /** What was recovered is not wanted. */
  onDropped: () => void
}

function Editor({ start, onDropped }: Editing) {
  const [taken, setTaken] = useState<Partial<Values> | undefined>(start.draft ? undefined : start.values)
  if (start.draft && !taken) return <Proposal draft={start.draft} onTake={setTaken} />
  return <Filling start={{ ...start, values: taken ?? start.values }} onDropped={onDropped} />
}

function Filling({ start: { values, note, draft, goesOn }, onDropped }: Editing) {
  const at = useAt()
  const navigate = useNavigate()
  const create = useAct(
    async (service, values: Values) => {
      const made = await service.post('/rat/activities', { body: bodyOf(values), idempotencyKey: true })
      await keepRisk(service, made.id, values)
      return made
    },
    {
      quiet: true,
      done: 'La actividad quedó como borrador. Publíquela cuando esté completa.',
      after: ({ id }) => void navigate(at(`registro/${id}`)),
    },
  )
  const form = useForm({
    keep: KEEP,
    fresh: !goesOn,
    initial: { ...valuesOf(), ...values },
    names: NAMES,
    save: (typed) => create.mutateAsync(typed),
  })
  return (
    <>
      {note && !draft && <Notice>{note}</Notice>}
      <ActivityForm
        form={{
          ...form,
          discard: () => {
            form.discard()
            onDropped()
          },
        }}
        submit="Guardar el borrador"
      />
    </>
  )
}

/** Each field of a proposal with why, and how sure: the person takes some and leaves others. */
function Proposal({ draft, onTake }: { draft: Draft; onTake: (values: Partial<Values>) => void }) {
  const { confidence, alternatives, hasSensitiveData, dpiaRequired, reasons, rationale } = draft
  const { vocabulary } = useRecord('/data-map/catalog')
  const proposed = proposedValues(draft.activity)
  const fields = reasons.filter(({ field }) => field in PROPOSED)
  const [taken, setTaken] = useState<ReadonlySet<string>>(() => new Set(fields.map(({ field }) => field)))
  const turn = (field: string, on: boolean) =>
    setTaken((before) => {
      const next = new Set(before)
      if (on) next.add(field)
      else next.delete(field)
      return next
    })
  return (
    <Panel title="Lo que se propone">
      <Notice tone={confidence < 0.5 ? 'warn' : 'ok'}>
        <p>
          {confidence < 0.5
            ? 'No reconocemos bien esta actividad: conservamos sus palabras y dejamos el resto en blanco.'
            : `Reconocida con ${percent(confidence)} de seguridad. Tome lo que corresponda; todo se puede corregir después.`}
        </p>
        {(hasSensitiveData || dpiaRequired) && (
          <p className="row">
            {hasSensitiveData && <Mark tone="warn">Datos sensibles</Mark>}
            {dpiaRequired && <Mark tone="warn">Requiere evaluación de impacto</Mark>}
          </p>
        )}
        {alternatives.length > 0 && (
          <p className="hint">Plantillas parecidas: {alternatives.map(({ name }) => name).join('; ')}.</p>
        )}
      </Notice>
      <ul className="stack plain">
        {fields.map(({ field, reason, confidence: sure }) => (
          <li key={field} className={css['proposed']}>
            <input
              type="checkbox"
              id={`take-${field}`}
              checked={taken.has(field)}
              aria-describedby={`why-${field}`}
              onChange={({ target }) => turn(field, target.checked)}
            />
            <div className="stack tight">
              <label htmlFor={`take-${field}`}>
                <span className="strong">{PROPOSED[field]?.[0]}:</span>{' '}
                {proposedWords(field, draft.activity, vocabulary)}
              </label>
              <span className="hint" id={`why-${field}`}>
                {percent(sure)} de seguridad. {reason}
              </span>
            </div>
          </li>
        ))}
      </ul>
      {confidence >= 0.5 && !draft.activity.automatedDecisions && (
        <p className="hint">
          Sin decisiones automatizadas: su descripción no nombra ninguna. Si las hay, márquelas en el
          formulario (art. 8 bis).
        </p>
      )}
      <details>
        <summary>Por qué, en detalle</summary>
        <p className="prose">{rationale}</p>
      </details>
      <div className="row">
        <Button kind="main" onClick={() => onTake(takenValues(proposed, taken))}>
          Seguir con lo elegido
        </Button>
      </div>
    </Panel>
  )
}

const percent = (share: number) => `${Math.round(share * 100)} %`
