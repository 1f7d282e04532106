import type { Module } from '#http/module.ts'
import { listNoticesOfDomain } from './notices/repo.ts'
import { routes as noticeRoutes } from './notices/routes.ts'
import { routes as subjectRoutes } from './subjects/routes.ts'
import { namesFile } from './templates/repo.ts'
import { routes as templateRoutes } from './templates/routes.ts'

export const consent: Module = {
  name: 'consent',
  tag: 'Consentimiento: avisos, formularios, registros con recibo y webhooks',
  routes(app) {
    noticeRoutes(app)
    templateRoutes(app)
    subjectRoutes(app)
  },
  async domainDetail(ctx, domainId) {
    const notices = await listNoticesOfDomain(ctx, domainId)
    return { notices: notices.map(({ id, name, status }) => ({ id, name, status })) }
  },
  usesFile: namesFile,
}
