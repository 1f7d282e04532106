import { Paperclip } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Data } from '#client'
import { useAct } from '../data.ts'
import { useOrganisation, useServiceUrl } from '../frame/organisation.tsx'
import { useWhole } from '../lists.ts'
import { messageOf, serviceOf } from '../service.ts'
import { moment } from '../times.ts'
import { Button } from './button.tsx'
import { say } from './say.ts'

type Stored = Data<'POST /files'>

const [KB, MB, GB] = [1024, 1024 ** 2, 1024 ** 3]

export const bytes = (size: number) => {
  const inUnits = (unit: number) => (size / unit).toLocaleString('es-CL', { maximumFractionDigits: 1 })
  if (size < MB) return `${Math.max(1, Math.round(size / KB))} kB`
  return size < GB ? `${inUnits(MB)} MB` : `${inUnits(GB)} GB`
}

/** Uploads a file as evidence, for a record if one is named. */
export function UploadButton({
  text,
  of,
  onStored,
}: {
  text: string
  of?: { entityType: string; entityId: string }
  onStored: (file: Stored) => void
}) {
  const { slug, may } = useOrganisation()
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  if (!may('POST /files')) return null
  const upload = async (file: File) => {
    setBusy(true)
    try {
      const body = new FormData()
      if (of) for (const [name, value] of Object.entries(of)) body.set(name, value)
      body.set('file', file, file.name)
      onStored(await serviceOf(slug).post('/files', { body }))
    } catch (error) {
      say(messageOf(error), 'danger')
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button busy={busy} onClick={() => input.current?.click()}>
        <Paperclip size={16} aria-hidden /> {busy ? 'Subiendo…' : text}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={text}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          target.value = ''
          if (file) void upload(file)
        }}
      />
    </>
  )
}

export const filesOf = (entityType: string, entityId: string) => ['/files', { entityType, entityId }] as const

/** The files of a record, with an upload button. */
export function Files({ entityType, entityId }: { entityType: string; entityId: string }) {
  const items = useWhole(...filesOf(entityType, entityId))
  const url = useServiceUrl()
  const added = useAct(async () => undefined, { done: 'El archivo quedó guardado, con su huella.' })
  return (
    <>
      {items.length === 0 && <p className="muted">Sin archivos todavía.</p>}
      <ul className="stack plain">
        {items.map(({ key, name, size, createdAt, sha256 }) => (
          <li key={key} className="stack tight">
            <a href={url(`/files/${key}`)} download={name}>
              {name}
            </a>
            <span className="hint">
              {bytes(size)} · {moment(createdAt)} · huella <code>{sha256.slice(0, 12)}</code>
            </span>
          </li>
        ))}
      </ul>
      <div>
        <UploadButton
          text="Adjuntar un archivo"
          of={{ entityType, entityId }}
          onStored={() => added.mutate()}
        />
      </div>
    </>
  )
}
