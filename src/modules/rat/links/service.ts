import type { WriteCtx } from '#db/context.ts'
import type { Constraints } from '#db/errors.ts'
import { together } from '#db/sql.ts'
import { Failure, type FaultDetail, impossible, notFound } from '#kernel/failure.ts'
import { canonicalId, isId } from '#kernel/ids.ts'
import { findFlow, findSystem, listFlowsByIds, listSystemsByIds } from '#modules/data-map/public.ts'
import { holdDomain, linkActivity } from '#modules/domains/public.ts'
import { findProcessor } from '#modules/processors/public.ts'
import { noSystem } from '../activities/fields.ts'
import { activities } from '../activities/repo.ts'
import { linksOf, lockActivity, trace } from '../activities/service.ts'
import { detailView } from '../activities/views.ts'
import * as repo from './repo.ts'
import { flowLinks, newLink, processorLinks, systemLinks } from './repo.ts'
import type { AllLinks, DomainLink, SystemLink } from './schemas.ts'

const noFlow = (path = 'flowId') => impossible(path, 'El flujo indicado no existe en su mapa de datos.')
const noProcessor = () => impossible('processorId', 'El encargado indicado no existe en su organización.')
const linked = (what: string) => () =>
  new Failure(
    'conflict',
    `${what} ya está vinculado a esta actividad. Para cambiarlo, reemplace los vínculos.`,
  )

export const CONSTRAINTS: Constraints = {
  activity_systems_link_key: linked('El sistema'),
  activity_flows_link_key: linked('El flujo'),
  activity_processors_link_key: linked('El encargado'),
  activity_systems_system_fkey: noSystem,
  activity_flows_flow_fkey: noFlow,
  activity_processors_processor_fkey: noProcessor,
}

export async function linkSystem(ctx: WriteCtx, activityId: string, { systemId, role }: SystemLink) {
  const [, system] = await Promise.all([lockActivity(ctx, activityId), named(ctx, systemId, findSystem)])
  if (!system) throw noSystem()
  const link = { ...newLink(ctx, activityId), system_id: system.id, role }
  await together(
    systemLinks.insert(ctx, link),
    trace(ctx, activityId, 'link_system', { after: { systemId, role } }),
  )
  return { ...shown(link), systemId: system.id, name: system.name, role }
}

export async function linkFlow(ctx: WriteCtx, activityId: string, flowId: string) {
  const [, flow] = await Promise.all([lockActivity(ctx, activityId), named(ctx, flowId, findFlow)])
  if (!flow) throw noFlow()
  const link = { ...newLink(ctx, activityId), flow_id: flow.id }
  await together(flowLinks.insert(ctx, link), trace(ctx, activityId, 'link_flow', { after: { flowId } }))
  return { ...shown(link), flowId: flow.id, description: flow.description }
}

export async function linkDomain(ctx: WriteCtx, activityId: string, { domainId, role }: DomainLink) {
  const [, domain] = await Promise.all([lockActivity(ctx, activityId), named(ctx, domainId, holdDomain)])
  if (!domain) throw impossible('domainId', 'El dominio indicado no existe en su organización.')
  const [link] = await together(
    linkActivity(ctx, domain.id, activityId, role),
    // The domains module stores the link, so the activity needs this to change its version.
    activities.update(ctx, activityId, { updated_at: ctx.now }),
    trace(ctx, activityId, 'link_domain', { after: { domainId, role } }),
  )
  return { ...shown(link), domainId: domain.id, url: domain.url, role }
}

export async function linkProcessor(ctx: WriteCtx, activityId: string, processorId: string) {
  const [, processor] = await Promise.all([
    lockActivity(ctx, activityId),
    named(ctx, processorId, findProcessor),
  ])
  if (!processor) throw noProcessor()
  const link = { ...newLink(ctx, activityId), processor_id: processor.id }
  await together(
    processorLinks.insert(ctx, link),
    trace(ctx, activityId, 'link_processor', { after: { processorId } }),
  )
  return { ...shown(link), processorId: processor.id, name: processor.name }
}

/** Removes only links made by hand. A processor of a system disappears with the system. */
export async function unlinkProcessor(ctx: WriteCtx, activityId: string, processorId: string): Promise<void> {
  const [, removed] = await Promise.all([
    lockActivity(ctx, activityId),
    repo.removeProcessorLink(ctx, activityId, processorId),
  ])
  if (!removed) throw notFound('un vínculo hecho a mano entre esa actividad y ese encargado')
  await trace(ctx, activityId, 'unlink_processor', { before: { processorId } })
}

/** All or nothing. The lock on the activity keeps concurrent replacements apart. */
export async function replaceLinks(ctx: WriteCtx, activityId: string, body: AllLinks) {
  const systems = (body.systems ?? []).map(({ systemId, role }) => ({ systemId, role }))
  const flows = (body.flows ?? []).map((flow) => (typeof flow === 'string' ? flow : flow.flowId))
  const systemIds = systems.map(({ systemId }) => systemId)
  const [row, before, knownSystems, knownFlows] = await Promise.all([
    lockActivity(ctx, activityId),
    repo.listLinks(ctx, activityId),
    listSystemsByIds(ctx, systemIds.filter(isId)),
    listFlowsByIds(ctx, flows.filter(isId)),
  ])
  assertFaultless([
    ...faultsIn(systemIds, knownSystems, 'El sistema', (index) => `systems[${index}].systemId`),
    ...faultsIn(flows, knownFlows, 'El flujo', (index) => `flows[${index}]`),
  ])
  const newSystems = systems.map(({ systemId, role }) => ({
    ...newLink(ctx, activityId),
    system_id: systemId,
    role,
  }))
  const newFlows = flows.map((flowId) => ({ ...newLink(ctx, activityId), flow_id: flowId }))
  const [, , , , links] = await together(
    repo.removeLinks(ctx, activityId),
    systemLinks.insertAll(ctx, newSystems),
    flowLinks.insertAll(ctx, newFlows),
    trace(ctx, activityId, 'replace_links', { before, after: { systems, flows } }),
    linksOf(ctx, activityId),
  )
  return detailView(row, links, ctx.now)
}

/** The row of an id in the body, read with the lock in one batch. Undefined for a malformed id. */
async function named<T>(
  ctx: WriteCtx,
  id: string,
  find: (ctx: WriteCtx, id: string) => Promise<T | undefined>,
): Promise<T | undefined> {
  return isId(id) ? find(ctx, id) : undefined
}

/** A fault for every unknown id and every repeated id. */
function faultsIn(
  ids: readonly string[],
  rows: readonly { id: string }[],
  what: string,
  pathOf: (index: number) => string,
): FaultDetail[] {
  const wanted = ids.map((id) => id.toLowerCase())
  const known = new Set(rows.map(({ id }) => id))
  return wanted.flatMap((id, index) => {
    if (!known.has(id))
      return [{ path: pathOf(index), message: `${what} «${id}» no existe en su mapa de datos.` }]
    if (wanted.indexOf(id) < index)
      return [{ path: pathOf(index), message: `${what} «${id}» viene más de una vez.` }]
    return []
  })
}

function assertFaultless(details: FaultDetail[]): void {
  if (details.length > 0) throw new Failure('impossible', details[0]!.message, { details })
}

function shown({ id, activity_id }: { id: string; activity_id: string }) {
  return { id, activityId: canonicalId(activity_id) }
}
