import { useQuery } from '@tanstack/react-query'
import { FileArchive } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { reading } from '../../data.ts'
import { useOrganisation } from '../../frame/organisation.tsx'
import { useWhole } from '../../lists.ts'
import { messageOf } from '../../service.ts'
import { moment } from '../../times.ts'
import { Button } from '../../ui/button.tsx'
import { ChainState } from '../../ui/chain.tsx'
import { Notice } from '../../ui/mark.tsx'
import { Facts, Panel, Split } from '../../ui/page.tsx'
import { type Checked, checkFolder } from './folder-check.ts'

/** Checks whether a file is one that the service issued. The file stays in the browser. */
export function CheckPart() {
  return (
    <Split aside={<ReceiptCheck />}>
      <Panel title="La cadena de evidencia">
        <ChainState />
      </Panel>
      <FolderCheck />
    </Split>
  )
}

function FolderCheck() {
  const items = useWhole('/governance/reports', {})
  const [checked, setChecked] = useState<Checked | 'busy'>()
  const input = useRef<HTMLInputElement>(null)
  const check = async (file: File | undefined) => {
    if (!file) return
    setChecked('busy')
    setChecked(await checkFolder(file))
  }
  const known = items.find(({ sha256 }) => typeof checked === 'object' && sha256 === checked.sha256)
  return (
    <Panel title="Una carpeta de fiscalización">
      <p className="muted">
        Si alguien le muestra una carpeta, elija el archivo .zip: se lee en este navegador y no se envía a
        ninguna parte.
      </p>
      <div>
        <Button busy={checked === 'busy'} onClick={() => input.current?.click()}>
          <FileArchive size={16} aria-hidden /> Elegir la carpeta
        </Button>
      </div>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="El archivo .zip"
        accept=".zip,application/zip"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          target.value = ''
          void check(file)
        }}
      />
      <div role="status" className="stack">
        {checked === 'busy' && <p>Calculando su huella…</p>}
        {typeof checked === 'object' && <FolderResult checked={checked} known={known} />}
      </div>
    </Panel>
  )
}

function FolderResult({
  checked: { fault, sha256, changed },
  known,
}: {
  checked: Checked
  known: { title: string; createdAt: string } | undefined
}) {
  if (fault) return <Notice tone="warn">{fault}</Notice>
  return (
    <>
      {known ? (
        <Notice tone="ok">
          Es la carpeta «{known.title}», pedida el {moment(known.createdAt)}. No cambió ni un byte.
        </Notice>
      ) : (
        <Notice tone="danger">
          Ninguna carpeta que conserva esta organización tiene esta huella: cambió después de salir de aquí, o
          se eliminó, o no salió de aquí.
        </Notice>
      )}
      {!known && changed?.length === 0 && (
        <Notice>
          Sus archivos coinciden con el manifiesto que lleva dentro. Eso no prueba de dónde salió: quien
          cambia un archivo puede cambiar también el manifiesto.
        </Notice>
      )}
      {!known && changed && changed.length > 0 && (
        <>
          <p>No coinciden con el manifiesto que lleva dentro:</p>
          <ul className="stack tight">
            {changed.map((name) => (
              <li key={name}>
                <code>{name}</code>
              </li>
            ))}
          </ul>
        </>
      )}
      <Facts facts={[['Huella SHA-256', <code key="hash">{sha256}</code>, 'whole']]} />
    </>
  )
}

const RECEIPT = /^[\da-f]{64}$/

function ReceiptCheck() {
  const { slug } = useOrganisation()
  const [typed, setTyped] = useState('')
  const id = useId()
  const receipt = typed.trim().toLowerCase()
  const { data, error } = useQuery({
    ...reading(slug, '/public/consent/receipts/{receipt}', { path: { receipt } }),
    enabled: RECEIPT.test(receipt),
  })
  return (
    <Panel title="Un recibo de consentimiento">
      <label className="strong" htmlFor={id}>
        El recibo
      </label>
      <span className="hint" id={`${id}-hint`}>
        64 cifras y letras, como aparece en la prueba o en el correo que recibió la persona.
      </span>
      <input
        id={id}
        type="text"
        maxLength={80}
        spellCheck={false}
        aria-describedby={`${id}-hint`}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <div role="status" className="stack">
        {receipt !== '' && !RECEIPT.test(receipt) && (
          <p className="hint">Le faltan o le sobran letras: tiene {receipt.length} de 64.</p>
        )}
        {error && <Notice tone="danger">{messageOf(error)}</Notice>}
        {data && (
          <>
            <Notice tone={data.valid ? 'ok' : 'danger'}>
              {data.valid
                ? 'El recibo vale: el registro y el texto que se mostró siguen iguales.'
                : 'El recibo no vale: el registro o el texto que se mostró cambiaron.'}
            </Notice>
            <Facts
              facts={[
                ['De', data.organization.name],
                ['Decisión', data.granted ? 'Otorgó su consentimiento' : 'No lo otorgó, o lo retiró'],
                ['Cuándo', moment(data.createdAt)],
              ]}
            />
          </>
        )}
      </div>
    </Panel>
  )
}
