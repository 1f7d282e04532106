import { chileanDay, dayInDigits, longDay } from '#kernel/dates.ts'
import { FINE_CLASSES, type FineClass, isInForce } from '#kernel/law/law.ts'
import { shownRut } from '#kernel/rut.ts'
import { basisWords, dataLabels } from '#modules/rat/public.ts'
import {
  type Block,
  cover,
  dataTable,
  facts,
  heading,
  note,
  type PdfDocument,
  prose,
  shortened,
  subheading,
} from '#pdf/document.ts'
import { gravestFirst } from '../score.ts'
import { territoryOf } from '../territory.ts'
import { appointment, bullets, notice, openMatters, signedBelow } from './annexes.ts'
import * as texts from './knowledge/texts.ts'
import { type MatrixRow, type MatrixState, matrixOf, type Task } from './rules.ts'
import type { Model } from './service.ts'

const KIND = 'Modelo de prevención de infracciones'

/** The model in the form that a certifier accepts: recorded facts, gaps, and matters only the organisation can answer. */
export function modelDocument(model: Model): PdfDocument {
  const { at, law, entity, tenant } = model
  const organisation = entity?.name ?? tenant.name
  const measured = model.score.areas.flatMap((area) => area.checks)
  return {
    title: KIND,
    organisation,
    footer: shortened(`${organisation} · ${KIND}`),
    dated: at,
    lawVersion: law.version,
    content: [
      coverOf(model, organisation),
      heading('1. Objeto y alcance'),
      prose(texts.purpose(law), ''),
      ...(isInForce(law, chileanDay(at))
        ? []
        : [
            note(
              `La Ley 19.628 rige con el texto que le da la Ley 21.719 desde el ${longDay(law.effectiveFrom)}: los deberes y plazos que aquí se citan se exigen desde ese día. Hasta entonces rige el texto anterior de la Ley 19.628, con sus propios deberes.`,
            ),
          ]),
      heading('2. Identidad del responsable'),
      identity(model),
      heading('3. Delegado de protección de datos'),
      ...dpoBlocks(model),
      heading('4. Caracterización de los datos y del tratamiento'),
      ...characterisation(model),
      heading('5. Matriz de riesgos por clase de infracción'),
      prose(
        'Cada nivel de la matriz es una clase de infracción de la ley (DS 662, art. 3), con las actividades del registro en que puede cometerse. El control y su estado salen de los registros: cuántos casos lo cumplen, de cuántos que hay.',
        '',
      ),
      ...FINE_CLASSES.toReversed().flatMap((fineClass) =>
        matrixBlocks(model, fineClass, matrixOf(fineClass, measured, model.activities)),
      ),
      heading('6. Protocolos'),
      ...protocolBlocks(model),
      heading('7. Reportes internos y a la autoridad'),
      bullets(texts.reporting(law)),
      heading('8. Canal de denuncias'),
      bullets(texts.COMPLAINT_CHANNEL),
      ...(entity?.dpo_email
        ? [
            prose(
              `Mientras la organización no defina otro medio, las denuncias se dirigen al delegado: ${entity.dpo_email}.`,
              '',
            ),
          ]
        : []),
      heading('9. Sanciones internas'),
      prose(texts.INTERNAL_SANCTIONS, ''),
      heading('10. Plan anual'),
      ...planBlocks(model.plan),
      heading('11. Cláusula para contratos y reglamento interno'),
      subheading('Cláusula para contratos de trabajo y de servicios'),
      prose(texts.CONTRACT_CLAUSE, ''),
      subheading('Título para el reglamento interno'),
      { ol: texts.INTERNAL_RULES.map((text) => ({ text, style: 'prose' as const })) },
      heading('12. Evidencia'),
      evidence(model),
      heading('13. Lo que falta según los registros'),
      ...missing(model),
      heading('14. Por completar por la organización'),
      ...openMatters(model),
      heading('15. Aprobación'),
      signedBelow(
        {
          stack: [
            prose(texts.approval(organisation, longDay(model.at)), ''),
            note(texts.certificateNote(law)),
          ],
        },
        {
          role: 'Aprobado por la máxima autoridad de la organización',
          person: entity?.legal_rep_name ?? null,
          organisation,
        },
      ),
      ...appointment(model, organisation),
      ...notice(model, organisation),
    ],
  }
}

function coverOf({ at, law, entity, tenant, score }: Model, organisation: string): Block {
  const open = score.areas.reduce((sum, area) => sum + area.findings.length, 0)
  return cover({
    organisation,
    kind: KIND,
    title: organisation,
    badge: { text: 'Borrador para la aprobación de la máxima autoridad', fill: '#dbe7f6', ink: '#1d4e89' },
    facts: [
      ['Fecha', longDay(at)],
      ['RUT', shownRut(entity?.tax_id ?? tenant.tax_id)],
      ['Representante legal', entity?.legal_rep_name],
      ['Delegado de protección de datos', dpoOf(entity) || 'Sin designar'],
      ['Hallazgos abiertos', String(open)],
      ['Norma', law.source],
    ],
    note: `Arts. 49 a 53, ${texts.LAW}, y Decreto Supremo 662, de 2025, del Ministerio de Hacienda.`,
  })
}

function dpoOf(entity: Model['entity']): string {
  return [entity?.dpo_name, entity?.dpo_email].filter((text) => text?.trim()).join(' · ')
}

function identity({ entities }: Model): Block {
  return dataTable(
    [
      { label: 'Entidad', width: '*' },
      { label: 'RUT', width: 70 },
      { label: 'Representante legal', width: 110 },
      { label: 'Domicilio', width: 110 },
      { label: 'Correo para titulares', width: 100 },
    ],
    entities.map((one) => [
      one.is_public_body ? `${one.name} (órgano público)` : one.name,
      shownRut(one.tax_id) ?? '',
      one.legal_rep_name ?? '',
      one.postal_address ?? '',
      one.arco_public_email ?? '',
    ]),
  )
}

function dpoBlocks({ entity, law }: Model): Block[] {
  const who = dpoOf(entity)
  return [
    prose(
      who
        ? `Delegado registrado: ${who}.`
        : `No hay un delegado registrado. Dentro de este modelo es obligatorio (art. 49 letra a; DS 662, art. 6): el anexo A es el acta para designarlo y el anexo B la comunicación a la ${law.agency.name}.`,
      '',
    ),
    prose(texts.DPO_GUARANTEES, ''),
    subheading('Funciones'),
    bullets(texts.DPO_TASKS),
  ]
}

const RISK_WORDS = { low: 'Bajo', medium: 'Medio', high: 'Alto' } as const

function characterisation({ facts: { activities: of }, activities }: Model): Block[] {
  if (of.published === 0)
    return [
      prose(
        null,
        'El registro no tiene actividades publicadas: la caracterización exigida por el DS 662 no existe todavía.',
      ),
    ]
  const rest = of.published - activities.length
  return [
    facts([
      ['Actividades publicadas', number(of.published)],
      ['Con datos sensibles', number(of.sensitive)],
      ['Con datos de niños, niñas o adolescentes', number(of.withMinors)],
      ['Con transferencia internacional declarada', number(of.withTransfer)],
      ['Con decisiones automatizadas', number(of.automated)],
      ['Que requieren evaluación de impacto', number(of.needDpia)],
    ]),
    prose(
      'Ámbito territorial (art. 1 bis; DS 662, art. 3 letra d): las actividades se realizan en Chile, por las entidades de la parte 2; la columna «Territorio» indica además el país al que se transfieren los datos y aquellos en que los guardan sistemas y encargados.',
      '',
    ),
    dataTable(
      [
        { label: 'Actividad y finalidad', width: '*' },
        { label: 'Base de licitud', width: 92 },
        { label: 'Datos', width: 112 },
        { label: 'Territorio', width: 62 },
        { label: 'Riesgo', width: 44 },
      ],
      activities.map((one) => {
        const basis = basisWords(one)
        return [
          {
            stack: [
              { text: one.name, style: 'cell', bold: true },
              { text: one.purpose ?? '', style: 'cell' },
            ],
          },
          basis ? `${basis.label}, ${basis.article}` : '',
          dataLabels({ ...one, dataCategories: one.data_categories }).join(', '),
          territoryOf(one.transfer_exists, one.transfer_country, one.heldIn),
          one.risk_level ? RISK_WORDS[one.risk_level] : 'Sin evaluar',
        ]
      }),
    ),
    note(
      `${rest > 0 ? `Se muestran las ${activities.length} de mayor riesgo; ${rest === 1 ? 'otra está' : `otras ${number(rest)} están`} en el registro. ` : ''}El registro completo, con los once elementos del art. 3 letra d) del DS 662, se exporta como anexo.`,
    ),
  ]
}

const number = (amount: number) => amount.toLocaleString('es-CL')

const CLASS_TITLES: Readonly<Record<FineClass, string>> = {
  gravisima: 'Infracciones gravísimas (art. 34 quáter)',
  grave: 'Infracciones graves (art. 34 ter)',
  leve: 'Infracciones leves (art. 34 bis)',
}

const STATE_WORDS: Readonly<Record<MatrixState, { text: string; fill: string; ink: string }>> = {
  kept: { text: 'Controlado', fill: '#cfe8d5', ink: '#14532d' },
  open: { text: 'Con brechas', fill: '#f3b0ae', ink: '#7f1d1d' },
  nothing: { text: 'Sin casos que medir', fill: '#e5e7eb', ink: '#374151' },
  undescribed: { text: 'Por completar', fill: '#fbe3b0', ink: '#7a4b00' },
}

/** A public body pays from its head's salary, in any class (art. 44). */
function fineOf({ law, entity }: Model, fineClass: FineClass): string {
  if (entity?.is_public_body) return texts.PUBLIC_BODY_FINE
  const warning = fineClass === 'leve' ? 'Amonestación escrita o multa de' : 'Multa de'
  return `${warning} hasta ${number(law.fines.maxUtm[fineClass])} UTM (art. 35).`
}

function matrixBlocks(model: Model, fineClass: FineClass, rows: readonly MatrixRow[]): Block[] {
  return [
    // The fine and the table header stand between the title and the first row.
    { ...subheading(CLASS_TITLES[fineClass]), headlineLevel: 1 },
    { ...note(fineOf(model, fineClass)), headlineLevel: 3 },
    dataTable(
      [
        { label: 'Riesgo y actividades', width: 165 },
        { label: 'Artículo', width: 75 },
        { label: 'Control y su estado en los registros', width: '*' },
        { label: 'Estado', width: 62 },
      ],
      rows.map((row) => {
        const { text, fill, ink } = STATE_WORDS[row.state]
        return [
          {
            stack: [
              { text: row.risk, style: 'cell' },
              { text: whereOf(row, model), style: 'cell', color: '#555555' },
            ],
          },
          row.article,
          controlsOf(row),
          { text, style: 'cell', bold: true, fillColor: fill, color: ink },
        ]
      }),
    ),
  ]
}

const MOST_NAMES = 6

/** The activities in which the infringement can happen. */
function whereOf({ activities }: MatrixRow, { facts: { activities: of } }: Model): string {
  if (of.published === 0) return 'Sin actividades publicadas.'
  if (activities === undefined) return 'En cualquier actividad del registro.'
  if (activities.length === 0) return 'En ninguna actividad de la parte 4.'
  const rest = activities.length - MOST_NAMES
  return `En: ${activities.slice(0, MOST_NAMES).join('; ')}${rest > 0 ? ` y ${number(rest)} más` : ''}.`
}

function controlsOf({ state, controls }: MatrixRow): string {
  if (state === 'undescribed')
    return 'Los registros no lo miden: la organización describe su control (parte 14).'
  if (state === 'nothing') return 'Hoy no hay casos que medir.'
  return controls.map(({ label, met, total }) => `${label}: ${met} de ${total}.`).join('\n')
}

function protocolBlocks({ protocols, law }: Model): Block[] {
  const { terms } = law
  return [
    dataTable(
      [
        { label: 'Protocolo', width: 130 },
        { label: 'Artículo', width: 80 },
        { label: 'Cómo consta', width: '*' },
        { label: 'Estado', width: 62 },
      ],
      protocols.map(({ name, article, evidence: how, inForce }) => {
        const { fill, ink } = STATE_WORDS[inForce ? 'kept' : 'open']
        return [
          name,
          article,
          how,
          {
            text: inForce ? 'Vigente' : 'Incompleto',
            style: 'cell',
            bold: true,
            fillColor: fill,
            color: ink,
          },
        ]
      }),
    ),
    subheading('Plazos que aplica la organización'),
    facts([
      [
        'Respuesta a una solicitud',
        `${terms.requestDays} días corridos, prorrogables una vez por ${terms.extensionDays} (art. 11)`,
      ],
      ['Bloqueo temporal', `${terms.blockingBusinessDays} días hábiles (arts. 8 ter y 11)`],
      [
        'Reclamo ante la Agencia',
        `${terms.complaintBusinessDays} días hábiles desde la respuesta o el vencimiento (art. 41)`,
      ],
      ['Reporte de vulneraciones', 'Sin dilaciones indebidas (art. 14 sexies)'],
    ]),
  ]
}

const MONTH = new Intl.DateTimeFormat('es-CL', { month: 'long', year: 'numeric', timeZone: 'UTC' })

function planBlocks(plan: readonly Task[]): Block[] {
  return [
    dataTable(
      [
        { label: 'Mes', width: 92 },
        { label: 'Tarea', width: '*' },
        { label: 'Responsable', width: 120 },
        { label: 'Fecha', width: 58 },
        { label: 'Artículo', width: 60 },
      ],
      plan.map(({ on, task, owner, article }) => [
        MONTH.format(new Date(`${on.slice(0, 7)}-15T00:00:00Z`)),
        task,
        owner,
        on.length > 7 ? dayInDigits(on) : 'En el mes',
        article,
      ]),
    ),
    note(
      'Sale de las fechas de los registros: vencimiento de contratos y de solicitudes, evaluaciones pendientes, vulneraciones abiertas y actividades que cumplen un año sin revisión. Las capacitaciones no constan en los registros: están en la parte 14.',
    ),
  ]
}

function evidence({ facts: of }: Model): Block {
  const rows: [string, number, string][] = [
    ['Actividades de tratamiento publicadas', of.activities.published, '02-registro-de-actividades'],
    ['Evaluaciones de impacto aprobadas', of.activities.assessed, '03-evaluaciones-de-impacto'],
    ['Solicitudes respondidas en el último año', of.requests.answered, '04-solicitudes-de-titulares'],
    ['Avisos y formularios de consentimiento en uso', of.consent.collecting, '05-consentimientos'],
    ['Vulneraciones registradas', of.breaches.total, '06-vulneraciones-de-seguridad'],
    ['Contratos vigentes con encargados', of.processors.signed, '07-contratos-con-encargados'],
    ['Políticas de privacidad publicadas', of.entities.withPolicy, '08-politicas-publicadas'],
  ]
  return dataTable(
    [
      { label: 'Evidencia', width: '*' },
      { label: 'Cuántos', width: 60 },
      { label: 'Dónde está en la carpeta de fiscalización', width: 190 },
    ],
    rows.map(([label, amount, where]) => [label, number(amount), where]),
  )
}

function missing({ score }: Model): Block[] {
  const findings = score.areas.flatMap((area) => area.findings).toSorted(gravestFirst)
  if (findings.length === 0) return [prose(null, 'Los registros no muestran hallazgos abiertos.')]
  return [
    dataTable(
      [
        { label: 'Qué falta', width: '*' },
        { label: 'Qué hacer', width: 190 },
        { label: 'Artículo', width: 90 },
      ],
      findings.map(({ message, action, article }) => [
        message,
        action,
        article.replace(`, ${texts.LAW}`, ''),
      ]),
    ),
  ]
}
