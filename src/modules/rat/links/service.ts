import { audit } from '#db/audit.ts'
import type { Ctx } from '#db/context.ts'
import { constraintMeans } from '#db/faults.ts'
import { Failure, type FaultDetail, impossible, notFound } from '#kernel/failure.ts'
import { canonicalId, isId } from '#kernel/ids.ts'
import { findFlow, findSystem, listFlowsByIds, listSystemsByIds } from '#modules/data-map/public.ts'
import { findDomain, linkActivity } from '#modules/domains/public.ts'
import { findProcessor } from '#modules/processors/public.ts'
import { noSystem } from '../activities/fields.ts'
import { detailOf, lockActivity } from '../activities/service.ts'
import * as repo from './repo.ts'
import type { AllLinks, DomainLink, SystemLink } from './schemas.ts'

const noFlow = (path = 'flowId') => impossible(path, 'El flujo indicado no existe en su mapa de datos.')
const noProcessor = () => impossible('processorId', 'El encargado indicado no existe en su organización.')
const linked = (what: string) => () =>
  new Failure(
    'conflict',
    `${what} ya está vinculado a esta actividad. Para cambiarlo, reemplace los vínculos.`,
  )

constraintMeans('activity_systems_link_key', linked('El sistema'))
constraintMeans('activity_flows_link_key', linked('El flujo'))
constraintMeans('activity_processors_link_key', linked('El encargado'))
constraintMeans('activity_systems_system_fkey', noSystem)
constraintMeans('activity_flows_flow_fkey', noFlow)
constraintMeans('activity_processors_processor_fkey', noProcessor)

export async function linkSystem(ctx: Ctx, activityId: string, { systemId, role }: SystemLink) {
  await lockActivity(ctx, activityId)
  const system = isId(systemId) ? await findSystem(ctx, systemId) : undefined
  if (!system) throw noSystem()
  const [id] = await repo.insertSystemLinks(ctx, activityId, [{ systemId, role }])
  await trace(ctx, activityId, 'link_system', { systemId, role })
  return { id: id!, activityId: canonicalId(activityId), systemId: system.id, name: system.name, role }
}

export async function linkFlow(ctx: Ctx, activityId: string, flowId: string) {
  await lockActivity(ctx, activityId)
  const flow = isId(flowId) ? await findFlow(ctx, flowId) : undefined
  if (!flow) throw noFlow()
  const [id] = await repo.insertFlowLinks(ctx, activityId, [flowId])
  await trace(ctx, activityId, 'link_flow', { flowId })
  return { id: id!, activityId: canonicalId(activityId), flowId: flow.id, description: flow.description }
}

export async function linkDomain(ctx: Ctx, activityId: string, { domainId, role }: DomainLink) {
  await lockActivity(ctx, activityId)
  const { id } = await linkActivity(ctx, domainId, activityId, role)
  const domain = await findDomain(ctx, domainId)
  await trace(ctx, activityId, 'link_domain', { domainId, role })
  return { id, activityId: canonicalId(activityId), domainId: domain!.id, url: domain!.url, role }
}

export async function linkProcessor(ctx: Ctx, activityId: string, processorId: string) {
  await lockActivity(ctx, activityId)
  const processor = isId(processorId) ? await findProcessor(ctx, processorId) : undefined
  if (!processor) throw noProcessor()
  const id = await repo.insertProcessorLink(ctx, activityId, processorId)
  await trace(ctx, activityId, 'link_processor', { processorId })
  return { id, activityId: canonicalId(activityId), processorId: processor.id, name: processor.name }
}

/** Only what was linked by hand: a processor that comes from a system leaves with the system. */
export async function unlinkProcessor(ctx: Ctx, activityId: string, processorId: string): Promise<void> {
  await lockActivity(ctx, activityId)
  if (!(await repo.removeProcessorLink(ctx, activityId, processorId))) {
    throw notFound('un vínculo hecho a mano entre esa actividad y ese encargado')
  }
  await audit(ctx, {
    action: 'unlink_processor',
    entityType: 'activity',
    entityId: activityId,
    before: { processorId },
  })
}

/** All or nothing. The lock on the activity keeps two replacements from mixing. */
export async function replaceLinks(ctx: Ctx, activityId: string, body: AllLinks) {
  const systems = (body.systems ?? []).map(({ systemId, role }) => ({ systemId, role }))
  const flows = (body.flows ?? []).map((flow) => (typeof flow === 'string' ? flow : flow.flowId))
  const row = await lockActivity(ctx, activityId)
  const systemIds = systems.map(({ systemId }) => systemId)
  assertKnown([
    ...(await faultsIn(
      systemIds,
      'El sistema',
      (index) => `systems[${index}].systemId`,
      (ids) => listSystemsByIds(ctx, ids),
    )),
    ...(await faultsIn(
      flows,
      'El flujo',
      (index) => `flows[${index}]`,
      (ids) => listFlowsByIds(ctx, ids),
    )),
  ])
  const before = await repo.clearLinks(ctx, activityId)
  await repo.insertSystemLinks(ctx, activityId, systems)
  await repo.insertFlowLinks(ctx, activityId, flows)
  await audit(ctx, {
    action: 'replace_links',
    entityType: 'activity',
    entityId: activityId,
    before,
    after: { systems, flows },
  })
  return detailOf(ctx, row)
}

/** Ids that name nothing, and ids that come twice. */
async function faultsIn(
  ids: readonly string[],
  what: string,
  pathOf: (index: number) => string,
  list: (ids: string[]) => Promise<{ id: string }[]>,
): Promise<FaultDetail[]> {
  const wanted = ids.map((id) => id.toLowerCase())
  const asked = wanted.filter(isId)
  const known = new Set(asked.length === 0 ? [] : (await list(asked)).map(({ id }) => id))
  return wanted.flatMap((id, index) => {
    if (!known.has(id))
      return [{ path: pathOf(index), message: `${what} «${id}» no existe en su mapa de datos.` }]
    if (wanted.indexOf(id) < index)
      return [{ path: pathOf(index), message: `${what} «${id}» viene más de una vez.` }]
    return []
  })
}

function assertKnown(details: FaultDetail[]): void {
  if (details.length > 0) throw new Failure('impossible', details[0]!.message, { details })
}

function trace(ctx: Ctx, activityId: string, action: string, after: object): Promise<void> {
  return audit(ctx, { action, entityType: 'activity', entityId: activityId, after })
}
