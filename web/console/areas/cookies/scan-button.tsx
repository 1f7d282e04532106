import { useNavigate } from '@tanstack/react-router'
import { useAct } from '../../data.ts'
import { useAt } from '../../frame/organisation.tsx'
import { Button } from '../../ui/button.tsx'

export function ScanButton({ domainId, busy, again }: { domainId: string; busy: boolean; again: boolean }) {
  const at = useAt()
  const navigate = useNavigate()
  const start = useAct((service) => service.post('/cookie-scans', { body: { domainId } }), {
    after: () => void navigate({ ...at(`cookies/${domainId}`), replace: true } as never),
  })
  return (
    <Button kind="main" busy={busy || start.isPending} onClick={() => start.mutate()}>
      {busy ? 'Revisando…' : again ? 'Revisar de nuevo' : 'Revisar ahora'}
    </Button>
  )
}
