import Type, { type Static } from 'typebox'
import { overridable, warned } from '#http/legal-schemas.ts'
import {
  BoundedText,
  Email,
  Flag,
  Id,
  Instant,
  nullable,
  oneOf,
  optional,
  PathId,
  Remark,
  ShortText,
} from '#http/schema-kit.ts'
import { CONTENT_KINDS, MOST_FILES, MOST_REDACTIONS, PACKAGE_STATES } from './rules.ts'

const FILE_ID = '019a8c5e-7b1a-7c3d-9e2f-4a5b6c7d8e9f'
const SHA = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'
const Text = (example: string) => Type.String({ examples: [example] })
const Size = () => Type.Integer({ minimum: 0, examples: [48213] })

// ── input ──

export const NewRedaction = Type.Object({
  fileId: optional(Id({ description: 'El archivo. Sin field ni replacementFileId, se deja fuera entero' })),
  field: optional(
    BoundedText(200, {
      description: 'Una columna de los datos: de los de fileId, o de todos',
      examples: ['vendedor'],
    }),
  ),
  replacementFileId: optional(
    Id({ description: 'La versión cubierta, subida como archivo de la solicitud, que va en su lugar' }),
  ),
  what: ShortText({ description: 'Qué se cubrió; lo lee la persona', examples: ['Nombre de otra clienta'] }),
  reason: ShortText({
    description: 'Por qué; lo lee la persona',
    examples: ['Son datos de otra persona (art. 5)'],
  }),
})

export const NewPackage = Type.Object(
  {
    include: optional(
      Type.Object(
        {
          fileIds: optional(
            Type.Array(Id(), {
              maxItems: MOST_FILES,
              description:
                'Los archivos, de las tareas o de la solicitud. Sin ellos, todos los de las tareas y ninguno de la solicitud',
            }),
          ),
          taskIds: optional(
            Type.Array(Id(), {
              maxItems: MOST_FILES,
              description: 'Las tareas terminadas cuyos archivos van. Sin ellas, todas',
            }),
          ),
        },
        { examples: [{}] },
      ),
    ),
    redactions: optional(Type.Array(NewRedaction, { maxItems: MOST_REDACTIONS, examples: [[]] })),
    note: optional(Remark(2000, { description: 'Un mensaje para la persona, al comienzo del índice' })),
  },
  { examples: [{ note: 'Los datos de 2019 se eliminaron al cumplir su plazo.' }] },
)
export type NewPackage = Static<typeof NewPackage>

export const Delivery = Type.Object({ ...overridable }, { examples: [{}] })

export const ByAnswerKey = Type.Object({
  key: Type.String({ minLength: 1, maxLength: 100, examples: ['p2V…43 caracteres'] }),
})

export const OpenAnswer = Type.Object(
  { code: Type.String({ minLength: 1, maxLength: 20, examples: ['204816'] }) },
  { examples: [{ code: '204816' }] },
)

// ── output ──

export const PackageContent = Type.Object({
  name: Text('archivos/crm-de-ventas/ficha.pdf'),
  kind: oneOf(CONTENT_KINDS, {
    description: 'Índice, datos en JSON, tabla en CSV o archivo',
    examples: ['file'],
  }),
  from: nullable(Text('CRM de ventas')),
  size: Size(),
  sha256: Text(SHA),
})

const PackageRedaction = Type.Object({
  fileId: nullable(Id()),
  field: nullable(Text('vendedor')),
  replacementFileId: nullable(Id()),
  what: Text('Nombre de otra clienta'),
  reason: Text('Son datos de otra persona (art. 5)'),
  byName: nullable(Text('Ana Rojas')),
  at: Instant(),
})

const PackageDelivery = Type.Object({
  sentAt: Instant(),
  to: Email({ examples: ['maria@correo.cl'] }),
  expiresAt: Instant({ description: 'Hasta cuándo abre el enlace' }),
  downloads: Type.Integer({ minimum: 0, examples: [1] }),
  lastDownloadAt: nullable(Instant()),
  openedAt: nullable(Instant({ description: 'Cuándo se escribió por primera vez el código' })),
  revokedAt: nullable(Instant()),
})

export const AnswerPackage = Type.Object({
  id: Id(),
  status: oneOf(PACKAGE_STATES, {
    description: 'expired: los bytes ya no están, y queda la prueba de lo entregado',
  }),
  progress: Type.Integer({ minimum: 0, maximum: 100, examples: [100] }),
  contents: Type.Array(PackageContent),
  size: nullable(Size()),
  sha256: nullable(Text(SHA)),
  builtAt: nullable(Instant()),
  builtBy: nullable(Text('Ana Rojas')),
  createdAt: Instant(),
  note: nullable(Type.String()),
  error: nullable(Type.String()),
  redactions: Type.Array(PackageRedaction),
  keptUntil: nullable(
    Instant({ description: 'Cuándo se elimina, según los días que la organización conserva las respuestas' }),
  ),
  delivery: nullable(PackageDelivery),
  downloadUrl: nullable(Text(`/api/v1/dsar/requests/${FILE_ID}/package/file`)),
})
export type AnswerPackage = Static<typeof AnswerPackage>

export const DeliveredPackage = warned(AnswerPackage)

const SourceFile = Type.Object({
  id: PathId,
  name: Text('ficha.pdf'),
  contentType: Text('application/pdf'),
  size: Size(),
  columns: nullable(
    Type.Array(Type.String(), {
      description: 'De los datos que dejó un conector: sus columnas; si no, nulo',
      examples: [['nombre', 'correo']],
    }),
  ),
})

export const PackageSources = Type.Object({
  tasks: Type.Array(
    Type.Object({
      id: Id(),
      systemName: Text('CRM de ventas'),
      status: oneOf(['open', 'sent', 'done', 'cancelled'], { examples: ['done'] }),
      outcome: nullable(oneOf(['found', 'nothing_found', 'kept'])),
      doneAt: nullable(Instant()),
      files: Type.Array(SourceFile),
    }),
  ),
  files: Type.Array(SourceFile, { description: 'Los de la solicitud: lo que la persona adjuntó y lo demás' }),
  hasPackage: Flag({ description: 'Ya se pidió un paquete' }),
})
export type PackageSources = Static<typeof PackageSources>

export const AnswerCodeSent = Type.Object({
  message: Text('Le enviamos un código al correo con que hizo la solicitud.'),
  expiresInSeconds: Type.Integer({ examples: [600] }),
})

export const OpenedAnswer = Type.Object({
  organizationName: Text('Tienda Sur SpA'),
  folioNumber: Text('ARCO-2026-04217'),
  contents: Type.Array(PackageContent),
  size: Size(),
  sha256: Text(SHA),
  expiresAt: Instant(),
  downloadUrl: Type.String({
    description: 'Con la cookie que esta respuesta deja, durante 30 minutos',
    examples: ['/api/v1/public/answers/p2V…/file'],
  }),
})
export type OpenedAnswer = Static<typeof OpenedAnswer>

export const PACKAGE_TYPE = 'application/zip'
export const PACKAGE_FILE = {
  description: 'El paquete: índice (HTML y PDF), datos (JSON y CSV) y archivos',
  types: [PACKAGE_TYPE],
}
