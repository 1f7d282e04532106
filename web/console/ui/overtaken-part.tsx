import { lazy, Suspense } from 'react'
import type { Form } from './form.ts'

const Overtaken = lazy(async () => ({ default: (await import('./recovered.tsx')).Overtaken }))

/** Beside a part of a form that is no field of its own, such as its stages, where it changed in the record too. */
export function OvertakenPart<V extends object>({
  form,
  name,
  label,
}: {
  form: Form<V>
  name: keyof V & string
  label: string
}) {
  if (!(name in form.overtaken)) return null
  return (
    <Suspense>
      <Overtaken form={form as never} name={name as never} label={label} />
    </Suspense>
  )
}
