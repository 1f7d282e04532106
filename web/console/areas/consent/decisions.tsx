import { useAt } from '../../frame/organisation.tsx'
import { moment } from '../../times.ts'
import { List } from '../../ui/list.tsx'
import { Mark } from '../../ui/mark.tsx'
import { type Decision, decisionWords, PROOFS } from './words.ts'

/** A person's decisions, the newest first. */
export function DecisionList({ items }: { items: readonly Decision[] }) {
  const at = useAt()
  return (
    <List
      label="Decisiones de la persona"
      rows={items}
      total={items.length}
      to={({ id }) => at(`consentimiento/registros/${id}`)}
      columns={[
        { label: 'Cuándo', cell: ({ occurredAt }) => moment(occurredAt) },
        {
          label: 'Decisión',
          cell: (item) => {
            const [words, tone] = decisionWords(item)
            return <Mark tone={tone}>{words}</Mark>
          },
        },
        { label: 'En', cell: ({ name, version }) => `${name}, versión ${version}` },
        { label: 'Cómo se comprobó', cell: ({ provenBy }) => PROOFS[provenBy] },
      ]}
    />
  )
}
