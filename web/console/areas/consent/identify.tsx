import { useState } from 'react'
import { useAct } from '../../data.ts'
import { useOrganisation } from '../../frame/organisation.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmButton } from '../../ui/confirm.tsx'
import { Copy } from '../../ui/copy.tsx'
import { Panel } from '../../ui/page.tsx'

interface Shown {
  subjectSecret: string
  audience: string | null
}

/** A site that knows its user signs who decides. Then a person who only knows the address cannot undo a proven decision. */
export function Identify({ of, id }: { of: 'templates' | 'notices'; id: string }) {
  const { may } = useOrganisation()
  const [shown, setShown] = useState<Shown>()
  const path = `/consent/${of}/{id}/subject-secret` as const
  const show = useAct((service): Promise<Shown> => service.get(path, { path: { id } }), { after: setShown })
  const renew = useAct((service): Promise<Shown> => service.post(path, { path: { id } }), {
    done: 'El secreto anterior ya no sirve.',
    after: setShown,
  })
  if (!may(`GET ${path}`)) return null
  return (
    <Panel title="Cuando la persona ya entró a su sitio">
      <p>
        Si su servidor sabe quién es la persona, puede firmarlo: así queda probado quién decidió, y quien solo
        conozca su correo no puede cambiar, sin confirmarlo, lo que ella decidió (art. 12).
      </p>
      <p className="muted">
        Su servidor firma un JWT (HS256) y su página lo envía en el encabezado X-Subject-Token. Guarde el
        secreto solo en su servidor.
      </p>
      {shown && (
        <div className="stack tight">
          <h3>Secreto</h3>
          <Copy text={shown.subjectSecret} />
          {shown.audience && (
            <>
              <h3>Destinatario del token («aud»)</h3>
              <Copy text={shown.audience} />
            </>
          )}
        </div>
      )}
      <div className="row">
        {!shown && (
          <Button busy={show.isPending} onClick={() => show.mutate()}>
            Ver el secreto
          </Button>
        )}
        <ConfirmButton
          title="¿Renovar el secreto?"
          about="El secreto de ahora deja de servir de inmediato: cambie también el de su servidor."
          confirm="Renovar"
          act={() => renew.mutate()}
        >
          Renovar el secreto
        </ConfirmButton>
      </div>
    </Panel>
  )
}
