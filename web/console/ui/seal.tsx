import { useQuery } from '@tanstack/react-query'
import { Stamp } from 'lucide-react'
import { useState } from 'react'
import { type Data, type Input, ResguardoError } from '#client'
import type { ProofResult } from '#kernel/evidence/proof.ts'
import { useRecord } from '../data.ts'
import { useOrganisation } from '../frame/organisation.tsx'
import { messageOf, serviceOf } from '../service.ts'
import { moment } from '../times.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Notice } from './mark.tsx'
import { type Fact, Facts } from './page.tsx'

type Proof = Data<'GET /evidence/{entityType}/{id}'>

interface Of {
  /** The name in the chain: `audit_log`, `dsar_letter`… */
  entityType: string
  id: string
}

/** The seal of a record. When opened, it is checked in the browser, not by the service that made it. */
export function Seal({ of, what }: { of: Of; what: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button kind="quiet" icon label={`Ver el sello: ${what}`} onClick={() => setOpen(true)}>
        <Stamp size={16} aria-hidden />
      </Button>
      {isOpen && <SealDialog of={of} what={what} onClose={() => setOpen(false)} />}
    </>
  )
}

type ActOf = NonNullable<NonNullable<Input<'GET /activity'>['query']>['entityType']>

/** The seal of the last act on a record, for records whose history is in another table. */
export function LastSeal({
  entityType,
  entityId,
  what,
}: {
  entityType: ActOf
  entityId: string
  what: string
}) {
  const { items } = useRecord('/activity', { query: { entityType, entityId, limit: 1 } })
  const [last] = items
  return last ? <Seal of={{ entityType: 'audit_log', id: last.id }} what={what} /> : null
}

interface Checked {
  proof: Proof
  result: ProofResult
}

/** Asks again while the record waits for its seal. */
function useProof({ entityType, id }: Of) {
  const { slug } = useOrganisation()
  return useQuery<Checked>({
    queryKey: [slug, 'seal', entityType, id],
    queryFn: async () => {
      const service = serviceOf(slug)
      const [proof, { keys }, { verifyProof }] = await Promise.all([
        service.get('/evidence/{entityType}/{id}', { path: { entityType, id } }),
        service.get('/public/evidence/keys'),
        import('#kernel/evidence/proof.ts'),
      ])
      return { proof, result: await verifyProof(proof as never, keys) }
    },
    refetchInterval: ({ state }) => (waits(state.error) ? ASK_EVERY_MS : false),
  })
}

const ASK_EVERY_MS = 5000
const waits = (error: Error | null) => error instanceof ResguardoError && error.status === 409

function SealDialog({ of, what, onClose }: { of: Of; what: string; onClose: () => void }) {
  const { data, error } = useProof(of)
  return (
    <Dialog title="Sello de evidencia" about={what} onClose={onClose}>
      <div aria-live="polite" className="stack">
        {!data && !error && <p>Comprobando…</p>}
        {error && (
          <Notice tone={waits(error) ? 'info' : 'warn'}>
            <p>
              {waits(error)
                ? 'Todavía espera su sello, que llega en menos de un minuto. Se mostrará aquí.'
                : messageOf(error)}
            </p>
          </Notice>
        )}
        {data && <Verdict checked={data} />}
      </div>
    </Dialog>
  )
}

const BROKEN: Record<Exclude<ProofResult, { whole: true }>['step'], string> = {
  shape: 'La prueba no se puede leer.',
  payload: 'El registro no es el que se selló: cambió después.',
  path: 'La anotación no está en el grupo que dice su sello.',
  seal: 'El sello no es el de la cadena publicada.',
  key: 'La firmó una clave que el servicio no publica.',
  signature: 'La firma de la cadena no corresponde.',
  unsupported: 'Este navegador no puede comprobar firmas Ed25519. Descargue la prueba y compruébela en otro.',
}

function Verdict({ checked: { proof, result } }: { checked: Checked }) {
  const { entry, head, stamp, erasure } = proof
  const facts: Fact[] = [
    ['Escrito', moment(entry.at)],
    ['Sellado', moment(head.at)],
    ['Anotación', `N.º ${entry.seq.toLocaleString('es-CL')} de la cadena`],
    ['Sello de tiempo externo', stamp ? `${stamp.authority}, ${moment(stamp.at)}` : 'Sin sello externo'],
    [
      'Huella',
      <code key="hash" style={{ overflowWrap: 'anywhere' }}>
        {entry.payloadHash}
      </code>,
      'whole',
    ],
  ]
  return (
    <>
      {result.whole ? (
        <Notice tone="ok">
          <p>
            Íntegro:{' '}
            {result.payloadChecked
              ? 'el registro no cambió desde que se selló'
              : 'su huella está en la cadena'}
            , y la firma corresponde. Lo comprobó este navegador.
          </p>
        </Notice>
      ) : (
        <Notice tone={result.step === 'unsupported' ? 'warn' : 'danger'}>
          <p>{BROKEN[result.step]}</p>
        </Notice>
      )}
      {erasure && (
        <Notice>
          <p>
            Su contenido se borró el {moment(erasure.at)}: {erasure.reason}. Queda su huella.
          </p>
        </Notice>
      )}
      {entry.kind === 'imported' && (
        <p className="hint">Es anterior a la cadena: el sello prueba que no cambió desde entonces.</p>
      )}
      <Facts facts={facts} />
      <div className="row">
        <Button onClick={() => save(proof)}>Descargar la prueba</Button>
        <a href="/verificar" target="_blank" rel="noreferrer">
          Comprobarla en otra parte
        </a>
      </div>
    </>
  )
}

/** Saves the proof as a file, which anybody can check without an account. */
function save(proof: Proof): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([JSON.stringify(proof, null, 2)], { type: 'application/json' }))
  link.download = `prueba-${proof.entry.seq}.json`
  link.click()
  URL.revokeObjectURL(link.href)
}
