import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Data } from '#client'
import { reading, useActIn } from '../../data.ts'
import { day } from '../../times.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmButton } from '../../ui/confirm.tsx'
import { Mark, Notice } from '../../ui/mark.tsx'
import { Panel } from '../../ui/page.tsx'
import { CodesDialog } from './codes.tsx'
import { Passkeys } from './passkeys.tsx'
import { TotpDialog } from './totp.tsx'

type FactorsOf = Data<'GET /auth/mfa'>

/** Second factors: the ways to prove one's identity beside the password. */
export function Factors() {
  const { data: factors } = useSuspenseQuery(reading('', '/auth/mfa'))
  const [codes, setCodes] = useState<readonly string[]>()
  const missing = factors.methods.length === 0 && factors.requiredBy.length > 0
  return (
    <>
      {missing && (
        <Notice tone="warn">
          <p>
            {factors.requiredBy.map(({ name }) => name).join(', ')}{' '}
            {factors.requiredBy.length === 1 ? 'exige' : 'exigen'} un segundo factor: agregue una llave de
            acceso o una aplicación de códigos para entrar.
          </p>
        </Notice>
      )}
      <Passkeys passkeys={factors.passkeys} onCodes={setCodes} />
      <Totp totp={factors.totp} onCodes={setCodes} />
      {factors.methods.length > 0 && <RecoveryCodes factors={factors} onCodes={setCodes} />}
      {codes && <CodesDialog codes={codes} onClose={() => setCodes(undefined)} />}
    </>
  )
}

function Totp({ totp, onCodes }: { totp: FactorsOf['totp']; onCodes: (codes: readonly string[]) => void }) {
  const [adding, setAdding] = useState(false)
  const remove = useActIn('', (service) => service.delete('/auth/mfa/totp'), {
    done: 'La aplicación de códigos ya no sirve para entrar.',
  })
  return (
    <Panel
      title="Aplicación de códigos"
      actions={
        <>
          <Button onClick={() => setAdding(true)}>{totp ? 'Cambiarla' : 'Configurarla'}</Button>
          {totp && (
            <ConfirmButton
              title="Quitar la aplicación de códigos"
              about="Sus códigos dejan de servir para entrar."
              confirm="Quitarla"
              act={() => remove.mutate()}
            >
              Quitarla
            </ConfirmButton>
          )}
        </>
      }
    >
      {totp ? (
        <p className="row">
          <Mark tone="ok">Activa</Mark> Desde el {day(totp.createdAt)}
          {totp.lastUsedAt && `, usada por última vez el ${day(totp.lastUsedAt)}`}.
        </p>
      ) : (
        <p className="muted">
          Una aplicación en su teléfono muestra seis dígitos nuevos cada medio minuto: con ellos, quien sepa
          su contraseña no entra.
        </p>
      )}
      {adding && (
        <TotpDialog
          onClose={() => setAdding(false)}
          onCodes={(codes) => {
            setAdding(false)
            onCodes(codes)
          }}
        />
      )}
    </Panel>
  )
}

function RecoveryCodes({
  factors,
  onCodes,
}: {
  factors: FactorsOf
  onCodes: (codes: readonly string[]) => void
}) {
  const left = factors.recoveryCodesLeft
  const renew = useActIn('', (service) => service.post('/auth/mfa/recovery-codes'), {
    after: ({ recoveryCodes }) => onCodes(recoveryCodes),
  })
  return (
    <Panel
      title="Códigos de recuperación"
      actions={
        <ConfirmButton
          title="Generar códigos nuevos"
          about="Los diez anteriores dejan de servir en este momento."
          confirm="Generarlos"
          act={() => renew.mutate()}
        >
          Generar nuevos
        </ConfirmButton>
      }
    >
      <p>
        {left === 1 ? 'Le queda 1 código' : `Le quedan ${left} códigos`} para entrar sin su teléfono ni su
        llave. Cada uno sirve una vez.
      </p>
    </Panel>
  )
}
