import { useId } from 'react'
import type { Data } from '#client'
import { useRecord } from '../../data.ts'
import { useSeen } from '../../seen.ts'
import { dayOf, endOfDay } from '../../times.ts'
import { ChoiceField, DayField, FormView, LinesField, NumberField, Pair, TextField } from '../../ui/field.tsx'
import { type Form, type Seen, useForm } from '../../ui/form.ts'
import css from './settings.module.css'
import { KEY_ROLES } from './words.ts'

export type ApiKey = Data<'GET /settings/api-keys/{id}'>

const USUAL_SCOPES = ['consent:read', 'consent:write']

/** Permissions, allowed addresses and expiry of a key. */
export function KeyForm({
  apiKey,
  submit,
  save,
  onCancel,
}: {
  apiKey?: ApiKey
  submit: string
  save: (body: object, seen: Seen) => Promise<unknown>
  onCancel: () => void
}) {
  const version = useSeen(apiKey && `/settings/api-keys/${apiKey.id}`)
  const form = useForm({
    ...(apiKey && { version }),
    initial: {
      name: apiKey?.name ?? '',
      role: (apiKey?.role ?? 'ANALYST') as string,
      scopes: [...(apiKey?.scopes ?? USUAL_SCOPES)] as string[],
      allowedAddresses: [...(apiKey?.allowedAddresses ?? [])] as string[],
      allowedOrigins: [...(apiKey?.allowedOrigins ?? [])] as string[],
      requestsPerMinute: apiKey?.requestsPerMinute ?? null,
      expiresAt: dayOf(apiKey?.expiresAt),
    },
    save: ({ expiresAt, allowedAddresses, allowedOrigins, ...values }, seen) => {
      const body = {
        ...values,
        allowedAddresses: filled(allowedAddresses),
        allowedOrigins: filled(allowedOrigins),
        expiresAt: expiresAt ? endOfDay(expiresAt) : null,
      }
      return save(body, seen)
    },
  })
  return (
    <FormView form={form} submit={submit} onCancel={onCancel}>
      <Pair>
        <TextField
          form={form}
          name="name"
          label="Nombre"
          hint="El sistema que la usa: así se la reconoce en la auditoría."
          maxLength={200}
          required
        />
        <ChoiceField
          form={form}
          name="role"
          label="Actúa como"
          hint="No puede más que una persona con este rol."
          choices={KEY_ROLES}
          required
        />
      </Pair>
      <Scopes form={form} />
      <Pair>
        <LinesField
          form={form}
          name="allowedAddresses"
          label="Direcciones desde las que se acepta"
          hint="Una por línea: 200.27.10.5 o 200.27.10.0/24. Vacío: desde cualquiera."
        />
        <LinesField
          form={form}
          name="allowedOrigins"
          label="Sitios que pueden usarla en un navegador"
          hint="Uno por línea: https://www.tiendasur.cl. Vacío: desde cualquiera."
        />
      </Pair>
      <Pair>
        <DayField form={form} name="expiresAt" label="Vence" hint="Al terminar ese día. Vacío: no vence." />
        <NumberField
          form={form}
          name="requestsPerMinute"
          label="Solicitudes por minuto"
          hint="Además del límite del plan."
          min={1}
        />
      </Pair>
    </FormView>
  )
}

const filled = (lines: readonly string[]) => lines.map((line) => line.trim()).filter(Boolean)

const WORKS = [
  ['', 'Nada'],
  ['read', 'Leer'],
  ['write', 'Escribir'],
  ['*', 'Leer y escribir'],
] as const

/** One choice per module: what the key may do there. */
function Scopes<V extends { scopes: string[] }>({ form }: { form: Form<V> }) {
  const { items } = useRecord('/settings/api-keys/scopes')
  const id = useId()
  const modules = [
    ...new Map(items.map(({ scope, label }) => [scope.split(':')[0]!, label.split(': ')[0]!])),
  ].toSorted(([, a], [, b]) => a.localeCompare(b, 'es'))
  const chosen = form.values.scopes
  const workOf = (module: string) => {
    const [read, write] = ['read', 'write'].map((work) => chosen.includes(`${module}:${work}`))
    return chosen.includes(`${module}:*`) || (read && write) ? '*' : read ? 'read' : write ? 'write' : ''
  }
  const fault = form.faults['scopes']
  return (
    <fieldset
      className="stack"
      style={{ border: 0, margin: 0, padding: 0 }}
      aria-invalid={fault ? true : undefined}
    >
      <legend className="strong" style={{ padding: 0 }}>
        Permisos
      </legend>
      <div className={css['scopes']}>
        {modules.map(([module, label]) => (
          <div key={module}>
            <label htmlFor={`${id}-${module}`}>{label}</label>
            <select
              id={`${id}-${module}`}
              value={workOf(module)}
              onChange={({ target }) => {
                const others = chosen.filter((scope) => !scope.startsWith(`${module}:`))
                const next = target.value ? [...others, `${module}:${target.value}`] : others
                form.set('scopes', next as V['scopes'])
              }}
            >
              {WORKS.map(([value, text]) => (
                <option key={value} value={value}>
                  {text}
                </option>
              ))}
            </select>
          </div>
        ))}
      </div>
      {fault && <span className="danger">Elija al menos un permiso.</span>}
    </fieldset>
  )
}
