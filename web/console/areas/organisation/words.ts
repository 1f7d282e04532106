import type { Data } from '#client'
import type { Role } from '#kernel/roles.ts'
import type { Tone } from '../../times.ts'

export type Entity = Data<'GET /org/entities'>['entities'][number]
export type Department = Data<'GET /org/entities/{entityId}/departments'>['departments'][number]
export type Member = Data<'GET /settings/members'>['members'][number]
export type Domain = Data<'GET /domains/{id}'>

/** The name of each role and its permissions. Each role includes those below it. */
export const ROLE_WORDS: Record<Role, readonly [name: string, may: string]> = {
  OWNER: ['Cuenta principal', 'Todo, también cerrar la organización y nombrar a otras cuentas principales.'],
  ADMIN: [
    'Administración',
    'Invita y quita personas, cambia roles, entidades legales, departamentos y ajustes. Ve la auditoría completa.',
  ],
  DPO: [
    'Delegado o delegada de protección de datos',
    'Decide sobre brechas, solicitudes y evaluaciones, publica políticas, y puede seguir pese a un aviso legal con una razón escrita. No lo dé a quien decide los fines y medios de los tratamientos que debe supervisar: sería un conflicto de interés (art. 50; DS 662, art. 7).',
  ],
  APPROVER: ['Aprobación', 'Aprueba o rechaza lo que los flujos le encargan.'],
  ANALYST: [
    'Análisis',
    'Registra y edita: actividades, sistemas, encargados, solicitudes, brechas, evaluaciones.',
  ],
  VIEWER: ['Solo lectura', 'Ve todo lo de la organización y lo descarga; no cambia nada.'],
}

export const MEMBER_STATES: Record<Member['status'], readonly [name: string, tone: Tone]> = {
  ACTIVE: ['Activa', 'ok'],
  INVITED: ['Invitación sin aceptar', 'warn'],
}

export const ENVIRONMENTS: Record<Domain['environment'], string> = {
  PRODUCTION: 'En producción',
  STAGING: 'De pruebas',
  DEVELOPMENT: 'En desarrollo',
}

export const LINK_ROLES: Readonly<Record<string, string>> = {
  COLLECTION: 'Recoge los datos',
  STORAGE: 'Los guarda',
  PROCESSING: 'Los usa',
  TRANSFER: 'Los envía a otros',
}

export const PUBLISHED: Readonly<Record<string, readonly [name: string, tone: Tone]>> = {
  PUBLISHED: ['Publicado', 'ok'],
  DRAFT: ['Borrador', 'plain'],
  ARCHIVED: ['Archivado', 'plain'],
}

export const POLICY_STATES: typeof PUBLISHED = {
  ...PUBLISHED,
  PUBLISHED: ['Publicada', 'ok'],
  ARCHIVED: ['Archivada', 'plain'],
}

/** Kinds of policy as the service names them, with their screens. */
export const POLICY_KINDS: Readonly<Record<string, readonly [name: string, path: string]>> = {
  PRIVACY: ['Política de tratamiento de datos', 'politicas'],
  COOKIE: ['Política de cookies', 'politicas/cookies'],
}

/** The list is newest first. The main entity is the oldest active one. */
export function mainOf(entities: readonly Entity[]): Entity | undefined {
  return entities.findLast(({ isActive }) => isActive)
}
