import { FileDown } from 'lucide-react'
import { useServiceUrl } from '../../frame/organisation.tsx'
import { moment } from '../../times.ts'
import { FileLink } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { FrameView } from '../../ui/frame-view.tsx'
import { useFilters } from '../../ui/list.tsx'
import { Mark } from '../../ui/mark.tsx'
import { Panel, Split } from '../../ui/page.tsx'
import { Seal } from '../../ui/seal.tsx'
import { LETTERS, type Letter, type Request } from './words.ts'

/** Every letter with its date, recipient and whole text: the proof that art. 11 asks for. */
export function Letters({ request }: { request: Request }) {
  const { search, set } = useFilters()
  const letters = [...request.letters].reverse()
  const chosen = letters.find(({ id }) => id === search['carta']) ?? letters[0]
  if (!chosen)
    return (
      <Empty title="Ninguna carta todavía">
        Aquí quedan el acuse, la prórroga, la respuesta y los avisos a terceros, con su fecha y su texto.
      </Empty>
    )
  return (
    <Split
      aside={
        <Panel title="Cartas">
          <ul className="stack plain">
            {letters.map((letter) => (
              <li key={letter.id} className="stack tight">
                <button
                  type="button"
                  className="linklike"
                  aria-pressed={letter === chosen}
                  onClick={() => set({ carta: letter.id })}
                >
                  {LETTERS[letter.kind]}
                </button>
                <span className="hint">{letter.to}</span>
                <Sent letter={letter} />
              </li>
            ))}
          </ul>
        </Panel>
      }
    >
      <LetterView key={chosen.id} id={request.id} letter={chosen} />
    </Split>
  )
}

function Sent({ letter: { sentAt, onPaper } }: { letter: Letter }) {
  if (onPaper)
    return (
      <span>
        <Mark tone="info">Para imprimir y entregar</Mark>
      </span>
    )
  return (
    <span>
      {sentAt ? <Mark tone="ok">Enviada el {moment(sentAt)}</Mark> : <Mark tone="warn">Por enviar</Mark>}
    </span>
  )
}

function LetterView({ id, letter }: { id: string; letter: Letter }) {
  const url = useServiceUrl()
  const path = `/dsar/requests/${id}/letters/${letter.id}`
  return (
    <Panel
      title={LETTERS[letter.kind]}
      actions={
        <>
          <Seal of={{ entityType: 'dsar_letter', id: letter.id }} what={LETTERS[letter.kind]} />
          <FileLink href={url(`${path}?format=docx`)}>
            <FileDown size={16} aria-hidden /> Word
          </FileLink>
          <FileLink href={url(`${path}?format=pdf`)}>
            <FileDown size={16} aria-hidden /> PDF
          </FileLink>
        </>
      }
    >
      <p className="muted">{letter.subject}</p>
      {letter.onPaper && (
        <p className="hint">
          Imprímala, entréguela por el medio que la persona indicó y adjunte en «Archivos» el comprobante: la
          copia firmada o la guía del correo.
        </p>
      )}
      <FrameView src={url(`${path}/preview`)} title={`${LETTERS[letter.kind]}: cómo se lee`} />
    </Panel>
  )
}
