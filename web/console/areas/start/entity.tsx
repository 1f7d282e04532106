import type { Data } from '#client'
import { canonicalRut } from '#kernel/rut.ts'
import { useAct, useRecord } from '../../data.ts'
import { useSeen } from '../../seen.ts'
import { CheckField, FormView, Pair, TextField } from '../../ui/field.tsx'
import { type Seen, useForm } from '../../ui/form.ts'
import { Panel } from '../../ui/page.tsx'

type Entity = Data<'GET /org/entities/{id}'>

/** The controller's data. Checks the number while the person types. The service checks it again. */
export function EntityForm({ id, onDone }: { id: string; onDone: () => void }) {
  const entity = useRecord('/org/entities/{id}', { path: { id } })
  const update = useAct(
    (service, { body, seen }: { body: ReturnType<typeof valuesOf>; seen: Seen }) =>
      service.patch('/org/entities/{id}', { path: { id }, body, ...seen }),
    { quiet: true, done: 'Guardado.', after: onDone },
  )
  const form = useForm({
    keep: `start/entity/${id}`,
    version: useSeen(`/org/entities/${id}`),
    initial: valuesOf(entity),
    save: (body, seen) => update.mutateAsync({ body, seen }),
  })
  return (
    <FormView form={form} submit="Guardar y seguir">
      <Panel title="La organización">
        <Pair>
          <TextField
            form={form}
            name="name"
            label="Razón social"
            hint="Como está en el Servicio de Impuestos Internos."
            complete="organization"
            maxLength={200}
            required
          />
          <TextField
            form={form}
            name="taxId"
            label="RUT"
            hint={<RutHint text={form.values.taxId} />}
            maxLength={20}
            required
          />
        </Pair>
        <TextField
          form={form}
          name="postalAddress"
          label="Domicilio"
          hint="El de la política y de las cartas (art. 14 ter)."
          complete="street-address"
          maxLength={500}
        />
        <Pair>
          <TextField form={form} name="legalRepName" label="Representante legal" maxLength={200} />
          <TextField form={form} name="legalRepEmail" label="Correo del representante" type="email" />
        </Pair>
        <CheckField
          form={form}
          name="isPublicBody"
          label="Es un órgano del Estado"
          hint="Municipalidades, ministerios y servicios: su base es el ejercicio de sus funciones (art. 20)."
        />
        <CheckField
          form={form}
          name="essentialService"
          label="Servicio esencial u operador de importancia vital"
          hint="Energía, agua, telecomunicaciones, banca, salud y otros que fija la ley: en una brecha corren también los plazos ante el CSIRT Nacional (art. 9, Ley 21.663)."
        />
      </Panel>
      <Panel title="Quién protege los datos">
        <p className="muted">
          Es voluntario tener delegada o delegado, salvo dentro de un modelo de prevención. Lo designa la
          máxima autoridad, con autonomía y sin conflictos de interés (arts. 49 y 50). Si no hay, déjelo en
          blanco.
        </p>
        <Pair>
          <TextField
            form={form}
            name="dpoName"
            label="Delegada o delegado de protección de datos"
            maxLength={200}
          />
          <TextField form={form} name="dpoEmail" label="Su correo" type="email" />
        </Pair>
        <TextField
          form={form}
          name="arcoPublicEmail"
          label="Correo para los titulares"
          hint="El que se publica para que las personas ejerzan sus derechos (art. 14 ter)."
          type="email"
        />
      </Panel>
    </FormView>
  )
}

function valuesOf(entity: Entity) {
  return {
    name: entity.name,
    taxId: entity.taxId ?? '',
    postalAddress: entity.postalAddress ?? '',
    legalRepName: entity.legalRepName ?? '',
    legalRepEmail: entity.legalRepEmail ?? '',
    isPublicBody: entity.isPublicBody,
    essentialService: entity.essentialService,
    dpoName: entity.dpoName ?? '',
    dpoEmail: entity.dpoEmail ?? '',
    arcoPublicEmail: entity.arcoPublicEmail ?? '',
  }
}

const LONG_ENOUGH = 8

function RutHint({ text }: { text: string }) {
  if (canonicalRut(text)) return <span className="ok">El RUT es correcto.</span>
  if (text.replace(/[^\dkK]/g, '').length < LONG_ENOUGH) return <>Por ejemplo 76.543.210-3.</>
  return <span className="danger">El dígito verificador no corresponde: revise el número.</span>
}
