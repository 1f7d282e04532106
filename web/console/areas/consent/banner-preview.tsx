import { useEffect, useRef, useState } from 'react'
import { ResguardoError } from '#client'
import { useOrganisation } from '../../frame/organisation.tsx'
import { BASE, messageOf, serviceOf } from '../../service.ts'
import { FilterChoice, useFilters } from '../../ui/list.tsx'
import { Notice as Remark } from '../../ui/mark.tsx'
import { Panel } from '../../ui/page.tsx'
import css from './consent.module.css'
import { bodyOf, type Design } from './design.ts'
import type { Notice } from './words.ts'

const PAUSE_MS = 400
const WIDTHS = [
  ['', 'Lo que cabe'],
  ['telefono', 'Teléfono (390 px)'],
] as const

const INCOMPLETE = 'Se verá cuando esté escrito lo que falta.'

/** A 400 means that fields are incomplete. The form shows beside them which. */
const isIncomplete = (error: unknown) => error instanceof ResguardoError && error.status === 400

/** The real banner script with the unsaved design. It records no decision. */
export function BannerPreview({ notice, design }: { notice: Notice; design: Design }) {
  const { slug } = useOrganisation()
  const { search } = useFilters()
  const frame = useRef<HTMLIFrameElement>(null)
  const [isReady, setReady] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const { id, config } = notice
  const asked = JSON.stringify(bodyOf(design, config))
  useEffect(() => {
    const hear = ({ source, data }: MessageEvent) => {
      if (source === frame.current?.contentWindow && data?.resguardo === 'ready') setReady(true)
    }
    window.addEventListener('message', hear)
    return () => window.removeEventListener('message', hear)
  }, [])
  useEffect(() => {
    if (!isReady) return
    let isOld = false
    const show = async () => {
      try {
        const shown = await serviceOf(slug).post('/consent/notices/{id}/preview/config', {
          path: { id },
          body: JSON.parse(asked),
        })
        if (isOld) return
        setRefusal(undefined)
        frame.current?.contentWindow?.postMessage({ resguardo: shown }, location.origin)
      } catch (error) {
        if (!isOld) setRefusal(isIncomplete(error) ? INCOMPLETE : messageOf(error))
      }
    }
    const timer = setTimeout(() => void show(), PAUSE_MS)
    return () => {
      isOld = true
      clearTimeout(timer)
    }
  }, [isReady, slug, id, asked])
  return (
    <Panel title="Así lo verán" actions={<FilterChoice name="ancho" label="Ancho" choices={WIDTHS} />}>
      <div className={search['ancho'] === 'telefono' ? css['phone'] : undefined}>
        <iframe
          ref={frame}
          className={css['banner']}
          src={`${BASE}/w/preview`}
          title="El banner como lo verán las visitas"
        />
      </div>
      {refusal ? (
        <Remark tone="warn">{refusal}</Remark>
      ) : (
        <p className="hint">Es el banner real; lo que elija en él no se registra.</p>
      )}
    </Panel>
  )
}
