import type { FastifyRequest } from 'fastify'
import { endpoints } from '#http/endpoints.ts'
import type { App } from '#http/types.ts'
import type { ModuleDeps } from '#modules/module.ts'
import { assertAssistant } from './quota.ts'
import * as schemas from './schemas.ts'
import { type Assistant, draftActivity, suggestField } from './service.ts'

/** A proposal does not change the record. It only counts against the plan. */
const ask = { role: 'ANALYST', audit: false } as const

export function routes(app: App, { config: { ai: model } }: Pick<ModuleDeps, 'config'>): void {
  const route = endpoints(app, 'rat')

  const assistantFor = (req: FastifyRequest): Assistant => ({
    model,
    act: async (work) => ((await req.act(work)) as { data: Awaited<ReturnType<typeof work>> }).data,
    onFailure: (reason) => req.log.warn({ reason }, 'the model gave no usable answer'),
  })

  /** Checks the plan before the body, so that a plan without the assistant gets that refusal first. */
  const preValidation = async (req: FastifyRequest) => {
    if (req.keyHolder) return assertAssistant(req.keyHolder.plan)
    const { member } = await app.access.read(req.claims!, ask.role, async () => undefined)
    assertAssistant(member.plan)
  }

  route.post('/rat/generate-from-ai', {
    id: 'draftActivityWithAi',
    summary: 'Proponer una actividad completa desde una descripción, sin guardarla',
    description:
      'Propone y no guarda. Desde el plan Professional; consume la cuota mensual de consultas, la misma de suggest-field. «source» dice si respondió el modelo o el catálogo.',
    role: 'ANALYST',
    audit: false,
    preValidation,
    body: schemas.DraftRequest,
    ok: schemas.Proposal,
    refusals: [402],
    handle: async (req) => ({
      success: true as const,
      data: await draftActivity(assistantFor(req), req.body),
    }),
  })

  route.post('/rat/suggest-field', {
    id: 'suggestActivityField',
    summary: 'Sugerir valores para un campo de la actividad',
    description:
      'Desde el plan Professional; consume la cuota mensual de consultas, la misma de generate-from-ai.',
    role: 'ANALYST',
    audit: false,
    preValidation,
    body: schemas.SuggestRequest,
    ok: schemas.Suggestions,
    refusals: [402],
    handle: async (req) => ({
      success: true as const,
      data: await suggestField(assistantFor(req), req.body),
    }),
  })
}
