import type { FastifyRequest } from 'fastify'
import type { ModuleDeps } from '#http/module.ts'
import { data, faults } from '#http/schema-kit.ts'
import type { App } from '#http/types.ts'
import { assertAssistant } from './quota.ts'
import * as schemas from './schemas.ts'
import { type Assistant, draftActivity, suggestField } from './service.ts'

const tags = ['rat']
/** A proposal changes nothing of the record; it only counts against the plan. */
const ask = { role: 'ANALYST', audit: false } as const

export function routes(app: App, { config: { ai: model } }: Pick<ModuleDeps, 'config'>): void {
  const assistantFor = (req: FastifyRequest): Assistant => ({
    model,
    act: async (work) => ((await req.act(work)) as { data: Awaited<ReturnType<typeof work>> }).data,
    onFailure: (reason) => req.log.warn({ reason }, 'the model gave no usable answer'),
  })

  /** A plan without the assistant is told so, whatever the body says. */
  const preValidation = async (req: FastifyRequest) => {
    const { member } = await app.doors.read(req.claims!, ask.role, async () => undefined)
    assertAssistant(member.plan)
  }

  app.post(
    '/rat/generate-from-ai',
    {
      config: ask,
      preValidation,
      schema: {
        tags,
        operationId: 'draftActivityWithAi',
        summary: 'Proponer una actividad completa desde una descripción, sin guardarla',
        description:
          'Propone y no guarda. Desde el plan Professional; consume la cuota mensual de consultas, la misma de suggest-field. «source» dice si respondió el modelo o el catálogo.',
        body: schemas.DraftRequest,
        response: { 200: data(schemas.Proposal), ...faults(402) },
      },
    },
    async (req) => ({ success: true as const, data: await draftActivity(assistantFor(req), req.body) }),
  )

  app.post(
    '/rat/suggest-field',
    {
      config: ask,
      preValidation,
      schema: {
        tags,
        operationId: 'suggestActivityField',
        summary: 'Sugerir valores para un campo de la actividad',
        description:
          'Desde el plan Professional; consume la cuota mensual de consultas, la misma de generate-from-ai.',
        body: schemas.SuggestRequest,
        response: { 200: data(schemas.Suggestions), ...faults(402) },
      },
    },
    async (req) => ({ success: true as const, data: await suggestField(assistantFor(req), req.body) }),
  )
}
