import { useQuery } from '@tanstack/react-query'
import { reading } from '../../data.ts'
import { useOrganisation } from '../../frame/organisation.tsx'
import { Button } from '../../ui/button.tsx'
import { isIn } from '../../ui/found-cookies.ts'
import { Filters, NoResults, useFilters } from '../../ui/list.tsx'
import { Mark } from '../../ui/mark.tsx'
import css from './cookies.module.css'
import { CATEGORIES, type Item, KINDS, type Scan, WRITERS } from './words.ts'

const FILTERS = [
  { name: 'clase', label: 'Clase', choices: Object.entries(KINDS) },
  {
    name: 'cuando',
    label: 'Cuándo',
    choices: [
      ['antes', 'Antes de aceptar'],
      ['despues', 'Solo después'],
    ] as const,
  },
  {
    name: 'conocida',
    label: 'Conocida',
    choices: [
      ['si', 'Sí'],
      ['no', 'Sin nombre'],
    ] as const,
  },
]

/** The items that the scan found, one per row, with evidence and a link into the notice. */
export function Items({
  scan,
  noticeId,
  onAdd,
}: {
  scan: Scan
  noticeId: string | undefined
  onAdd: ((item: Item) => void) | undefined
}) {
  const { search } = useFilters()
  const { slug } = useOrganisation()
  const { data: notice } = useQuery({
    ...reading(slug, '/consent/notices/{id}', { path: { id: noticeId ?? '' } }),
    enabled: noticeId !== undefined,
  })
  const shown = scan.items.filter(
    (item) =>
      (!search['q'] || `${item.name} ${item.domain}`.toLowerCase().includes(search['q'].toLowerCase())) &&
      (!search['clase'] || item.kind === search['clase']) &&
      (!search['cuando'] || item.before === (search['cuando'] === 'antes')) &&
      (!search['conocida'] ||
        (item.known !== null || item.purpose !== null) === (search['conocida'] === 'si')),
  )
  return (
    <>
      <Filters filters={FILTERS} />
      {shown.length === 0 && <NoResults />}
      <ul className={`plain ${css['items']}`} aria-label="Lo encontrado">
        {shown.map((item) => (
          <li key={`${item.kind} ${item.name} ${item.domain}`} className={css['item']}>
            <div className={css['head']}>
              <div className="row">
                <strong className={css['address']}>{item.name}</strong>
                <span className="hint">
                  {KINDS[item.kind]}
                  {item.kind !== 'host' && (item.party === 'first' ? ' del propio sitio' : ' de otro sitio')}
                </span>
              </div>
              <div className="row">
                <When item={item} />
                {item.known && <Mark>{CATEGORIES[item.known.category]}</Mark>}
              </div>
            </div>
            <p className="muted">
              {item.known
                ? `${item.known.provider}. ${item.known.description}`
                : (item.purpose ??
                  `No ${item.kind === 'cookie' ? 'la' : 'lo'} conocemos: pregunte a quien hizo el sitio para qué es.`)}
            </p>
            <p className="hint">{evidenceOf(item)}</p>
            <Declared
              item={item}
              isInDraft={notice !== undefined && isIn(notice.purposes, item)}
              onAdd={onAdd}
            />
          </li>
        ))}
      </ul>
      {shown.length > 0 && (
        <p className="hint" role="status">
          {shown.length === 1 ? '1 resultado' : `${shown.length} resultados`}
        </p>
      )}
    </>
  )
}

function When({ item }: { item: Item }) {
  const isEarly = item.before && item.known !== null && item.known.category !== 'necessary'
  if (item.before) return <Mark tone={isEarly ? 'danger' : 'plain'}>Antes de aceptar</Mark>
  return <Mark tone="ok">Solo después de aceptar</Mark>
}

function Declared({
  item,
  isInDraft,
  onAdd,
}: {
  item: Item
  isInDraft: boolean
  onAdd: ((item: Item) => void) | undefined
}) {
  if (item.known?.provider === 'Resguardo') return null
  if (item.purpose) return <p className="hint">En el aviso publicado: {item.purpose}.</p>
  if (isInDraft) return <p className="hint">En el borrador del aviso: publíquelo para que cuente.</p>
  return (
    onAdd && (
      <div>
        <Button label={`Agregar al aviso: ${item.name}`} onClick={() => onAdd(item)}>
          Agregar al aviso
        </Button>
      </div>
    )
  )
}

const LASTING: Record<string, string> = {
  Sesión: 'dura hasta cerrar el navegador',
  Permanente: 'queda hasta que alguien lo borre',
}

/** The origin of an item, for the person who must find it in the site. */
function evidenceOf(item: Item): string {
  const parts = [
    item.kind === 'host'
      ? `${item.requests} ${item.requests === 1 ? 'petición' : 'peticiones'}`
      : item.kind === 'cookie'
        ? `De ${item.domain}`
        : `En ${item.domain}`,
    item.duration && (LASTING[item.duration] ?? `dura ${item.duration}`),
    item.writer &&
      item.source &&
      `${item.kind === 'host' ? 'la pide' : 'la puso'} ${WRITERS[item.writer]} ${item.source}`,
    `se vio en ${item.page}`,
  ]
  return `${parts.filter(Boolean).join('; ')}.`
}
