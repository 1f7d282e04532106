import { endpoints } from '#http/endpoints.ts'
import type { App } from '#http/types.ts'
import type { ModuleDeps } from '#modules/module.ts'
import * as schemas from './schemas.ts'
import * as portfolio from './service.ts'

/** Acts over several organisations of one person. Each is entered under its own rules. */
export function routes(app: App, { modules }: Pick<ModuleDeps, 'modules'>): void {
  const route = endpoints(app, 'portfolio')
  const { access } = app
  const kinds = modules.flatMap(({ copies }) => copies ?? [])

  route.get('/portfolio/copyable', {
    id: 'listCopyable',
    summary: 'Listar lo que se puede copiar de una de sus organizaciones a otra',
    description: 'Con rol ADMIN en ella. Plantillas de contrato, flujos, avisos, formularios y sus textos.',
    role: 'SIGNED_IN',
    query: schemas.CopyableQuery,
    ok: schemas.CopyableItems,
    refusals: [403, 404],
    handle: async (req) => ({
      success: true,
      data: await portfolio.listCopyable(
        { access, who: req.claims!, kinds },
        req.query.from ?? req.claims!.tenantId,
      ),
    }),
  })

  route.post('/portfolio/copy', {
    id: 'copyBetween',
    summary: 'Copiar plantillas, flujos, avisos y textos de una de sus organizaciones a otra',
    description:
      'Con rol ADMIN en ambas, y queda en la auditoría de las dos. No se copian secretos, direcciones de otros sistemas, sitios ni personas. Lo que el destino ya tiene con el mismo nombre no cambia. Los avisos llegan como borrador.',
    role: 'SIGNED_IN',
    body: schemas.CopyOrder,
    ok: schemas.Copied,
    refusals: [402, 403, 404, 422],
    // A real copy writes a row in both logs. A dry run, or one with nothing new, writes none.
    audit: false,
    handle: async (req) => {
      const actIn: Parameters<typeof portfolio.copy>[0]['actIn'] = async (tenantId, work) => {
        const { data } = await req.act(async (ctx) => ({ done: await work(ctx) }), {
          in: { tenantId, role: portfolio.COPY_ROLE },
        })
        return data.done
      }
      return {
        success: true,
        data: await portfolio.copy({ access, who: req.claims!, actIn, kinds }, req.body),
      }
    },
  })
}
