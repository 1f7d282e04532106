import { useServiceUrl } from '../../frame/organisation.tsx'
import { bytes } from '../../ui/files.tsx'
import { type Fact, Facts, Panel } from '../../ui/page.tsx'
import { answersOf, type Request, RIGHTS } from './words.ts'

/** The request in the person's own words. */
export function Asked({ request }: { request: Request }) {
  const url = useServiceUrl()
  const { attachments } = request
  const facts: Fact[] = [
    ['Derecho', `${RIGHTS[request.rightType].name}. ${RIGHTS[request.rightType].wants}.`, 'whole'],
    ...answersOf(request).map(([label, value]): Fact => [label, value, 'whole']),
    ['Lo que escribió', request.description, 'whole'],
  ]
  return (
    <Panel title="Lo que pidió">
      <Facts facts={facts} />
      {attachments.length > 0 && (
        <>
          <h3>Lo que adjuntó</h3>
          <ul className="stack plain tight">
            {attachments.map(({ key, name, size }) => (
              <li key={key}>
                <a href={url(`/files/${key}`)} download={name}>
                  {name}
                </a>{' '}
                <span className="hint">{bytes(size)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {request.previousNumber && (
        <p className="hint">En el libro anterior tenía el número {request.previousNumber}.</p>
      )}
    </Panel>
  )
}
