import Type, { type Static } from 'typebox'
import {
  blankable,
  Email,
  Flag,
  Id,
  Instant,
  Name,
  nullable,
  oneOf,
  optional,
  PathId,
  Remark,
} from '#http/schema-kit.ts'
import { RECIPIENT_STATES } from '../acknowledgements/rules.ts'

const Text = (example: string) => Type.String({ examples: [example] })
const MaybeText = (example: string) => nullable(Text(example))

// ── input ──

const NewRecipient = Type.Object({
  name: Name({ examples: ['Palomar Mail SpA'] }),
  email: blankable(Email({ description: 'Sin notifiedAt, se le escribe a este correo' })),
  processorId: optional(Id({ description: 'Si es un encargado del registro' })),
  notifiedAt: optional(Instant({ description: 'Cuándo le avisó usted por otro medio' })),
  notes: optional(Remark(2000)),
})

export const NewRecipients = Type.Object(
  {
    recipients: Type.Optional(
      Type.Array(NewRecipient, { maxItems: 200, description: 'Obligatorio, salvo con fromRegister' }),
    ),
    fromRegister: optional(
      Flag({
        description:
          'Agrega a todos los que el registro nombra y tienen correo, y que todavía no están. Los demás quedan en suggested',
      }),
    ),
    noneBecause: optional(
      Remark(2000, { description: 'Por qué no hay a quién avisar (arts. 6 y 11, Ley 19.628)' }),
    ),
  },
  { examples: [{ recipients: [{ name: 'Palomar Mail SpA', email: 'privacidad@palomar.cl' }] }] },
)
export type NewRecipients = Static<typeof NewRecipients>
export type NewRecipient = Static<typeof NewRecipient>

export const ByRecipient = Type.Object({ id: PathId, recipientId: PathId })

// ── output ──

export const Recipient = Type.Object({
  id: Id(),
  name: Text('Palomar Mail SpA'),
  email: nullable(Email({ examples: ['privacidad@palomar.cl'] })),
  processorId: nullable(Id({ description: 'El encargado del registro que es' })),
  status: oneOf(RECIPIENT_STATES, {
    description:
      'pending: todavía no sabe; notified: se le avisó; acknowledged: confirmó que lo hizo; declined: respondió que no',
  }),
  notifiedAt: nullable(Instant({ description: 'Nulo mientras no sabe de lo resuelto' })),
  remindedAt: nullable(Instant({ description: 'El último recordatorio' })),
  acknowledgedAt: nullable(Instant({ description: 'Cuándo respondió, por el enlace de su carta' })),
  acknowledgedBy: MaybeText('Luis Soto, privacidad'),
  acknowledgementNotes: MaybeText('Suprimido el 2 de diciembre.'),
  notes: MaybeText('Confirmó por teléfono'),
  letterId: nullable(Id({ description: 'La carta que se le envió' })),
  createdAt: Instant(),
})
export type Recipient = Static<typeof Recipient>

/** The recipients that published activities of the RAT name. They may have to be notified. */
export const Thirds = Type.Object({
  recipients: Type.Array(
    Type.Object({ name: Text('Servicio de Impuestos Internos'), activities: Type.Array(Type.String()) }),
    { description: 'Destinatarios de las actividades publicadas' },
  ),
  processors: Type.Array(
    Type.Object({
      id: Id(),
      name: Text('Nube Austral SpA'),
      contactName: MaybeText('Luis Soto'),
      contactEmail: MaybeText('privacidad@nubeaustral.cl'),
      activities: Type.Array(Type.String()),
    }),
    { description: 'Encargados de las actividades publicadas' },
  ),
})
export type Thirds = Static<typeof Thirds>

const told = {
  noneBecause: MaybeText('Los datos no se comunicaron a nadie'),
  suggested: Type.Object(Thirds.properties, {
    description:
      'A quiénes nombra el registro de actividades: revise si recibieron los datos de esta persona',
  }),
}

export const Recipients = Type.Object({ items: Type.Array(Recipient), ...told })
export type Recipients = Static<typeof Recipients>

export const AddedRecipients = Type.Object({
  items: Type.Array(
    Type.Object({
      ...Recipient.properties,
      pageUrl: nullable(
        Type.String({
          description: 'La página en que confirma, de quien se le acaba de escribir. Solo se muestra aquí',
          examples: ['https://privacidad.tiendasur.cl/acuse/q3Jx0b6m1m0vXo2pV0d9mQ8rT5yU7iO1aS3dF5gH7jK'],
        }),
      ),
    }),
  ),
  ...told,
})
