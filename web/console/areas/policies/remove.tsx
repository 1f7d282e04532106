import { useNavigate } from '@tanstack/react-router'
import { useAct } from '../../data.ts'
import { useAt, useOrganisation } from '../../frame/organisation.tsx'
import { ConfirmButton } from '../../ui/confirm.tsx'

/** Removes a draft of a cookie policy. Published versions stay. */
export function Remove({ id }: { id: string }) {
  const { may } = useOrganisation()
  const at = useAt()
  const navigate = useNavigate()
  const remove = useAct((service) => service.delete('/cookie-policy/{id}', { path: { id } }), {
    done: 'El borrador se eliminó.',
    after: () => void navigate(at('politicas', { tipo: 'cookies' })),
  })
  if (!may('DELETE /cookie-policy/{id}')) return null
  return (
    <ConfirmButton
      title="¿Eliminar este borrador?"
      about="No se puede deshacer. Lo publicado queda como está."
      confirm="Eliminar"
      act={() => remove.mutate()}
    >
      Eliminar
    </ConfirmButton>
  )
}
