import { EVENTS, type EventType } from '#events/catalogue.ts'
import type { EventRow } from '#events/hand-out.ts'
import type { Letter } from '#jobs/mail.ts'
import { type ConsoleEntity, consolePath } from '#kernel/console-paths.ts'
import { stopAfter } from '#kernel/text.ts'
import { textOf, todoOf } from './knowledge.ts'
import type { NotificationRow } from './repo.ts'

/** The organisation, and the address for answers. */
export interface Letterhead {
  name: string
  slug: string
  publicUrl: string
  replyTo: string | null
}

interface Shown {
  entity_type: ConsoleEntity
  entity_id: string
}

export function pageOf({ slug }: Pick<Letterhead, 'slug'>, { entity_type, entity_id }: Shown): string {
  return consolePath(slug, entity_type, entity_id)
}

export function noticeLetter(event: EventRow, to: string, head: Letterhead): Letter {
  return {
    ...letterOf(event, to, head, WHY),
    action: { label: 'Abrir en Resguardo', url: `${head.publicUrl}${pageOf(head, event)}` },
  }
}

/** To a DPO who is not a member: without links, as there is nothing they could open. */
export function outsideLetter(event: EventRow, to: string, head: Letterhead): Letter {
  return letterOf(
    event,
    to,
    head,
    `Recibe este aviso porque figura como delegado o delegada de protección de datos de ${head.name}${stopAfter(head.name)} Si ya no lo es, avísele.`,
  )
}

function letterOf(event: EventRow, to: string, { name, replyTo }: Letterhead, why: string): Letter {
  const todo = todoOf(event)
  return {
    to,
    subject: `${EVENTS[event.type].label}: ${event.title}`,
    paragraphs: [textOf(event), ...(todo ? [todo] : []), why],
    signature: name,
    replyTo,
  }
}

const WHY = 'Usted recibe este aviso por su función en la organización. Puede elegir sus avisos en Ajustes.'

/** More of one kind than anybody reads in a letter; the others are only counted. */
const MOST_OF_A_KIND = 15

/** Grouped by type of event, in the order of the catalogue. */
export function digestLetter(rows: readonly NotificationRow[], to: string, head: Letterhead): Letter {
  const kinds = Map.groupBy(rows, ({ type }) => type)
  const groups = (Object.keys(EVENTS) as EventType[]).flatMap((type) => {
    const all = kinds.get(type)
    return all ? [groupText(type, all)] : []
  })
  const [one] = rows
  return {
    to,
    subject:
      rows.length === 1
        ? `Resumen del día: ${EVENTS[one!.type].label}`
        : `Resumen del día: ${rows.length} novedades`,
    paragraphs: [`Esto pasó en ${head.name} desde su último resumen:`, ...groups, WHY],
    action: {
      label: 'Ver sus avisos',
      url: `${head.publicUrl}${consolePath(head.slug, 'notification')}?avisos=si`,
    },
    signature: head.name,
    replyTo: head.replyTo,
  }
}

function groupText(type: EventType, rows: readonly NotificationRow[]): string {
  const shown = rows.slice(0, MOST_OF_A_KIND).map(({ text }) => `· ${text}`)
  const rest = rows.length - shown.length
  return [`${EVENTS[type].label} (${rows.length})`, ...shown, ...(rest > 0 ? [`· Y ${rest} más.`] : [])].join(
    '\n',
  )
}
