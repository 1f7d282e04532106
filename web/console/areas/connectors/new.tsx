import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useAct } from '../../data.ts'
import { useAt } from '../../frame/organisation.tsx'
import { FormPage } from '../../ui/form-page.tsx'
import { useFilters } from '../../ui/list.tsx'
import { ShownOnce } from '../../ui/once.tsx'
import { ConnectorForm } from './editor.tsx'
import type { Body } from './values.ts'

export function NewConnector() {
  const at = useAt()
  const navigate = useNavigate()
  const { search } = useFilters()
  const [made, setMade] = useState<{ id: string; secret: string }>()
  const create = useAct(
    (service, body: Body) => service.post('/connectors', { body, idempotencyKey: true }),
    {
      quiet: true,
      done: 'El conector quedó guardado. Pruébelo, y pida que otra persona lo apruebe.',
      after: ({ id, secret }) => {
        if (secret) setMade({ id, secret })
        else void navigate(at(`conectores/${id}`))
      },
    },
  )
  return (
    <FormPage
      needs="POST /connectors"
      title="Crear un conector"
      about="No se usa hasta que lo apruebe el delegado o la delegada de protección de datos."
      back={{ ...at('conectores'), children: 'Conectores' }}
    >
      <ConnectorForm
        systemId={search['sistema']}
        submit="Guardar"
        save={(body) => create.mutateAsync(body)}
        onCancel={() => void navigate(at('conectores'))}
      />
      {made && (
        <ShownOnce
          title="Conector creado"
          secret={made.secret}
          onClose={() => void navigate(at(`conectores/${made.id}`))}
        >
          <p className="muted">Con este secreto su sistema comprueba la firma de cada llamada.</p>
        </ShownOnce>
      )}
    </FormPage>
  )
}
