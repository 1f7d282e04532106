import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openService } from './kit/service.ts'

/** Sites that draw a public form or notice themselves get words for every code in its configuration. */
const api = await openService()

interface Schema {
  $ref?: string
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  allOf?: Schema[]
}
interface Operation {
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>
}
const document = api.app.swagger() as unknown as {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

/** Codes for looks or behaviour, which nobody reads. */
const SETTINGS = ['success', 'position', 'theme', 'gpc', 'googleConsent', 'type']

/** The contract's own list of codes, and the list beside it with their words. */
const WORDS_BESIDE: Readonly<Record<string, string>> = { rightTypes: 'rights' }

const isCode = ({ enum: values = [], anyOf = [], items }: Schema): boolean =>
  values.some((value) => typeof value === 'string') || anyOf.some(isCode) || (items ? isCode(items) : false)

/** Codes without a label. */
function bare(schema: Schema, path: string): string[] {
  const { $ref, properties = {}, items, anyOf = [], allOf = [] } = schema
  if ($ref) return bare(document.components.schemas[$ref.split('/').at(-1)!]!, path)
  return [
    ...Object.entries(properties).flatMap(([name, one]) => {
      const coded = (isCode(one) || name === 'legalBasis') && !SETTINGS.includes(name)
      const labelled = [`${name}Label`, 'label', WORDS_BESIDE[name] ?? ''].some((one) => one in properties)
      return [...(coded && !labelled ? [`${path}.${name}`] : []), ...bare(one, `${path}.${name}`)]
    }),
    ...(items ? bare(items, path) : []),
    ...[...anyOf, ...allOf].flatMap((one) => bare(one, path)),
  ]
}

const configs = Object.entries(document.paths).filter(
  ([url, { get }]) => get && url.includes('/public/') && url.endsWith('/config'),
)

test('every code of a public configuration has its label', () => {
  assert.ok(configs.length >= 4, configs.map(([url]) => url).join(' '))
  const found = configs.flatMap(([url, { get }]) => {
    const { schema } = get!.responses['200']!.content!['application/json']!
    return bare(schema, url)
  })
  assert.deepEqual(found, [])
})

test('a notice gives the words of its bases and categories', async () => {
  const ana = await api.tenant()
  const purposes = [
    { key: 'a', name: 'Necesarias', required: true },
    { key: 'b', name: 'Medición de uso', category: 'analytics' },
    { key: 'c', name: 'Otra', legalBasis: 'Art. 21 de otra ley' },
  ]
  const { id } = (await ana.post('/consent/notices', { name: 'Banner', purposes })).data
  const { widgetKey } = (await ana.post(`/consent/notices/${id}/publish`)).data
  const { data } = await api.anyone.get(`/public/consent/${widgetKey}/config`)
  assert.deepEqual(
    data.purposes.map(({ legalBasisLabel, categoryLabel }: Record<string, string>) => [
      legalBasisLabel,
      categoryLabel,
    ]),
    [
      ['Interés legítimo (art. 13 letra d)', 'Necesarias'],
      ['Consentimiento del titular (art. 12)', 'Medición'],
      ['Art. 21 de otra ley', undefined],
    ],
  )
})
