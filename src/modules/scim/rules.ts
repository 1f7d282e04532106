import { Failure, type FailureKind } from '#kernel/failure.ts'
import { ROLES, type Role } from '#kernel/roles.ts'
import { normaliseEmail } from '#kernel/text.ts'

/** Groups are roles. Only an owner can give OWNER. */
export const GROUPS = ROLES.filter((role) => role !== 'OWNER')

export function isGroup(text: unknown): text is Role {
  return GROUPS.some((role) => role === text)
}

/** The highest role among the groups of a person. */
export function roleOf(groups: readonly Role[]): Role | undefined {
  return GROUPS.find((role) => groups.includes(role))
}

/** RFC 7644, 3.12. */
type ScimType =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidValue'
  | 'invalidSyntax'
  | 'mutability'
  | 'uniqueness'

const KINDS: Readonly<Record<ScimType, FailureKind>> = {
  invalidFilter: 'malformed',
  invalidPath: 'malformed',
  invalidValue: 'malformed',
  invalidSyntax: 'malformed',
  mutability: 'forbidden',
  uniqueness: 'conflict',
}

export function scimFailure(scimType: ScimType, message: string): Failure {
  return new Failure(KINDS[scimType], message, { details: [{ path: '', message, rule: scimType }] })
}

/** The stored attributes of a SCIM user. */
export interface Attributes {
  userName: string
  externalId: string | null
  displayName: string
  givenName: string | null
  familyName: string | null
  email: string
  active: boolean
  groups: Role[]
}

// ── filters ──

const FILTER = /^\s*([A-Za-z.]+)\s+eq\s+("(?:[^"\\]|\\.)*")\s*$/i
const FILTERABLE = {
  username: 'userName',
  externalid: 'externalId',
  'emails.value': 'emails.value',
  emails: 'emails.value',
  displayname: 'displayName',
} as const
export type Filterable = (typeof FILTERABLE)[keyof typeof FILTERABLE]

export function readFilter(text: string | undefined): { attribute: Filterable; value: string } | undefined {
  if (text === undefined || text.trim() === '') return undefined
  const [, name = '', quoted = ''] = FILTER.exec(text) ?? []
  const attribute = Object.hasOwn(FILTERABLE, name.toLowerCase())
    ? FILTERABLE[name.toLowerCase() as keyof typeof FILTERABLE]
    : undefined
  const value = attribute && parsed(quoted)
  if (attribute && value !== undefined) return { attribute, value }
  throw scimFailure(
    'invalidFilter',
    'El filtro debe ser de la forma atributo eq "valor", con userName, externalId, emails.value o displayName.',
  )
}

function parsed(quoted: string): string | undefined {
  try {
    return JSON.parse(quoted)
  } catch {
    return undefined
  }
}

// ── users ──

type Json = Readonly<Record<string, unknown>>

/** From a whole resource, as in POST and PUT. */
export function attributesOf(body: Json): Attributes {
  const userName = textOf(body['userName'])
  if (!userName) throw scimFailure('invalidValue', 'Falta «userName».')
  const name = objectOf(body['name'])
  const [givenName, familyName] = [textOf(name['givenName']), textOf(name['familyName'])]
  const full = [givenName, familyName].filter(Boolean).join(' ')
  return {
    userName,
    externalId: textOf(body['externalId']),
    displayName: textOf(body['displayName']) ?? textOf(name['formatted']) ?? (full || userName),
    givenName,
    familyName,
    email: emailOf(body['emails'], userName),
    active: body['active'] === undefined ? true : flagOf(body['active']),
    groups: rolesOf(body['roles']),
  }
}

interface Operation {
  op: string
  path?: string | undefined
  value?: unknown
}

/** Applies patches in order, in the forms of Entra ID and Okta. */
export function patched(before: Attributes, operations: readonly Operation[]): Attributes {
  return operations.reduce(patchedOnce, before)
}

function patchedOnce(before: Attributes, { op, path, value }: Operation): Attributes {
  const isRemoval = op.toLowerCase() === 'remove'
  if (!isRemoval && !/^(add|replace)$/i.test(op))
    throw scimFailure('invalidSyntax', `La operación «${op}» no existe.`)
  if (path !== undefined) return changed(before, path, isRemoval ? undefined : value)
  if (isRemoval) throw scimFailure('invalidPath', 'Una operación «remove» necesita «path».')
  return Object.entries(objectOf(value)).reduce((state, [name, one]) => changed(state, name, one), before)
}

/** `undefined` removes the attribute. Unknown attributes are ignored, as RFC 7644 permits. */
function changed(before: Attributes, path: string, value: unknown): Attributes {
  const [, filter = ''] = /\[([^\]]*)\]/.exec(path) ?? []
  const name = path
    .replace(/^urn:ietf:params:scim:schemas:core:2\.0:User:/i, '')
    .replace(/\[[^\]]*\]/, '')
    .toLowerCase()
  switch (name) {
    case 'active':
      return { ...before, active: value === undefined ? false : flagOf(value) }
    case 'username':
      return { ...before, userName: needed(value, 'userName') }
    case 'displayname':
    case 'name.formatted':
      return { ...before, displayName: needed(value, 'displayName') }
    case 'externalid':
      return { ...before, externalId: textOf(value) }
    case 'name.givenname':
      return { ...before, givenName: textOf(value) }
    case 'name.familyname':
      return { ...before, familyName: textOf(value) }
    case 'name':
      return Object.entries(objectOf(value)).reduce(
        (state, [part, one]) => changed(state, `name.${part}`, one),
        before,
      )
    case 'emails':
    case 'emails.value':
      // Only the work address is stored. Other kinds are ignored.
      if (/^\s*type\s+eq\s+"(?!work")/i.test(filter)) return before
      return { ...before, email: emailOf(typeof value === 'string' ? [{ value }] : value, before.userName) }
    case 'roles':
    case 'roles.value':
      if (value === undefined && filter !== '') return { ...before, groups: without(before.groups, filter) }
      return { ...before, groups: rolesOf(typeof value === 'string' ? [value] : value) }
    default:
      return before
  }
}

/** `roles[value eq "DPO"]` names one role. Any other filter means the only one a provider sends, the primary. */
function without(groups: readonly Role[], filter: string): Role[] {
  const [, named] = /^\s*value\s+eq\s+"([^"]*)"\s*$/i.exec(filter) ?? []
  return named === undefined ? [] : groups.filter((group) => group !== named)
}

function needed(value: unknown, name: string): string {
  const text = textOf(value)
  if (!text) throw scimFailure('invalidValue', `«${name}» no puede quedar vacío.`)
  return text
}

const LONGEST = 254

function textOf(value: unknown): string | null {
  if (value === undefined || value === null) return null
  if (typeof value !== 'string' || value.length > LONGEST)
    throw scimFailure('invalidValue', `Se espera un texto de hasta ${LONGEST} caracteres.`)
  return value.replace(/\p{Cc}/gu, ' ').trim() || null
}

function objectOf(value: unknown): Json {
  if (value === undefined || value === null) return {}
  if (typeof value !== 'object' || Array.isArray(value))
    throw scimFailure('invalidSyntax', 'Se espera un objeto.')
  return value as Json
}

/** Entra ID sends booleans as text. */
function flagOf(value: unknown): boolean {
  if (typeof value === 'boolean') return value
  if (typeof value === 'string' && /^(true|false)$/i.test(value)) return value.toLowerCase() === 'true'
  throw scimFailure('invalidValue', '«active» debe ser verdadero o falso.')
}

/** The primary address, otherwise the first, otherwise the user name if it is an address. */
function emailOf(value: unknown, userName: string): string {
  const listed = Array.isArray(value) ? value.slice(0, 20).map(objectOf) : []
  const chosen = listed.find(({ primary }) => /^true$/i.test(String(primary))) ?? listed[0]
  const email = normaliseEmail(textOf(chosen?.['value']) ?? userName)
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email))
    throw scimFailure('invalidValue', 'La persona necesita un correo: en «emails» o como «userName».')
  return email
}

function rolesOf(value: unknown): Role[] {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) throw scimFailure('invalidSyntax', '«roles» debe ser una lista.')
  const names = value.slice(0, 20).map((one) => (typeof one === 'string' ? one : objectOf(one)['value']))
  if (!names.every(isGroup))
    throw scimFailure(
      'invalidValue',
      `Los roles son ${GROUPS.join(', ')}. OWNER lo da solo un OWNER, en Personas.`,
    )
  return [...new Set(names as Role[])]
}

// ── groups ──

export interface MemberChange {
  add: string[]
  remove: string[]
  /** If true, everybody else leaves the group. */
  replace: boolean
}

/** The members who join and leave. The name of a group is fixed: the same name changes nothing. */
export function memberChanges(group: Role, operations: readonly Operation[]): MemberChange[] {
  return operations.map(({ op, path, value }) => {
    const kind = op.toLowerCase()
    if (!['add', 'remove', 'replace'].includes(kind))
      throw scimFailure('invalidSyntax', `La operación «${op}» no existe.`)
    if (path === undefined && 'members' in objectOf(value))
      return changeOf(kind, membersOf(objectOf(value)['members']))
    if (path === undefined || /^displayName$/i.test(path)) {
      const name = path === undefined ? objectOf(value)['displayName'] : value
      if (name !== undefined && name !== group)
        throw scimFailure('mutability', 'El nombre de un grupo es su rol y no cambia.')
      return { add: [], remove: [], replace: false }
    }
    const [, one] = /^members\[\s*value\s+eq\s+"([^"]+)"\s*\]$/i.exec(path) ?? []
    if (one) return changeOf(kind, [one])
    if (!/^members$/i.test(path))
      throw scimFailure('invalidPath', `«${path.slice(0, 100)}» no se puede cambiar en un grupo.`)
    return changeOf(kind, value === undefined && kind === 'remove' ? undefined : membersOf(value))
  })
}

function changeOf(kind: string, ids: string[] | undefined): MemberChange {
  if (ids === undefined) return { add: [], remove: [], replace: true }
  return kind === 'remove'
    ? { add: [], remove: ids, replace: false }
    : { add: ids, remove: [], replace: kind === 'replace' }
}

function membersOf(value: unknown): string[] {
  const list = Array.isArray(value) ? value : [value]
  if (list.length > 1000) throw scimFailure('invalidValue', 'A lo más 1.000 personas por operación.')
  return list.map((one) => {
    const id = typeof one === 'string' ? one : objectOf(one)['value']
    if (typeof id !== 'string')
      throw scimFailure('invalidValue', 'Cada miembro lleva «value» con el id de la persona.')
    return id
  })
}
