import type { Failure } from '#kernel/failure.ts'
import type { ScimUserRow } from '#modules/auth/public.ts'
import type { Group } from './service.ts'

const CORE = 'urn:ietf:params:scim:schemas:core:2.0'
const MESSAGES = 'urn:ietf:params:scim:api:messages:2.0'

/** Resources in the form of RFC 7643. `root` is the base address of the API. */
export function userView(root: string, row: ScimUserRow) {
  const location = `${root}/Users/${row.id}`
  const formatted = [row.given_name, row.family_name].filter(Boolean).join(' ') || row.display_name
  return {
    schemas: [`${CORE}:User`],
    id: row.id,
    ...(row.external_id !== null && { externalId: row.external_id }),
    userName: row.user_name,
    name: {
      formatted,
      ...(row.given_name !== null && { givenName: row.given_name }),
      ...(row.family_name !== null && { familyName: row.family_name }),
    },
    displayName: row.display_name,
    emails: [{ value: row.email, type: 'work', primary: true }],
    active: row.user_id !== null,
    roles: row.groups.map((value) => ({ value })),
    groups: row.groups.map((value) => ({ value, display: value, $ref: `${root}/Groups/${value}` })),
    meta: {
      resourceType: 'User',
      created: row.created_at.toISOString(),
      lastModified: row.updated_at.toISOString(),
      location,
    },
  }
}

export function groupView(root: string, { role, members }: Group, withMembers: boolean) {
  return {
    schemas: [`${CORE}:Group`],
    id: role,
    displayName: role,
    ...(withMembers && {
      members: members.map(({ id, display_name }) => ({
        value: id,
        display: display_name,
        $ref: `${root}/Users/${id}`,
      })),
    }),
    meta: { resourceType: 'Group', location: `${root}/Groups/${role}` },
  }
}

export function listView(resources: readonly object[], total: number, startIndex: number) {
  return {
    schemas: [`${MESSAGES}:ListResponse`],
    totalResults: total,
    startIndex,
    itemsPerPage: resources.length,
    Resources: resources,
  }
}

const TYPES = ['invalidFilter', 'invalidPath', 'invalidValue', 'invalidSyntax', 'mutability', 'uniqueness']

/** RFC 7644, 3.12. */
export function errorView({ status, message, details }: Failure) {
  const rule = details?.[0]?.rule ?? { 400: 'invalidSyntax', 403: 'mutability', 409: 'uniqueness' }[status]
  return {
    schemas: [`${MESSAGES}:Error`],
    status: String(status),
    ...(rule && TYPES.includes(rule) && { scimType: rule }),
    detail: message,
  }
}

export const SERVICE_PROVIDER_CONFIG = {
  schemas: [`${CORE}:ServiceProviderConfig`],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: 200 },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Token de SCIM',
      description: 'El token de POST /api/v1/settings/scim/tokens, en «Authorization: Bearer»',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig' },
}

export const RESOURCE_TYPES = (['User', 'Group'] as const).map((name) => ({
  schemas: [`${CORE}:ResourceType`],
  id: name,
  name,
  endpoint: `/${name}s`,
  schema: `${CORE}:${name}`,
  meta: { resourceType: 'ResourceType' },
}))

const attribute = (name: string, more: object = {}) => ({
  name,
  type: 'string',
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...more,
})
const parts = (...names: string[]) => names.map((name) => attribute(name))

export const SCHEMAS = [
  {
    schemas: [`${CORE}:Schema`],
    id: `${CORE}:User`,
    name: 'User',
    description: 'Una persona de la organización',
    attributes: [
      attribute('userName', { required: true, uniqueness: 'server' }),
      attribute('externalId', { caseExact: true }),
      attribute('displayName'),
      attribute('name', { type: 'complex', subAttributes: parts('formatted', 'givenName', 'familyName') }),
      attribute('emails', {
        type: 'complex',
        multiValued: true,
        subAttributes: parts('value', 'type', 'primary'),
      }),
      attribute('active', { type: 'boolean' }),
      attribute('roles', { type: 'complex', multiValued: true, subAttributes: parts('value') }),
      attribute('groups', {
        type: 'complex',
        multiValued: true,
        mutability: 'readOnly',
        subAttributes: parts('value', 'display'),
      }),
    ],
    meta: { resourceType: 'Schema' },
  },
  {
    schemas: [`${CORE}:Schema`],
    id: `${CORE}:Group`,
    name: 'Group',
    description: 'Un rol de la organización',
    attributes: [
      attribute('displayName', { required: true, mutability: 'readOnly' }),
      attribute('members', { type: 'complex', multiValued: true, subAttributes: parts('value', 'display') }),
    ],
    meta: { resourceType: 'Schema' },
  },
]
