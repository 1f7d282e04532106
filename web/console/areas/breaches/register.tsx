import { useRecord } from '../../data.ts'
import { moment } from '../../times.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/mark.tsx'
import { Facts, Panel } from '../../ui/page.tsx'
import { Listed } from './listed.tsx'

/** The entry of the register of art. 14 sexies, as an inspector reads it. */
export function Register({ id }: { id: string }) {
  const entry = useRecord('/breaches/{id}/register', { path: { id } })
  return (
    <Panel title="Anotación en el registro" actions={<Button onClick={() => print()}>Imprimir</Button>}>
      {entry.missing.length > 0 && (
        <Notice tone="warn">
          <p className="strong">Falta registrar:</p>
          <Listed items={entry.missing} />
        </Notice>
      )}
      <Facts
        facts={[
          [
            'Entidad',
            entry.legalEntity &&
              `${entry.legalEntity.name}${entry.legalEntity.taxId ? `, RUT ${entry.legalEntity.taxId}` : ''}`,
          ],
          ['Actúa como', entry.actsAs === 'controller' ? 'Responsable' : 'Encargada'],
          ['Ocurrió', entry.occurredAt && moment(entry.occurredAt)],
          ['Se detectó', moment(entry.detectedAt)],
          ['Titulares, aproximado', entry.approximateSubjects?.toLocaleString('es-CL')],
          ['Naturaleza', entry.nature, 'whole'],
          ['Efectos', entry.effects, 'whole'],
          ['Categorías de datos', entry.dataCategories.map(({ label }) => label).join(', '), 'whole'],
          ['Medidas de gestión', entry.measures.management.join('\n'), 'whole'],
          ['Medidas de prevención', entry.measures.prevention, 'whole'],
          ['Por qué hay, o no, riesgo', entry.riskRationale, 'whole'],
          [
            'Comunicaciones',
            entry.communications.length === 0
              ? entry.noNoticeReason
              : entry.communications
                  .map(
                    ({ recipient, at, medium, kind }) =>
                      `${recipient}${kind === 'complementary' ? ' (complementaria)' : ''}: ${at ? moment(at) : 'sin fecha'}${medium ? `, ${medium}` : ''}`,
                  )
                  .join('\n'),
            'whole',
          ],
          ['Fundamento', entry.legalReference, 'whole'],
        ]}
      />
    </Panel>
  )
}
