import { longDay } from '#kernel/dates.ts'
import { FINE_CLASSES } from '#kernel/law/law.ts'
import { shownRut } from '#kernel/rut.ts'
import { type Block, facts, heading, prose } from '#pdf/document.ts'
import { DPO_GUARANTEES, DPO_TASKS, LAW } from './knowledge/texts.ts'
import { matrixOf } from './rules.ts'
import type { Model } from './service.ts'

export function bullets(items: readonly string[]): Block {
  return { ul: items.map((text) => ({ text, style: 'prose' })) }
}

const LINE = '______________________________'

export interface Signer {
  role: string
  person: string | null
  organisation?: string
}

const namesOf = ({ person, organisation }: Signer) => [
  ...(person ? [{ text: person, bold: true }] : []),
  ...(organisation ? [{ text: organisation }] : []),
]

/** `lines`: how many lines to print under the role, so that the dates of signers side by side align. */
export function signature(signer: Signer, lines = 0): Block {
  const names = namesOf(signer)
  return {
    unbreakable: true,
    margin: [0, 36, 0, 12],
    stack: [
      { text: LINE, margin: [0, 0, 0, 4] },
      { text: signer.role, style: 'label' },
      ...names,
      ...Array.from({ length: Math.max(0, lines - names.length) }, () => ({ text: EMPTY_LINE })),
      { text: 'Fecha de la firma:', style: 'label', margin: [0, 6, 0, 0] },
    ],
  }
}

/** Has the height of a line of text. */
const EMPTY_LINE = '\u00a0'

/** Keeps the signatures on a page with the end of the text, so that nobody signs an empty page. */
export function signedBelow(text: Block, ...signers: Signer[]): Block {
  const lines = Math.max(...signers.map((signer) => namesOf(signer).length))
  const columns = signers.map((signer) => signature(signer, lines))
  return { unbreakable: true, stack: [text, { columns, columnGap: 24 }] }
}

/** Data of the DPO that the signer must know; a dash if they are not on record. */
function delegate({ entity }: Model): Block {
  return facts([
    ['Nombre', entity?.dpo_name],
    ['Correo de contacto', entity?.dpo_email],
  ])
}

/** DS 662, arts. 6 and 7: appointed by the top authority, in writing. */
export function appointment(model: Model, organisation: string): Block[] {
  const { entity, tenant } = model
  const taxId = shownRut(entity?.tax_id ?? tenant.tax_id)
  return [
    { ...heading('Anexo A. Acta de designación del delegado de protección de datos'), pageBreak: 'before' },
    prose(
      `La máxima autoridad de ${organisation}${taxId ? `, RUT ${taxId}` : ''}, designa como delegado de protección de datos a la persona que se individualiza en esta acta, conforme a los arts. 49 letra a) y 50, ${LAW}, y a los arts. 6 y 7 del Decreto Supremo 662, de 2025, del Ministerio de Hacienda.`,
      '',
    ),
    delegate(model),
    prose(DPO_GUARANTEES, ''),
    prose('El delegado tiene las siguientes funciones:', ''),
    bullets(DPO_TASKS),
    signedBelow(
      prose(
        'El delegado acepta el cargo, declara tener la idoneidad que exige y no tener conflictos de interés, y se obliga a guardar secreto sobre los datos que conozca en su desempeño.',
        '',
      ),
      { role: 'Por la máxima autoridad', person: entity?.legal_rep_name ?? null, organisation },
      { role: 'El delegado de protección de datos', person: entity?.dpo_name ?? null },
    ),
  ]
}

/** DS 662, arts. 11 and 13: informs the Agency who the DPO is and of every change. */
export function notice(model: Model, organisation: string): Block[] {
  const { entity, tenant, law, at } = model
  return [
    { ...heading(`Anexo B. Comunicación a la ${law.agency.name}`), pageBreak: 'before' },
    prose(
      `Conforme a los arts. 11 y 13 del Decreto Supremo 662, de 2025, del Ministerio de Hacienda, comunicamos a la ${law.agency.name} la designación de nuestro delegado de protección de datos y su contacto. Todo cambio se comunicará del mismo modo.`,
      '',
    ),
    facts([
      ['Responsable', organisation],
      ['RUT', shownRut(entity?.tax_id ?? tenant.tax_id)],
      ['Domicilio', entity?.postal_address],
      ['Representante legal', entity?.legal_rep_name],
      ['Correo para titulares', entity?.arco_public_email],
    ]),
    prose('Delegado de protección de datos:', ''),
    delegate(model),
    prose(`Preparada el ${longDay(at)}, según los registros de la organización.`, ''),
    signature({ role: 'Representante legal', person: entity?.legal_rep_name ?? null, organisation }),
  ]
}

/** Lists everything that no record can answer. The rest of the model then has no gaps. */
export function openMatters({ entity, law, rightsForm }: Model): Block[] {
  const undescribed = FINE_CLASSES.toReversed().flatMap((fineClass) =>
    matrixOf(fineClass, []).flatMap(({ toDescribe }) => toDescribe ?? []),
  )
  const items = [
    ...(entity?.dpo_name
      ? ['La fecha en que la máxima autoridad designó al delegado, y el acta firmada (anexo A).']
      : ['Quién será el delegado de protección de datos, su contacto, y el acta firmada (anexo A).']),
    `La constancia de la comunicación del delegado a la Agencia (anexo B).${law.agency.reportChannel ? ` Canal: ${law.agency.reportChannel}.` : ' La Agencia aún no publica el canal para enviarla.'}`,
    'Los medios y facultades que la máxima autoridad asigna al delegado: presupuesto, personas y acceso a los sistemas.',
    'El medio por el que se reciben las denuncias, quién lo administra y cómo asegura la confidencialidad.',
    'Las sanciones internas que se aplican y el procedimiento para aplicarlas.',
    'La fecha en que la cláusula entró en los contratos y el título en el reglamento interno, con su registro ante la autoridad laboral si corresponde.',
    'Las capacitaciones hechas y las que se harán en el año: fecha, contenido y asistentes.',
    ...(rightsForm
      ? []
      : ['El medio por el que los titulares ejercen sus derechos mientras no haya un formulario abierto.']),
    ...undescribed,
  ]
  return [
    prose(
      'Los registros no contienen lo siguiente. La organización lo agrega antes de aprobar el modelo o de pedir su certificación.',
      '',
    ),
    bullets(items),
  ]
}
