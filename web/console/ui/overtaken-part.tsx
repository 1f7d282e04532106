import { lazy, Suspense } from 'react'
import type { Form } from './form.ts'

const Overtaken = lazy(async () => ({ default: (await import('./recovered.tsx')).Overtaken }))

/** Marks a part of a form, such as the stages, that also changed in the record. */
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
