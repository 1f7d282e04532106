import type { ReadCtx } from '#db/context.ts'
import { REGISTER_COLUMNS as BREACH_COLUMNS, registerRows as breachRows } from '#modules/breaches/public.ts'
import { consentPeriod, formReceipts, noticeReceipts, RECEIPT_COLUMNS } from '#modules/consent/public.ts'
import { contractDocument, TYPE_NAMES } from '#modules/contracts/public.ts'
import { gatherAssessment, reportOf } from '#modules/dpia/public.ts'
import {
  LETTER_COLUMNS,
  letterRows,
  REGISTER_COLUMNS as REQUEST_COLUMNS,
  requestFiles,
  requestPeriod,
  registerPage as requestRows,
} from '#modules/dsar/public.ts'
import { AUDIT_COLUMNS } from '#modules/settings/public.ts'
import { fileName } from '#pdf/document.ts'
import { xlsxStream } from '#sheets/workbook.ts'
import { DPIA_TABLE, RAT_TABLE } from '../exports/sheets.ts'
import { drawn, type Entry, type Making, numbered, paged, table } from './entries.ts'
import { policies } from './policies.ts'
import * as repo from './repo.ts'
import * as tables from './tables.ts'

export interface Section {
  /** Begins with its number, so that any viewer lists the sections in order. */
  folder: string
  title: string
  /** The article that it answers. */
  article: string
  note?: string
  period?(ctx: ReadCtx): Promise<repo.Period | undefined>
  files(making: Making): AsyncGenerator<Entry>
}

/** Files for all requests of a large organisation would take hours: the newest have one, and the tables have all. */
const MOST_REQUEST_FILES = 2000

export const SECTIONS: readonly Section[] = [
  {
    folder: '01-organizacion',
    title: 'Organización y contacto',
    article: 'arts. 14 ter letras b) y c), y 50; DS 662, art. 11',
    period: (ctx) => repo.periodOf(ctx, 'entities'),
    async *files({ read }) {
      yield table(
        'entidades-legales.csv',
        'Entidades legales, representantes y delegado de protección de datos',
        tables.ENTITY_COLUMNS,
        await tables.entityRows(read),
      )
    },
  },
  {
    folder: '02-registro-de-actividades',
    title: 'Registro de actividades de tratamiento',
    article: 'arts. 3 letra a), 14 letra a) y 14 ter; DS 662, art. 3 letra d)',
    period: (ctx) => repo.periodOf(ctx, 'activities'),
    async *files({ read }) {
      const label = 'Registro de actividades de tratamiento'
      yield table('registro-de-actividades.csv', label, RAT_TABLE.columns, await RAT_TABLE.open(read))
      yield {
        name: 'registro-de-actividades.xlsx',
        label: `${label}, en Excel`,
        content: xlsxStream(RAT_TABLE, await RAT_TABLE.open(read)),
      }
    },
  },
  {
    folder: '03-evaluaciones-de-impacto',
    title: 'Evaluaciones de impacto',
    article: 'art. 15 ter',
    note: 'La tabla lista todas, con su estado; en PDF van las aprobadas, con el recorrido de su aprobación.',
    period: (ctx) => repo.periodOf(ctx, 'assessments'),
    async *files({ read, draw }) {
      yield table(
        'evaluaciones.csv',
        'Evaluaciones de impacto, con su estado y sus riesgos',
        DPIA_TABLE.columns,
        await DPIA_TABLE.open(read),
      )
      for (const [index, id] of (await read(repo.listApproved)).entries()) {
        const report = await read((ctx) => gatherAssessment(ctx, id))
        const { title, version } = report.assessment
        yield {
          name: numbered(index, title),
          label: `${title}, versión ${version}`,
          content: drawn(draw, () => reportOf(report)),
        }
      }
    },
  },
  {
    folder: '04-solicitudes-de-titulares',
    title: 'Solicitudes de titulares, con sus cartas y la prueba de su envío',
    article: 'arts. 4 a 11',
    note: `Las tablas tienen todas las solicitudes y todas las cartas; los expedientes en PDF son los de las ${MOST_REQUEST_FILES.toLocaleString('es-CL')} solicitudes más recientes.`,
    period: requestPeriod,
    async *files({ read, draw }) {
      yield table(
        'solicitudes.csv',
        'Registro de solicitudes de titulares',
        REQUEST_COLUMNS,
        paged(read, requestRows),
      )
      yield table(
        'cartas.csv',
        'Cartas de las solicitudes, con su texto completo y la prueba de su envío (art. 11)',
        LETTER_COLUMNS,
        paged(read, letterRows),
      )
      let files = 0
      for await (const { folio, label, document } of paged(read, requestFiles)) {
        yield {
          name: `expedientes/${fileName(folio)}`,
          label,
          content: drawn(draw, () => document),
        }
        files += 1
        if (files === MOST_REQUEST_FILES) return
      }
    },
  },
  {
    folder: '05-consentimientos',
    title: 'Recibos de consentimiento',
    article: 'arts. 12 y 16',
    note: 'Cada recibo es la huella del registro y del texto que se mostró: con él se comprueba que ninguno cambió.',
    period: consentPeriod,
    async *files({ read }) {
      yield table(
        'recibos-de-formularios.csv',
        'Consentimientos por formulario, registro manual, sistema propio o portal',
        RECEIPT_COLUMNS,
        paged(read, formReceipts),
      )
      yield table(
        'recibos-de-cookies.csv',
        'Decisiones sobre cookies',
        RECEIPT_COLUMNS,
        paged(read, noticeReceipts),
      )
    },
  },
  {
    folder: '06-vulneraciones-de-seguridad',
    title: 'Registro de vulneraciones de seguridad',
    article: 'art. 14 sexies',
    period: (ctx) => repo.periodOf(ctx, 'breaches'),
    async *files({ read }) {
      yield table(
        'vulneraciones.csv',
        'Registro de vulneraciones, con sus medidas y comunicaciones',
        BREACH_COLUMNS,
        paged(read, breachRows),
      )
    },
  },
  {
    folder: '07-contratos-con-encargados',
    title: 'Contratos con encargados',
    article: 'art. 15 bis',
    note: 'La tabla lista todos, con su estado; en PDF van solo los que se firmaron, con la constancia de su firma.',
    period: (ctx) => repo.periodOf(ctx, 'contracts'),
    files: contracts,
  },
  {
    folder: '08-politicas-publicadas',
    title: 'Políticas publicadas',
    article: 'art. 14 ter',
    files: policies,
  },
  {
    folder: '09-auditoria',
    title: 'Registro de auditoría',
    article: 'arts. 3 letra e) y 14 quinquies',
    note: 'Quién cambió qué y cuándo. El sistema solo permite agregar: no ofrece a ningún usuario modificar ni borrar.',
    period: (ctx) => repo.periodOf(ctx, 'audit'),
    async *files({ read, now }) {
      yield table(
        'registro-de-auditoria.csv',
        'Registro de auditoría',
        AUDIT_COLUMNS,
        tables.auditRows(read, now),
      )
    },
  },
]

async function* contracts({ read, drawContract, now }: Making): AsyncGenerator<Entry> {
  const listed = await read(repo.listContracts)
  const signed = listed.filter(({ signed_at }) => signed_at !== null)
  const nameOf = new Map(
    signed.map((one, index) => [one.id, numbered(index, one.processor_name, `version ${one.version}`)]),
  )
  yield table(
    'contratos.csv',
    'Contratos con encargados, con su estado',
    tables.CONTRACT_COLUMNS,
    listed.map((one) => tables.contractRow(one, nameOf.get(one.id), now)),
  )
  // One text at a time: there may be many long ones.
  for (const { id, type, version, processor_name } of signed) {
    const printed = await read((ctx) => contractDocument(ctx, id, 'pdf'))
    yield {
      name: nameOf.get(id)!,
      label: `${TYPE_NAMES[type]} con ${processor_name}, versión ${version}`,
      content: sealed(drawContract, printed),
    }
  }
}

async function* sealed(
  draw: Making['drawContract'],
  printed: Parameters<Making['drawContract']>[0],
): AsyncGenerator<Uint8Array> {
  yield await draw(printed)
}
