import type { ReadCtx } from '#db/context.ts'
import { chileanDay, longDay } from '#kernel/dates.ts'
import { found, impossible } from '#kernel/failure.ts'
import type { Law } from '#kernel/law/law.ts'
import { bindingNote } from '#kernel/law/wording.ts'
import { shownRut } from '#kernel/rut.ts'
import { type EntityRow, entityAskedFor } from '#modules/org/public.ts'
import { type Block, facts, heading, note, type PdfDocument, prose, shortened } from '#pdf/document.ts'
import { bullets, signature, signedBelow } from './annexes.ts'
import { DPO_APPOINTED, DPO_DUTIES, LAW, PUBLIC_BODY_DPO } from './knowledge/texts.ts'

const KIND = 'Designación del delegado de protección de datos'

interface Appointment {
  at: Date
  law: Law
  entity: EntityRow
}

/** Uses the main entity unless the query names another. Refuses an entity without a DPO. */
export async function gatherAppointment(
  ctx: ReadCtx,
  legalEntityId: string | undefined,
): Promise<Appointment> {
  const entity = found(await entityAskedFor(ctx, legalEntityId), 'la entidad legal')
  if (!entity.dpo_name?.trim())
    throw impossible(
      'legalEntityId',
      `«${entity.name}» no tiene a nadie registrado como delegado de protección de datos. Indique primero su nombre y su correo en la entidad legal.`,
    )
  return { at: ctx.now, law: ctx.tools.law, entity }
}

/** Two papers to sign: the act of the top authority, and the letter to the Agency. */
export function appointmentDocument(appointment: Appointment): PdfDocument {
  const { at, law, entity } = appointment
  return {
    title: KIND,
    organisation: entity.name,
    footer: shortened(`${entity.name} · ${KIND}`),
    dated: at,
    lawVersion: law.version,
    content: [
      ...bindingNote({ law, day: chileanDay(at) }).map(note),
      ...act(appointment),
      ...letter(appointment),
    ],
  }
}

function act({ entity }: Appointment): Block[] {
  const taxId = shownRut(entity.tax_id)
  return [
    heading('Acta de designación del delegado de protección de datos'),
    prose(
      `La máxima autoridad de ${entity.name}${taxId ? `, RUT ${taxId}` : ''}${entity.postal_address ? `, con domicilio en ${entity.postal_address}` : ''}, designa como delegado de protección de datos a la persona que se individualiza a continuación, conforme al art. 50, ${LAW}. Si la organización adopta un modelo de prevención de infracciones, esta designación vale también para él (art. 49 letra a; Decreto Supremo 662, de 2025, del Ministerio de Hacienda, arts. 6 y 7).`,
      '',
    ),
    delegate(entity),
    ...DPO_APPOINTED.map((text) => prose(text, '')),
    ...(entity.is_public_body ? [prose(PUBLIC_BODY_DPO, '')] : []),
    prose('El delegado tiene las siguientes funciones:', ''),
    bullets(DPO_DUTIES),
    signedBelow(
      {
        stack: [
          prose(
            'El delegado acepta el cargo, declara reunir la idoneidad, la capacidad y los conocimientos que exige y no tener conflictos de interés, y se obliga a guardar secreto sobre los datos personales que conozca en su desempeño, también después de dejarlo.',
            '',
          ),
          prose(
            'La organización publica los datos de contacto del delegado. Si el servicio lo presta una empresa, la persona designada es la que aquí se nombra.',
            '',
          ),
          prose(
            'Esta designación rige desde la fecha de la firma y hasta que la máxima autoridad la revoque por escrito.',
            '',
          ),
        ],
      },
      { role: 'Por la máxima autoridad (nombre y cargo)', person: null, organisation: entity.name },
      { role: 'El delegado de protección de datos', person: entity.dpo_name },
    ),
  ]
}

/** DS 662, arts. 11 and 13 demand this letter in a prevention model. Any organisation may send it. */
function letter({ entity, law, at }: Appointment): Block[] {
  return [
    { ...heading(`Comunicación a la ${law.agency.name}`), pageBreak: 'before' },
    prose(
      `Comunicamos a la ${law.agency.name} que ${entity.name} designó como delegado de protección de datos (art. 50, ${LAW}) a la persona que se indica, y el medio para contactarla. Fecha de la designación: ____________.`,
      '',
    ),
    facts([
      ['Responsable', entity.name],
      ['RUT', shownRut(entity.tax_id)],
      ['Domicilio', entity.postal_address],
      ['Representante legal', entity.legal_rep_name],
      ['Correo para titulares', entity.arco_public_email],
    ]),
    prose('Delegado de protección de datos:', ''),
    delegate(entity),
    prose(`Preparada el ${longDay(at)}, según los registros de la organización.`, ''),
    note(
      'Si la organización adopta un modelo de prevención de infracciones, esta comunicación se hace conforme a los arts. 11 y 13 del Decreto Supremo 662, de 2025, del Ministerio de Hacienda, y todo cambio se comunica del mismo modo.',
    ),
    note(
      law.agency.reportChannel
        ? `Canal de la Agencia: ${law.agency.reportChannel}.`
        : 'La Agencia aún no publica el canal para enviar esta comunicación.',
    ),
    signature({
      role: 'Representante legal',
      person: entity.legal_rep_name,
      organisation: entity.name,
    }),
  ]
}

function delegate(entity: EntityRow): Block {
  return facts([
    ['Nombre', entity.dpo_name],
    ['Correo de contacto', entity.dpo_email],
  ])
}
