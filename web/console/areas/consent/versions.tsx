import { useRecords } from '../../lists.ts'
import { moment } from '../../times.ts'
import { Older } from '../../ui/older.tsx'
import { Facts, Panel } from '../../ui/page.tsx'

interface Content {
  title?: string
  description?: string | null
  purposeText?: string
  purposes?: { name: string; cookies: unknown[] }[]
  fields?: { label: string }[]
}

/** The published texts, by version. Decisions refer to exactly these texts. */
export function Versions({ of, id }: { of: 'notices' | 'templates'; id: string }) {
  const path = of === 'notices' ? '/consent/notices/{id}/versions' : '/consent/templates/{id}/versions'
  const { rows, ...rest } = useRecords(path, {}, { id })
  return (
    <>
      {rows.length === 0 && (
        <Panel title="Versiones">
          <p className="muted">Todavía no se publica ninguna.</p>
        </Panel>
      )}
      {rows.map(({ version, content, contentHash, publishedAt }) => {
        const { title, description, purposeText, purposes, fields } = content as Content
        return (
          <Panel key={version} title={`Versión ${version}`}>
            <Facts
              facts={[
                ['Desde', moment(publishedAt)],
                ...(title === undefined ? [] : ([['Título', title]] as const)),
                [of === 'notices' ? 'Texto' : 'Lo que se pide', purposeText ?? description, 'whole'],
                ...(purposes
                  ? ([['Finalidades', purposes.map(({ name }) => name).join(', '), 'whole']] as const)
                  : []),
                ...(fields
                  ? ([['Campos', fields.map(({ label }) => label).join(', '), 'whole']] as const)
                  : []),
                ['Huella del texto', <code key="hash">{contentHash}</code>, 'whole'],
              ]}
            />
          </Panel>
        )
      })}
      <div>
        <Older {...rest} />
      </div>
    </>
  )
}
