import { Copy, Printer } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { say } from '../../ui/say.ts'
import css from './account.module.css'

/** The service shows recovery codes only once. The person prints or copies them now, or makes new ones later. */
export function CodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  return (
    <Dialog
      title="Guarde sus códigos de recuperación"
      about="Cada uno abre su cuenta una vez, si pierde el teléfono o la llave. No se vuelven a mostrar: imprímalos o cópielos a un lugar seguro."
      onClose={onClose}
    >
      <ol className={css['codes']}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="row">
        <Button
          onClick={() =>
            void navigator.clipboard
              .writeText(codes.join('\n'))
              .then(() => say('Los códigos quedaron copiados.'))
          }
        >
          <Copy size={16} aria-hidden /> Copiarlos
        </Button>
        <Button onClick={() => window.print()}>
          <Printer size={16} aria-hidden /> Imprimirlos
        </Button>
        <Button kind="main" onClick={onClose}>
          Ya los guardé
        </Button>
      </div>
    </Dialog>
  )
}
