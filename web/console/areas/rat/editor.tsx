import { DATA_CATEGORIES, includesSensitive } from '#kernel/data-categories.ts'
import { articlesOf, basisWords } from '#modules/rat/knowledge/bases.ts'
import { RETENTION_LABELS } from '#modules/rat/knowledge/vocabulary.ts'
import { useChoosing, useChoosingAhead } from '../../choices.ts'
import { useRecord } from '../../data.ts'
import { useAhead } from '../../lists.ts'
import {
  AreaField,
  CheckField,
  ChoiceField,
  DayField,
  FormView,
  LinesField,
  Pair,
  TextField,
} from '../../ui/field.tsx'
import type { Form } from '../../ui/form.ts'
import { ManyField, RadioField } from '../../ui/group-field.tsx'
import { Notice } from '../../ui/mark.tsx'
import { Panel, Split } from '../../ui/page.tsx'
import { PickOneField } from '../../ui/pick-field.tsx'
import { LiveCheck } from './live-check.tsx'
import { NewSystem } from './new-system.tsx'
import type { Values } from './values.ts'
import { BASES } from './words.ts'

type Basis = Parameters<typeof articlesOf>[0]

const CATEGORIES = Object.entries(DATA_CATEGORIES).map(
  ([key, { label, sensitive }]) => [key, label, sensitive ? 'sensible' : undefined] as const,
)

const VOLUMES = [
  ['low', 'Pocas'],
  ['medium', 'Cientos o miles'],
  ['high', 'Decenas de miles'],
  ['massive', 'Gran escala'],
] as const

/** Edits an activity in plain words, with the article beside each choice. */
export function ActivityForm({
  form,
  submit,
  activityId,
  onCancel,
}: {
  form: Form<Values>
  submit: string
  /** The saved activity. The live check then includes its links. */
  activityId?: string
  onCancel?: () => void
}) {
  const { values } = form
  useAhead([['/data-map/catalog'], ['/org/entities']])
  useChoosingAhead(['/data-map/systems'])
  const { vocabulary } = useRecord('/data-map/catalog')
  const systems = useChoosing('/data-map/systems')
  const { entities } = useRecord('/org/entities')
  const sensitive = values.socioeconomic || includesSensitive(values.dataCategories)
  const subjects = vocabulary.subjectCategories.map(({ value, label }) => [value, label] as const)
  const own = values.subjectCategories.filter((one) => !subjects.some(([value]) => value === one))
  return (
    <Split aside={<LiveCheck values={values} activityId={activityId} />}>
      <FormView form={form} submit={submit} {...(onCancel && { onCancel })}>
        <Panel title="Qué se hace y para qué">
          <TextField
            form={form}
            name="name"
            label="Nombre"
            hint="Como la llaman en la organización."
            maxLength={200}
            required
          />
          <AreaField
            form={form}
            name="purpose"
            label="Finalidad"
            hint="Para qué se usan los datos, en palabras que entienda la persona a quien se refieren (art. 3, letra b)."
            rows={3}
            required
          />
          <Pair>
            <TextField form={form} name="responsibleArea" label="Área a cargo" maxLength={200} />
            <DayField form={form} name="reviewAt" label="Revisarla el" hint="Ese día se le avisa." />
          </Pair>
        </Panel>
        <LegalGround form={form} sensitive={sensitive} />
        <Panel title="De quiénes y qué datos">
          <ManyField
            form={form}
            name="subjectCategories"
            label="Personas"
            hint="De quiénes son los datos: los titulares (art. 14 ter, letra d)."
            choices={[...subjects, ...own.map((one) => [one, one] as const)]}
            columns
            required
          />
          <ManyField
            form={form}
            name="dataCategories"
            label="Datos"
            hint="Solo los que la finalidad necesita (art. 3, letra c)."
            choices={CATEGORIES}
            columns
            required
          />
          <CheckField
            form={form}
            name="socioeconomic"
            label="Revelan la situación socioeconómica"
            hint="Son datos sensibles (art. 2, letra g)."
          />
          <Pair>
            <TextField
              form={form}
              name="dataSource"
              label="De dónde vienen"
              hint="Del propio titular, de un tercero… (art. 14 ter)."
            />
            <CheckField form={form} name="sourceIsPublic" label="La fuente es de acceso público" />
          </Pair>
          {values.dataCategories.includes('minor_data') && (
            <AreaField
              form={form}
              name="minorsSafeguard"
              label="Cómo se protege a niños, niñas y adolescentes"
              hint="Su interés superior y autonomía progresiva (art. 16 quáter)."
              rows={2}
            />
          )}
        </Panel>
        <Panel title="Dónde están y quién los recibe">
          <PickOneField
            form={form}
            name="systemId"
            label="Sistema"
            none="Elija uno"
            from={systems}
            required
          />
          <NewSystem onMade={(id) => form.set('systemId', id)} />
          <LinesField
            form={form}
            name="recipients"
            label="Destinatarios"
            hint="A quiénes se comunican o ceden (arts. 14 ter y 15); uno por línea."
          />
          <CheckField
            form={form}
            name="transfers"
            label="Salen de Chile"
            hint="Transferencia internacional (arts. 27 y 28)."
          />
          {values.transfers && (
            <Pair>
              <TextField form={form} name="transferCountry" label="País" />
              <ChoiceField
                form={form}
                name="transferMechanism"
                label="Con qué garantía"
                none="Sin indicar"
                choices={vocabulary.transferMechanisms.map(({ value, label }) => [value, label] as const)}
              />
            </Pair>
          )}
        </Panel>
        <Panel title="Por cuánto tiempo y con qué cuidado">
          <Pair>
            <ChoiceField
              form={form}
              name="retentionPeriod"
              label="Se conservan"
              hint="Lo que la finalidad exija, y no más (art. 3, letra c)."
              none="Elija un plazo"
              choices={Object.entries(RETENTION_LABELS)}
              required
            />
            <TextField form={form} name="retentionNote" label="Por qué ese plazo" />
          </Pair>
          <ManyField
            form={form}
            name="securityMeasures"
            label="Medidas de seguridad"
            hint="Art. 14 quinquies."
            choices={vocabulary.securityMeasures.map(({ value, label }) => [value, label] as const)}
            columns
          />
          <CheckField
            form={form}
            name="automatedDecisions"
            label="Toma decisiones automatizadas"
            hint="Por medios automatizados, incluidos los perfiles, con efectos jurídicos o significativos para el titular, aunque una persona intervenga (art. 8 bis)."
          />
          {values.automatedDecisions && (
            <AreaField
              form={form}
              name="automatedLogic"
              label="Con qué lógica, y qué consecuencias tiene"
              rows={3}
            />
          )}
          <ChoiceField form={form} name="dataVolume" label="Cuántas personas" choices={VOLUMES} required />
        </Panel>
        <Panel title="Quién responde">
          <RadioField
            form={form}
            name="controllerRole"
            label="La organización es"
            choices={[
              ['responsable', 'Responsable', 'decide para qué y cómo'],
              ['encargado', 'Encargada', 'trata los datos por cuenta de otro (art. 15 bis)'],
            ]}
            required
          />
          {values.controllerRole === 'encargado' && (
            <TextField form={form} name="controllerName" label="Por cuenta de" maxLength={200} />
          )}
          {entities.length > 1 && (
            <ChoiceField
              form={form}
              name="legalEntityId"
              label="Entidad legal"
              none="La principal"
              choices={entities.map(({ id, name }) => [id, name] as const)}
            />
          )}
        </Panel>
      </FormView>
    </Split>
  )
}

/** The legal basis, its article, and what the law requires of it. */
function LegalGround({ form, sensitive }: { form: Form<Values>; sensitive: boolean }) {
  const { legalBasis, legalBasisArticle } = form.values
  const articles = legalBasis === '' ? [] : articlesOf(legalBasis as Basis)
  const words = basisWords({
    legalBasis: (legalBasis || null) as Basis | null,
    legalBasisArticle: legalBasisArticle || null,
    hasSensitiveData: sensitive,
  })
  return (
    <Panel title="Por qué es lícito">
      <RadioField form={form} name="legalBasis" label="Base de licitud" choices={BASES} required />
      {articles.length > 1 && (
        <ChoiceField
          form={form}
          name="legalBasisArticle"
          label="Artículo"
          hint="De la Ley 19.628 (mod. Ley 21.719)."
          none="El general de esta base"
          choices={articles.map((article) => {
            const said = basisWords({ legalBasis: legalBasis as Basis, legalBasisArticle: article })
            return [article, `${said?.article ?? article}: ${said?.label ?? ''}`] as const
          })}
        />
      )}
      {words && (
        <p className="hint">
          Los textos dirán: {words.label}, {words.article}.
        </p>
      )}
      {sensitive && (
        <Notice tone="warn">
          Trata datos sensibles: la regla es el consentimiento expreso, o una de las excepciones de los arts.
          16 y 16 bis.
        </Notice>
      )}
      {legalBasis === 'consent' && (
        <TextField
          form={form}
          name="consentWithdrawal"
          label="Cómo se revoca"
          hint="Por un medio similar al usado para darlo, gratuito y siempre disponible (art. 12)."
        />
      )}
      {(legalBasis === 'legal_obligation' || legalBasis === 'public_interest') && (
        <TextField
          form={form}
          name="legalNorm"
          label="Norma que lo ordena o autoriza"
          hint="Con su artículo."
        />
      )}
      {legalBasis === 'legitimate_interest' && (
        <>
          <TextField form={form} name="legitimateInterest" label="Cuál es el interés" />
          <AreaField form={form} name="balancePurpose" label="Por qué es legítimo" rows={2} />
          <AreaField
            form={form}
            name="balanceNecessity"
            label="Por qué es necesario"
            hint="Y no hay un medio menos invasivo."
            rows={2}
          />
          <AreaField
            form={form}
            name="balanceBalance"
            label="Cómo afecta a los titulares"
            hint="Y por qué no vulnera sus derechos (art. 13, letra d)."
            rows={2}
          />
          <AreaField
            form={form}
            name="balanceSafeguards"
            label="Cómo se les protege, y cómo se oponen"
            rows={2}
          />
          <RadioField
            form={form}
            name="balanceOutcome"
            label="Resultado de la ponderación"
            choices={[
              ['favourable', 'El interés prevalece'],
              ['unfavourable', 'Prevalecen los derechos de los titulares'],
            ]}
          />
        </>
      )}
    </Panel>
  )
}
