import { X } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { useOrganisation } from '../../frame/organisation.tsx'
import { messageOf, serviceOf } from '../../service.ts'
import { Button } from '../../ui/button.tsx'
import { bytes } from '../../ui/files.tsx'
import { say } from '../../ui/say.ts'
import css from './dsar.module.css'

export interface Scan {
  key: string
  name: string
  size: number
}

/** Drops or picks papers. Each one is stored at once, and attached when the request is saved. */
export function Scans({
  label,
  hint,
  most,
  files,
  onChange,
}: {
  label: string
  hint: string
  most: number
  files: readonly Scan[]
  onChange: (files: Scan[]) => void
}) {
  const { slug } = useOrganisation()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const [over, setOver] = useState(false)
  const upload = async (picked: readonly File[]) => {
    setBusy(true)
    const kept = [...files]
    try {
      for (const file of picked.slice(0, most - files.length)) {
        const body = new FormData()
        body.set('file', file, file.name)
        kept.push(await serviceOf(slug).post('/files', { body }))
      }
    } catch (error) {
      say(messageOf(error), 'danger')
    } finally {
      setBusy(false)
      onChange(kept)
    }
  }
  return (
    <div className="stack tight">
      <span className="strong">
        {label} <small className="muted">(opcional)</small>
      </span>
      <span className="hint" id={`${id}-hint`}>
        {hint}
      </span>
      {files.length < most && (
        // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a short cut, the field inside does the same.
        <div
          className={css['drop']}
          data-over={over || undefined}
          onDragOver={(event) => {
            event.preventDefault()
            setOver(true)
          }}
          onDragLeave={() => setOver(false)}
          onDrop={(event) => {
            event.preventDefault()
            setOver(false)
            void upload([...event.dataTransfer.files])
          }}
        >
          <Button
            label={`${most > 1 ? 'Elegir archivos' : 'Elegir un archivo'}: ${label}`}
            busy={busy}
            aria-describedby={`${id}-hint`}
            onClick={() => input.current?.click()}
          >
            {busy ? 'Subiendo…' : most > 1 ? 'Elegir archivos' : 'Elegir un archivo'}
          </Button>
          <input
            ref={input}
            type="file"
            hidden
            multiple={most > 1}
            aria-label={label}
            accept=".pdf,.png,.jpg,.jpeg,.webp,.heic,.tif,.tiff,.docx"
            onChange={({ target }) => {
              const picked = [...(target.files ?? [])]
              target.value = ''
              void upload(picked)
            }}
          />
          <span className="hint">{most > 1 ? 'o arrástrelos hasta aquí' : 'o arrástrelo hasta aquí'}</span>
        </div>
      )}
      {files.length > 0 && (
        <ul className="stack plain tight">
          {files.map((file) => (
            <li key={file.key} className="row">
              <span>{file.name}</span> <span className="hint">{bytes(file.size)}</span>
              <Button
                kind="quiet"
                label={`Quitar ${file.name}`}
                onClick={() => onChange(files.filter(({ key }) => key !== file.key))}
              >
                <X size={16} aria-hidden />
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
