import { endpoints } from '#http/endpoints.ts'
import { ById, listOf } from '#http/schema-kit.ts'
import type { Routes } from '#http/types.ts'
import { chileanDay } from '#kernel/dates.ts'
import { xlsxStream } from '#sheets/workbook.ts'
import { timeRecord } from './repo.ts'
import * as schemas from './schemas.ts'
import * as entries from './service.ts'

export const routes: Routes = (app) => {
  const route = endpoints(app, 'time-entries')

  route.get('/time-entries', {
    id: 'listTimeEntries',
    summary: 'Listar las horas que usted anotó en esta organización',
    role: 'VIEWER',
    personOnly: true,
    query: schemas.TimeEntriesQuery,
    ok: listOf('items', schemas.TimeEntry),
    handle: (req) => req.read((ctx) => entries.listEntries(ctx, req.claims!.userId, req.query)),
  })

  route.post('/time-entries', {
    id: 'addTimeEntry',
    summary: 'Anotar horas trabajadas para esta organización',
    role: 'ANALYST',
    personOnly: true,
    record: timeRecord,
    body: schemas.NewTimeEntry,
    created: schemas.TimeEntry,
    refusals: [422],
    act: (ctx, { body }) => entries.addEntry(ctx, body),
  })

  route.get('/time-entries/summary', {
    id: 'summariseTime',
    summary: 'Resumir las horas que usted anotó en un mes, por organización',
    role: 'VIEWER',
    personOnly: true,
    trace: { action: 'export', entityType: 'time_entry' },
    query: schemas.SummaryQuery,
    ok: schemas.TimeSummary,
    file: schemas.SUMMARY_FILE,
    handle: async (req, reply) => {
      const { scope = 'tenant', format } = req.query
      const now = app.tools.now()
      const month = req.query.month ?? chileanDay(now).slice(0, 7)
      // Check that the caller may still enter.
      await req.read(async () => undefined)
      const worked = await entries.readMonth(app.access, req.claims!, now, month, scope)
      if (format !== 'xlsx') return { success: true, data: entries.summaryOf(month, worked) }
      return reply
        .type(schemas.XLSX)
        .header('content-disposition', `attachment; filename="horas-${month}.xlsx"`)
        .send(xlsxStream(entries.SHEET, entries.sheetRows(worked)))
    },
  })

  route.get('/time-entries/:id', {
    id: 'getTimeEntry',
    summary: 'Ver un registro de horas propio',
    role: 'VIEWER',
    personOnly: true,
    params: ById,
    record: timeRecord,
    ok: schemas.TimeEntry,
    handle: (req) => req.read((ctx) => entries.getEntry(ctx, req.claims!.userId, req.params.id)),
  })

  route.patch('/time-entries/:id', {
    id: 'changeTimeEntry',
    summary: 'Corregir un registro de horas propio',
    role: 'ANALYST',
    personOnly: true,
    params: ById,
    record: timeRecord,
    body: schemas.TimeEntryPatch,
    ok: schemas.TimeEntry,
    refusals: [422],
    act: (ctx, { params, body }) => entries.changeEntry(ctx, params.id, body),
  })

  route.delete('/time-entries/:id', {
    id: 'deleteTimeEntry',
    summary: 'Eliminar un registro de horas propio',
    role: 'ANALYST',
    personOnly: true,
    params: ById,
    record: timeRecord,
    act: (ctx, { params }) => entries.removeEntry(ctx, params.id),
  })
}
