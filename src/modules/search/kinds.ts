import { type RawBuilder, sql } from 'kysely'
import type { ConsoleEntity } from '#kernel/console-paths.ts'
import type { Role } from '#kernel/roles.ts'

/** A kind of record that a search finds. Its module publishes the view with the shown columns. */
export interface Kind {
  readonly type: ConsoleEntity | 'file'
  /** The heading of its group. */
  readonly label: string
  /** The role that can read its list. */
  readonly role: Role
  readonly view: RawBuilder<unknown>
  /** The table with the indexed words. */
  readonly words: string
  /** Also finds rows by the words of a record that a column of the view refers to. */
  readonly also?: { readonly words: string; readonly column: string }
}

/** In the order of the results. */
export const KINDS: readonly Kind[] = [
  {
    type: 'dsar_request',
    label: 'Solicitudes de titulares',
    role: 'VIEWER',
    view: sql.table('searchable_requests'),
    words: 'dsar_requests',
  },
  {
    type: 'activity',
    label: 'Actividades de tratamiento',
    role: 'VIEWER',
    view: sql.table('searchable_activities'),
    words: 'activities',
  },
  {
    type: 'system',
    label: 'Sistemas',
    role: 'VIEWER',
    view: sql.table('searchable_systems'),
    words: 'systems',
  },
  {
    type: 'processor',
    label: 'Encargados',
    role: 'VIEWER',
    view: sql.table('searchable_processors'),
    words: 'processors',
  },
  {
    type: 'contract',
    label: 'Contratos',
    role: 'VIEWER',
    view: sql.table('searchable_contracts'),
    words: 'contracts',
    also: { words: 'processors', column: 'processor_id' },
  },
  {
    type: 'breach',
    label: 'Brechas',
    role: 'VIEWER',
    view: sql.table('searchable_breaches'),
    words: 'breaches',
  },
  {
    type: 'dpia_assessment',
    label: 'Evaluaciones de impacto',
    role: 'VIEWER',
    view: sql.table('searchable_assessments'),
    words: 'dpia_assessments',
  },
  {
    type: 'privacy_policy',
    label: 'Políticas de privacidad',
    role: 'VIEWER',
    view: sql.table('searchable_privacy_policies'),
    words: 'privacy_policies',
  },
  {
    type: 'cookie_policy',
    label: 'Políticas de cookies',
    role: 'VIEWER',
    view: sql.table('searchable_cookie_policies'),
    words: 'cookie_policies',
  },
  {
    type: 'consent_notice',
    label: 'Avisos de consentimiento',
    role: 'VIEWER',
    view: sql.table('searchable_notices'),
    words: 'consent_notices',
  },
  {
    type: 'consent_template',
    label: 'Formularios de consentimiento',
    role: 'VIEWER',
    view: sql.table('searchable_forms'),
    words: 'consent_templates',
  },
  {
    type: 'domain',
    label: 'Sitios',
    role: 'VIEWER',
    view: sql.table('searchable_domains'),
    words: 'domains',
  },
  {
    type: 'workflow_definition',
    label: 'Flujos de aprobación',
    role: 'VIEWER',
    view: sql.table('searchable_workflows'),
    words: 'workflow_definitions',
  },
  {
    type: 'legal_entity',
    label: 'Entidades legales',
    role: 'VIEWER',
    view: sql.table('searchable_entities'),
    words: 'legal_entities',
  },
  {
    type: 'department',
    label: 'Áreas',
    role: 'VIEWER',
    view: sql.table('searchable_departments'),
    words: 'departments',
  },
  {
    type: 'file',
    label: 'Archivos',
    role: 'VIEWER',
    view: sql.table('searchable_files'),
    words: 'files',
  },
]
