import Type, { type Static } from 'typebox'
import { Id, oneOf, optional, PathId } from '#http/schema-kit.ts'
import { LinkedDomain, LinkedFlow, LinkedSystem } from '../activities/schemas.ts'
import { LINK_ROLES } from '../rules.ts'

const ID = '019a8c5e-7b1a-7c3d-9e2f-4a5b6c7d8e9f'

// ── input ──

export const SystemLink = Type.Object(
  { systemId: Id(), role: oneOf(LINK_ROLES) },
  { examples: [{ systemId: ID, role: 'STORAGE' }] },
)
export type SystemLink = Static<typeof SystemLink>

export const FlowLink = Type.Object({ flowId: Id() })

export const DomainLink = Type.Object(
  { domainId: Id(), role: oneOf(LINK_ROLES) },
  { examples: [{ domainId: ID, role: 'COLLECTION' }] },
)
export type DomainLink = Static<typeof DomainLink>

export const ProcessorLink = Type.Object({ processorId: Id() })

/** The body lists all links. A missing kind is emptied. */
export const AllLinks = Type.Object(
  {
    systems: optional(Type.Array(SystemLink, { maxItems: 200 })),
    flows: optional(
      Type.Array(Type.Union([Id(), FlowLink]), {
        maxItems: 200,
        description: 'Identificadores, o como los muestra la actividad',
      }),
    ),
  },
  { examples: [{ systems: [{ systemId: ID, role: 'STORAGE' }], flows: [ID] }] },
)
export type AllLinks = Static<typeof AllLinks>

export const OfProcessor = Type.Object({ id: PathId, processorId: PathId })

// ── output ──

const link = { id: Id(), activityId: Id() }
export const LinkedSystemNow = Type.Object({ ...link, ...LinkedSystem.properties })
export const LinkedFlowNow = Type.Object({ ...link, ...LinkedFlow.properties })
export const LinkedDomainNow = Type.Object({ ...link, ...LinkedDomain.properties })
export const LinkedProcessorNow = Type.Object({
  ...link,
  processorId: Id(),
  name: Type.String({ examples: ['Nube Andina SpA'] }),
})
