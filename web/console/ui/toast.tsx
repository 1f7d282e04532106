import { Toast } from '@base-ui/react/toast'
import { X } from 'lucide-react'
import { Button } from './button.tsx'
import { listen } from './say.ts'
import css from './toast.module.css'

const manager = Toast.createToastManager()

listen((text, tone) =>
  manager.add({
    title: tone === 'danger' ? 'Atención' : 'Hecho',
    description: text,
    type: tone,
    timeout: tone === 'danger' ? 0 : 6000,
    priority: tone === 'danger' ? 'high' : 'low',
  }),
)

export function Toasts() {
  return (
    <Toast.Provider toastManager={manager} limit={3}>
      <Toast.Viewport className={css['viewport']} aria-label="Avisos">
        <Shown />
      </Toast.Viewport>
    </Toast.Provider>
  )
}

function Shown() {
  const { toasts } = Toast.useToastManager()
  return toasts.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} className={css['toast']}>
      <Toast.Title className="heard" />
      <Toast.Description className={css['text']} />
      <Toast.Close render={<Button kind="quiet" icon label="Cerrar el aviso" />}>
        <X size={16} aria-hidden />
      </Toast.Close>
    </Toast.Root>
  ))
}
