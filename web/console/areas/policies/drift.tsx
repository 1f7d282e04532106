import { useRecord } from '../../data.ts'
import { useAt } from '../../frame/organisation.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/mark.tsx'
import { callOf, KINDS, type Kind } from './words.ts'

const SHOWN = 6

/** Warns that records changed since the policy was written, so the public reads an outdated text. */
export function DriftNotice({ kind, id }: { kind: Kind; id: string }) {
  const at = useAt()
  const { outdated, changes } = useRecord(callOf(kind, '/privacy-policy/{id}/drift'), { path: { id } })
  if (!outdated) return null
  const more = changes.length - SHOWN
  return (
    <Notice tone="warn">
      <p className="strong">{KINDS[kind].changed} desde que se escribió esta versión:</p>
      <ul>
        {changes.slice(0, SHOWN).map((change) => (
          <li key={change}>{change}</li>
        ))}
        {more > 0 && <li>{more === 1 ? 'Y un cambio más.' : `Y ${more} cambios más.`}</li>}
      </ul>
      <p>Escriba un borrador nuevo, léalo y publíquelo ({KINDS[kind].article}).</p>
      <div>
        <ButtonLink {...at(KINDS[kind].screen(id), { parte: 'registro' })}>
          Ver las diferencias, sección por sección
        </ButtonLink>
      </div>
    </Notice>
  )
}
