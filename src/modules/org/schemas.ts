import Type, { type Static } from 'typebox'
import {
  BoundedText,
  blankable,
  Email,
  Flag,
  Id,
  Instant,
  Name,
  NullableText,
  nullable,
  optional,
  PathId,
  Remark,
  wholeQuery,
} from '#http/schema-kit.ts'
import { newestFirst } from '#kernel/paging.ts'

// ── input ──

export const NewWorkspace = Type.Object(
  { name: Name(), description: optional(Remark(500)) },
  { examples: [{ name: 'Filiales del sur', description: 'Empresas de Biobío a Magallanes' }] },
)
export type NewWorkspace = Static<typeof NewWorkspace>

const named = { name: Type.Optional(Name()), description: optional(Remark(500)) }

export const WorkspacePatch = Type.Object(named, { examples: [{ name: 'Filiales australes' }] })
export type WorkspacePatch = Static<typeof WorkspacePatch>

const head = {
  headName: optional(Remark(200, { description: 'Quién está a cargo' })),
  headEmail: blankable(Email()),
}

export const DepartmentPatch = Type.Object(
  { ...named, ...head },
  { examples: [{ name: 'Personas', headName: 'Rosa Vial' }] },
)
export type DepartmentPatch = Static<typeof DepartmentPatch>

/** Contract part 8: name 2-200, taxId at most 12, postalAddress at most 500. */
const EntityName = Type.String({ minLength: 2, maxLength: 200, pattern: '\\S.*\\S' })

const details = {
  taxId: optional(Remark(12)),
  legalRepName: optional(Remark(200)),
  legalRepEmail: blankable(Email()),
  dpoName: optional(Remark(200)),
  dpoEmail: blankable(Email()),
  postalAddress: optional(Remark(500)),
  arcoPublicEmail: blankable(Email()),
  isPublicBody: optional(
    Flag({ description: 'Órgano del Estado: se rige por los arts. 20 y siguientes de la Ley 19.628' }),
  ),
  essentialService: optional(
    Flag({ description: 'Servicio esencial u operador de importancia vital (Ley 21.663)' }),
  ),
}

export const NewEntity = Type.Object(
  { workspaceId: Id(), name: EntityName, ...details },
  {
    examples: [
      {
        workspaceId: '019a8c5e-7b1a-7c3d-9e2f-4a5b6c7d8e9f',
        name: 'Tienda Sur Logística SpA',
        taxId: '76.543.210-3',
        legalRepName: 'Ana Rojas',
        legalRepEmail: 'ana@tiendasur.cl',
        dpoName: 'Pedro Soto',
        dpoEmail: 'dpo@tiendasur.cl',
        postalAddress: 'Av. Libertad 100, Concepción',
        arcoPublicEmail: 'datos@tiendasur.cl',
      },
    ],
  },
)
export type NewEntity = Static<typeof NewEntity>

export const EntityPatch = Type.Object(
  {
    workspaceId: Type.Optional(Id()),
    name: Type.Optional(EntityName),
    ...details,
    isActive: optional(Flag({ description: 'true devuelve a la lista de activas una que se desactivó' })),
  },
  { examples: [{ postalAddress: 'Av. Libertad 200, Concepción' }] },
)
export type EntityPatch = Static<typeof EntityPatch>

export const AssignDpo = Type.Object({ userId: Id() })

export const NewDepartment = Type.Object(
  {
    legalEntityId: Id(),
    name: Name(),
    description: optional(Remark(500)),
    parentDepartmentId: blankable(Id()),
    ...head,
  },
  { examples: [{ legalEntityId: '019a8c5e-7b1a-7c3d-9e2f-4a5b6c7d8e9f', name: 'Recursos Humanos' }] },
)
export type NewDepartment = Static<typeof NewDepartment>

export const WORKSPACES = newestFirst(
  'workspaces',
  { name: 'name' },
  { search: { columns: ['name', 'description'] } },
)

export const WorkspacesQuery = wholeQuery(WORKSPACES, {})
export type WorkspacesQuery = Static<typeof WorkspacesQuery>

export const ENTITIES = newestFirst(
  'legal_entities',
  { name: 'name' },
  { search: { columns: ['name', 'tax_id', 'legal_rep_name', 'dpo_name', 'dpo_email'] } },
)

export const EntitiesQuery = wholeQuery(ENTITIES, { workspaceId: Type.Optional(Remark(100)) })
export type EntitiesQuery = Static<typeof EntitiesQuery>

export const OfEntity = Type.Object({ entityId: PathId })

// ── output ──

export const Workspace = Type.Object({
  id: Id(),
  name: Type.String({ examples: ['Principal'] }),
  description: nullable(Type.String()),
  createdAt: Instant(),
  updatedAt: Instant(),
})
export type Workspace = Static<typeof Workspace>

export const Entity = Type.Object({
  id: Id(),
  workspaceId: Id(),
  name: BoundedText(200, { examples: ['Tienda Sur SpA'] }),
  taxId: NullableText('76.543.210-3'),
  legalRepName: NullableText('Ana Rojas'),
  legalRepEmail: NullableText('ana@tiendasur.cl'),
  dpoUserId: NullableText('019a8c5e-7b1a-7c3d-9e2f-4a5b6c7d8e9f'),
  dpoName: NullableText('Pedro Soto'),
  dpoEmail: NullableText('dpo@tiendasur.cl'),
  postalAddress: NullableText('Av. Libertad 100, Concepción'),
  arcoPublicEmail: NullableText('datos@tiendasur.cl'),
  isPublicBody: Flag(),
  essentialService: Flag(),
  isActive: Flag(),
  createdAt: Instant(),
  updatedAt: Instant(),
})
export type Entity = Static<typeof Entity>

const department = {
  id: Id(),
  name: Type.String({ examples: ['Recursos Humanos'] }),
  description: nullable(Type.String()),
  depth: Type.Integer({ minimum: 0 }),
  parentId: nullable(Type.String()),
  legalEntityId: Id(),
  userCount: Type.Integer({ minimum: 0 }),
  headName: NullableText('Rosa Vial'),
  headEmail: NullableText('rosa@tiendasur.cl'),
}

export interface DepartmentNode {
  id: string
  name: string
  description: string | null
  depth: number
  parentId: string | null
  legalEntityId: string
  userCount: number
  headName: string | null
  headEmail: string | null
  children: DepartmentNode[]
}

const example: DepartmentNode = {
  id: '019a8c5e-7b1a-7c3d-9e2f-4a5b6c7d8e9f',
  name: 'Recursos Humanos',
  description: null,
  depth: 0,
  parentId: null,
  legalEntityId: '019a8c5e-7b1a-7c3d-9e2f-4a5b6c7d8e9f',
  userCount: 0,
  headName: 'Rosa Vial',
  headEmail: 'rosa@tiendasur.cl',
  children: [],
}

/** A recursive schema: a node contains nodes. */
export const DEPARTMENT_NODE = {
  $id: 'DepartmentNode',
  type: 'object',
  required: [...Object.keys(department), 'children'],
  properties: { ...department, children: { type: 'array', items: { $ref: 'DepartmentNode#' } } },
  examples: [example],
}

export const Department = Type.Unsafe<DepartmentNode>({ $ref: 'DepartmentNode#', examples: [example] })
