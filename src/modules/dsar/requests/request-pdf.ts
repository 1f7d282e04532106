import { chileanDay, dayInDigits } from '#kernel/dates.ts'
import { shownRut } from '#kernel/rut.ts'
import type { EntityRow } from '#modules/org/public.ts'
import {
  type Block,
  dataTable,
  type Fact,
  facts,
  heading,
  note,
  type PdfDocument,
  prose,
  shortened,
  shortInstant,
} from '#pdf/document.ts'
import { heirName, qualityOf } from '../asking.ts'
import { answerLabel, answerText } from '../intake/questions.ts'
import type { LetterRow } from '../kept-letters.ts'
import { LETTER_NAMES, RIGHTS, representativeWords, responseName, STATUS_TEXTS } from '../knowledge.ts'
import { type EventType, legalDueOn } from '../rules.ts'
import type { EventRow, RequestRow } from './repo.ts'

export interface RequestFile {
  request: RequestRow
  entity: EntityRow | undefined
  /** Oldest first. */
  events: readonly EventRow[]
  letters: readonly (LetterRow & { proof: string })[]
  /** The version of the law today. Each letter was written under the version of its day. */
  lawVersion: string
}

const EVENT_WORDS: Readonly<Record<EventType, string>> = {
  created: 'Recibida',
  status_change: 'Cambio de estado',
  assigned: 'Asignada',
  extended: 'Plazo ampliado',
  responded: 'Respondida',
  thirds_notified: 'Aviso a quienes recibieron los datos',
  reminder: 'Recordatorio interno',
  agency_notified: 'Comunicada a la Agencia',
  package_built: 'Paquete de respuesta preparado',
  package_removed: 'Paquete de respuesta eliminado',
  answer_delivered: 'Respuesta entregada por enlace',
  answer_opened: 'La persona abrió la respuesta',
  answer_downloaded: 'La persona descargó la respuesta',
  task_added: 'Sistema agregado a la búsqueda',
  task_sent: 'Búsqueda pedida a quienes están a cargo de los sistemas',
  task_done: 'Respuesta de un sistema',
  task_cancelled: 'Búsqueda cancelada',
  recipient_reminded: 'Recordatorio a quien recibió los datos',
  recipient_acknowledged: 'Respuesta de quien recibió los datos',
  identity_checked: 'Verificación de identidad',
}

/** A request from its receipt to its answer, as evidence: terms, history and every letter (art. 11). */
export function requestDocument({ request, entity, events, letters, lawVersion }: RequestFile): PdfDocument {
  const right = RIGHTS[request.right_type]
  const title = `Expediente ${request.folio_number}`
  const organisation = entity?.name ?? ''
  return {
    title,
    organisation,
    footer: shortened(organisation, ` · ${title}`),
    lawVersion,
    dated: request.updated_at,
    content: [
      { text: organisation, style: 'organisation', margin: [0, 0, 0, 4] },
      { text: title, style: 'title', fontSize: 20, margin: [0, 0, 0, 12] },
      facts([
        ['Responsable', organisation],
        ['RUT', shownRut(entity?.tax_id ?? null)],
        ['Derecho', `${right.label} (${right.article})`],
        [qualityOf(request) === 'self' ? 'Solicitante' : 'Titular de los datos', request.subject_name],
        ...present([['Heredero que pide', heirName(request)]]),
        ...(request.is_representative
          ? [['Representante que pide', representativeWords(request)] as const]
          : []),
        ['Recibida', moment(request.created_at)],
        ['Plazo legal', dayInDigits(legalDueOn(request))],
        ['Estado', STATUS_TEXTS[request.status].label],
        ['Respuesta', responseName(request)],
        ['Respondida', request.completed_at && dayInDigits(chileanDay(request.completed_at))],
        ['Motivo de la prórroga', request.extension_reason],
        ['Motivo del rechazo', request.denial_reason],
      ]),
      note('Las horas son de Chile continental. Las cartas se transcriben como se enviaron.'),
      heading('Lo que se pidió'),
      ...[askedFacts(request)].filter((asked) => asked.length > 0).map(facts),
      prose(request.description, 'La persona no escribió nada más.'),
      heading('Historia'),
      dataTable(
        [
          { label: 'Fecha', width: 84 },
          { label: 'Hecho', width: 130 },
          { label: 'Estado', width: 80 },
          { label: 'Persona', width: '*' },
        ],
        events.map((event) => [
          moment(event.created_at),
          EVENT_WORDS[event.type],
          event.to_status ? STATUS_TEXTS[event.to_status].label : '',
          event.actor_name ?? '',
        ]),
      ),
      heading('Cartas'),
      ...(letters.length === 0
        ? [prose(null, 'No se han enviado cartas.')]
        : letters.flatMap((letter) => letterBlocks(letter))),
    ],
  }
}

/** Answers to the questions that the form asks for each right (art. 11 d). */
function askedFacts(request: RequestRow): Fact[] {
  return [
    ...present([
      ['Causa', request.subtype],
      ['Razones', request.subtype_detail],
      ['Formato de la copia', request.portability_format],
      ['Se traspasan a', request.portability_target],
    ]),
    ...Object.entries(request.specific_data ?? {}).map(([key, value]): [string, string] => [
      answerLabel(key),
      answerText(value),
    ]),
  ]
}

/** Leaves out empty facts: most belong to some rights only. */
function present(all: readonly Fact[]): Fact[] {
  return all.filter(([, value]) => value?.trim())
}

/** Not a headline: a file may have many letters, and the drawing starts over at every heading that it moves. */
function letterBlocks(letter: LetterRow & { proof: string }): Block[] {
  return [
    { text: `${LETTER_NAMES[letter.kind]}: ${letter.subject}`, style: 'subheading' },
    facts([
      ['Para', letter.recipient],
      ['Escrita', moment(letter.created_at)],
      ['Prueba de envío', letter.proof],
      ['Identificador del mensaje', letter.id],
    ]),
    { ...prose(letter.body_text, 'Sin texto'), margin: [0, 6, 0, 10] },
  ]
}

function moment(instant: Date): string {
  return shortInstant(instant, 'America/Santiago')
}
