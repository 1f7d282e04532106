import { copyable } from '#modules/portfolio/public.ts'
import { listTemplates, templates } from './templates/repo.ts'
import { createTemplate } from './templates/service.ts'

export const TEMPLATE_COPIES = copyable({
  kind: 'contract_template',
  list: async (ctx) => (await listTemplates(ctx)).map(({ id, name }) => ({ id, name })),
  async read(ctx, id) {
    const row = await templates.find(ctx, id)
    if (!row) return undefined
    const { name, type, content, variables } = row
    return { name, body: { name, type, content, variables } }
  },
  make: createTemplate,
})
