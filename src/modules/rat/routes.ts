import type { App } from '#http/types.ts'
import type { ModuleDeps } from '#modules/module.ts'
import { routes as activities } from './activities/routes.ts'
import { routes as assistant } from './assistant/routes.ts'
import { routes as drafts } from './drafts/routes.ts'
import { routes as links } from './links/routes.ts'
import { routes as overview } from './overview/routes.ts'
import { routes as packs } from './packs/routes.ts'

export function routes(app: App, deps: ModuleDeps): void {
  activities(app, deps)
  drafts(app)
  links(app)
  overview(app)
  packs(app)
  assistant(app, deps)
}
