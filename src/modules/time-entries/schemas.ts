import Type, { type Static } from 'typebox'
import { CalendarDate, Count, Id, Instant, listQuery, oneOf, ShortText } from '#http/schema-kit.ts'
import { newestFirst } from '#kernel/paging.ts'
import { MONTH, MOST_MINUTES } from './rules.ts'

// ── input ──

export const TIME_ENTRIES = newestFirst(
  'time_entries',
  { workedOn: 'worked_on' },
  { search: { columns: ['what'] } },
)

export const TimeEntriesQuery = listQuery(TIME_ENTRIES, {
  from: Type.Optional(CalendarDate({ description: 'Desde este día' })),
  to: Type.Optional(CalendarDate({ description: 'Hasta este día, inclusive' })),
})
export type TimeEntriesQuery = Static<typeof TimeEntriesQuery>

const WorkedOn = CalendarDate({ description: 'El día en que se trabajó', examples: ['2026-11-16'] })
const Minutes = Type.Integer({ minimum: 1, maximum: MOST_MINUTES, examples: [90] })
const What = ShortText({ examples: ['Revisión del registro de actividades con Finanzas'] })

export const NewTimeEntry = Type.Object(
  { workedOn: WorkedOn, minutes: Minutes, what: What },
  { examples: [{ workedOn: '2026-11-16', minutes: 90, what: 'Revisión del registro con Finanzas' }] },
)
export type NewTimeEntry = Static<typeof NewTimeEntry>

export const TimeEntryPatch = Type.Object(
  { workedOn: Type.Optional(WorkedOn), minutes: Type.Optional(Minutes), what: Type.Optional(What) },
  { examples: [{ minutes: 120 }] },
)
export type TimeEntryPatch = Static<typeof TimeEntryPatch>

export const SummaryQuery = Type.Object({
  month: Type.Optional(
    Type.String({
      pattern: MONTH,
      description: 'Por defecto, el mes en curso en Chile',
      examples: ['2026-11'],
    }),
  ),
  scope: Type.Optional(
    oneOf(['tenant', 'all'] as const, {
      description: 'De esta organización (por defecto) o de todas las suyas',
    }),
  ),
  format: Type.Optional(
    oneOf(['json', 'xlsx'] as const, { description: 'xlsx: cada registro, y el total de cada organización' }),
  ),
})
export type SummaryQuery = Static<typeof SummaryQuery>

// ── output ──

export const TimeEntry = Type.Object({
  id: Id(),
  workedOn: CalendarDate(),
  minutes: Minutes,
  what: Type.String({ examples: ['Revisión del registro de actividades con Finanzas'] }),
  createdAt: Instant(),
  updatedAt: Instant(),
})
export type TimeEntry = Static<typeof TimeEntry>

export const TimeSummary = Type.Object({
  month: Type.String({ examples: ['2026-11'] }),
  items: Type.Array(
    Type.Object({
      tenantId: Id(),
      tenantName: Type.String({ examples: ['Tienda Sur SpA'] }),
      slug: Type.String({ examples: ['tienda-sur-spa'] }),
      entries: Count(),
      minutes: Count(),
    }),
  ),
  minutes: Count({ description: 'El total' }),
})
export type TimeSummary = Static<typeof TimeSummary>

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export const SUMMARY_FILE = { description: 'Las horas del mes, en un libro de Excel', types: [XLSX] }
