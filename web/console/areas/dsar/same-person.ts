import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Data } from '#client'
import { canonicalRut } from '#kernel/rut.ts'
import { useOrganisation } from '../../frame/organisation.tsx'
import { serviceOf } from '../../service.ts'

export type Same = Data<'POST /dsar/requests/same-person'>['items'][number]

const PAUSE_MS = 400

/** Open requests of the person being typed in, once the typed data can identify somebody. */
export function useSamePerson(values: { subjectRut: string; subjectEmail: string }): readonly Same[] {
  const { slug } = useOrganisation()
  const rut = canonicalRut(values.subjectRut) ?? ''
  const email = /^\S+@\S+\.\S+$/.test(values.subjectEmail.trim()) ? values.subjectEmail.trim() : ''
  const [asked, setAsked] = useState({ rut, email })
  useEffect(() => {
    const timer = setTimeout(() => setAsked({ rut, email }), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [rut, email])
  const { data } = useQuery({
    queryKey: [slug, '/dsar/requests/same-person', asked],
    enabled: asked.rut !== '' || asked.email !== '',
    queryFn: () =>
      serviceOf(slug).post('/dsar/requests/same-person', {
        body: { subjectRut: asked.rut || null, subjectEmail: asked.email || null },
      }),
  })
  return (asked.rut || asked.email ? data?.items : undefined) ?? []
}
