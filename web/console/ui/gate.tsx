import { useState } from 'react'
import { ResguardoError } from '#client'
import { reaches } from '#kernel/roles.ts'
import { useOrganisation } from '../frame/organisation.tsx'
import { AreaField } from './field.tsx'
import type { Form } from './form.ts'
import { Notice } from './mark.tsx'

export interface Warning {
  key: string
  message: string
  article: string
}

/** Legal warnings after an act that succeeded. */
export function Warnings({ warnings }: { warnings: readonly Warning[] }) {
  if (warnings.length === 0) return null
  return (
    <Notice tone="warn">
      <p className="strong">Quedó hecho, pero falta algo que pide la ley:</p>
      <ul>
        {warnings.map(({ key, message, article }) => (
          <li key={key}>
            {message} <span className="hint">{article}</span>
          </li>
        ))}
      </ul>
    </Notice>
  )
}

/** An organisation that enforces the law refuses the act. A DPO may continue with a written reason. */
export function useOverride() {
  const { role } = useOrganisation()
  const [isRefused, setRefused] = useState(false)
  return {
    isRefused: isRefused && reaches(role, 'DPO'),
    watch: async <T,>(act: Promise<T>): Promise<T> => {
      try {
        return await act
      } catch (error) {
        setRefused(error instanceof ResguardoError && error.status === 422 && error.details.length > 0)
        throw error
      }
    },
  }
}

export function OverrideField<V extends { overrideReason: string }>({ form }: { form: Form<V> }) {
  return (
    <AreaField
      form={form as unknown as Form<{ overrideReason: string }>}
      name="overrideReason"
      label="Razón para continuar pese a lo que falta"
      hint="Queda en la auditoría con su nombre. No exime de cumplir la ley."
      rows={2}
    />
  )
}
