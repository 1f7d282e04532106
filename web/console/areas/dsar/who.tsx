import { displayRut } from '#kernel/rut.ts'
import { useRecord } from '../../data.ts'
import { useOrganisation, useServiceUrl } from '../../frame/organisation.tsx'
import { moment } from '../../times.ts'
import { Button, FileLink } from '../../ui/button.tsx'
import { useFilters } from '../../ui/list.tsx'
import { Mark, Notice } from '../../ui/mark.tsx'
import { type Fact, Facts, Panel } from '../../ui/page.tsx'
import { usePeople } from '../../ui/people.ts'
import { IdentityDialog, WithdrawDialog } from './identity.tsx'
import { MoveDialog } from './move.tsx'
import { isClosed, METHODS, PROVABLES, provableOf, type Request } from './words.ts'

const PROOFS = {
  proven: ['Probado', 'ok'],
  claimed: ['Solo declarado', 'warn'],
} as const

function Proof({ of }: { of: keyof typeof PROOFS }) {
  return <Mark tone={PROOFS[of][1]}>{PROOFS[of][0]}</Mark>
}

/** The requester, the checks of identity, and the person in charge. */
export function Who({ request }: { request: Request }) {
  const nameOf = usePeople()
  const { entities } = useRecord('/org/entities')
  return (
    <>
      <Panel title="Quién pide">
        <Person request={request} />
        <Behalf request={request} />
        <Checks request={request} />
      </Panel>
      <Panel title="Quién responde">
        <Facts
          facts={[
            ['Responsable', nameOf(request.assignedTo) ?? (request.assignedTo ? 'Asignada' : 'Sin asignar')],
            ['Entidad', entities.find((entity) => entity.id === request.legalEntityId)?.name],
          ]}
        />
        <Cost request={request} />
        <Receipt id={request.id} />
      </Panel>
    </>
  )
}

function Person({ request }: { request: Request }) {
  const { identity, subjectRut, subjectEmail, subjectAddress, subjectPhone } = request
  const facts: Fact[] = [
    ['Nombre', request.subjectName, 'whole'],
    [
      'Correo',
      subjectEmail ? (
        <span key="email" className="stack tight">
          <a href={`mailto:${subjectEmail}`}>{subjectEmail}</a>
          <span>
            <Proof of={identity.email} />
          </span>
        </span>
      ) : (
        'No indicó: las cartas se imprimen'
      ),
      'whole',
    ],
    [
      'RUT',
      subjectRut && (
        <span key="rut" className="stack tight">
          {displayRut(subjectRut)}
          <span>
            <Proof of={identity.rut} />
          </span>
        </span>
      ),
    ],
    ['Teléfono', subjectPhone],
    ['Dirección', subjectAddress, 'whole'],
    ['Relación', request.organizationRelation],
  ]
  return <Facts facts={facts} />
}

/** The person who acts for the data subject: with a mandate, or as an heir (art. 4). */
function Behalf({ request }: { request: Request }) {
  const url = useServiceUrl()
  const { deceased, isRepresentative, identity, mandateFileId } = request
  const mandate = mandateFileId && (
    <a key="mandate" href={url(`/files/${mandateFileId}`)} download>
      Ver el documento
    </a>
  )
  return (
    <>
      {deceased && (
        <>
          <hr />
          <h3>Pide un heredero</h3>
          <Facts
            facts={[
              ['Nombre', deceased.heirName],
              ['RUT', request.representativeRut && displayRut(request.representativeRut)],
              ['Relación con la persona', deceased.relation],
              ['Documento que lo acredita', mandate],
            ]}
          />
          <p className="hint">
            La persona falleció. Un heredero ejerce sus derechos, salvo que ella lo hubiera prohibido o lo
            prohíba la ley (art. 4).
          </p>
        </>
      )}
      {isRepresentative && (
        <>
          <hr />
          <h3>Representante</h3>
          <Facts
            facts={[
              ['Nombre', request.representativeName],
              ['RUT', request.representativeRut && displayRut(request.representativeRut)],
              ['Relación con la persona', request.representativeRelation],
              ['Poder', mandate],
            ]}
          />
        </>
      )}
      {identity.representation && (
        <p>
          Representación: <Proof of={identity.representation} />
        </p>
      )}
    </>
  )
}

/** Each check with its evidence. People can add or withdraw checks. */
function Checks({ request }: { request: Request }) {
  const { may } = useOrganisation()
  const nameUrl = useServiceUrl()
  const { search, set } = useFilters()
  const { identity, status } = request
  const mayCheck = may('POST /dsar/requests/{id}/identity')
  const isOpen = mayCheck && !isClosed(status) && provableOf(request).length > 0
  const withdrawn = identity.checks.find(({ id }) => id === search['retirar'])
  const close = () => set({ verificar: '', retirar: '', antecedentes: '' })
  return (
    <>
      <hr />
      <h3>Verificación de identidad</h3>
      {identity.method === 'portal_code' && (
        <p className="hint">Entró al portal con un código enviado a ese correo.</p>
      )}
      {identity.checks.length === 0 && identity.method === 'none' && (
        <p className="muted">
          {isClosed(status) ? 'Nadie comprobó quién pedía.' : 'Todavía nadie comprueba quién pide.'}
        </p>
      )}
      <ul className="stack plain">
        {identity.checks.map((check) => (
          <li key={check.id} className="stack tight">
            <span className="row spread">
              <span className={check.isWithdrawn ? 'muted' : 'strong'}>{METHODS[check.method][0]}</span>
              {check.isWithdrawn ? (
                <Mark>Retirada</Mark>
              ) : (
                <span className="row tight">
                  {check.proves.map((one) => (
                    <Mark key={one} tone="ok">
                      {PROVABLES[one][0]}
                    </Mark>
                  ))}
                </span>
              )}
            </span>
            {check.notes && <span>{check.notes}</span>}
            <span className="hint">
              {check.checkedBy}, {moment(check.createdAt)}
              {check.withdrawnBecause && `. Se retiró: ${check.withdrawnBecause}`}
            </span>
            <span className="row">
              {check.fileId && (
                <a href={nameUrl(`/files/${check.fileId}`)} download>
                  Evidencia
                </a>
              )}
              {mayCheck && !check.isWithdrawn && (
                <button type="button" className="linklike" onClick={() => set({ retirar: check.id })}>
                  Retirar por error
                </button>
              )}
            </span>
          </li>
        ))}
      </ul>
      {isOpen && (
        <div className="row">
          <Button onClick={() => set({ verificar: '1' })}>Verificar identidad</Button>
          {status === 'RECEIVED' && (
            <Button onClick={() => set({ antecedentes: '1' })}>Pedir antecedentes</Button>
          )}
        </div>
      )}
      {isOpen && search['verificar'] === '1' && <IdentityDialog request={request} onClose={close} />}
      {isOpen && status === 'RECEIVED' && search['antecedentes'] === '1' && (
        <MoveDialog request={request} to="VERIFYING" onClose={close} />
      )}
      {mayCheck && withdrawn && !withdrawn.isWithdrawn && (
        <WithdrawDialog request={request} check={withdrawn} onClose={close} />
      )}
    </>
  )
}

/** Only a repeated access or portability request within the quarter may cost something (art. 10). */
function Cost({ request: { freeAccess } }: { request: Request }) {
  if (!freeAccess) return null
  const { usedInQuarter: used, isFree } = freeAccess
  if (isFree)
    return (
      <p className="hint">
        {used === 0
          ? 'Gratis: es la primera del trimestre (art. 10).'
          : 'Gratis: llegó antes de que rija la ley que permite cobrar las repetidas (art. 10).'}
      </p>
    )
  return (
    <Notice>
      Ya pidió lo mismo {used === 1 ? 'una vez' : `${used} veces`} en este trimestre: la ley permite cobrar
      los costos directos, según lo que fije la Agencia (art. 10). Las cartas no cobran nada por sí solas.
    </Notice>
  )
}

function Receipt({ id }: { id: string }) {
  const url = useServiceUrl()
  return (
    <div>
      <FileLink href={url(`/dsar/requests/${id}/receipt?format=pdf`)}>Comprobante con folio</FileLink>
    </div>
  )
}
