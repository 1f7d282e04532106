/** Where the tables of the service are when it is sharded by organisation. */

/** The column whose value decides on which shard a row is. */
export const DISTRIBUTION_COLUMN = 'tenant_id'

export interface Plan {
  /** Tables copied to every node, each with its reason. */
  reference: Readonly<Record<string, string>>
  /** Tables on the coordinator alone, each with its reason. */
  local: Readonly<Record<string, string>>
  /** The table that all distributed ones are placed with. */
  anchor: string
  judged: readonly JudgedTriggers[]
}

/** Trigger functions that somebody has reviewed. A function without an entry is a fault. */
export interface JudgedTriggers {
  functions: RegExp
  /** The tables that the body may write, only in rows of the tenant whose row fired the trigger. */
  writes: readonly string[]
  /** Tables that the body may read, besides those it writes. */
  reads: readonly string[]
  /** In Spanish: printed with the statements. */
  why: string
}

/** Tables that are not named here are distributed. The reasons are printed with the statements. */
export const PLAN: Plan = {
  anchor: 'memberships',
  reference: {
    tenants: 'su slug es único en toda la instalación, y todas las tablas distribuidas se refieren a ella',
    users: 'una persona puede ser parte de varias organizaciones, y su correo es único',
    folios: 'un folio se busca sin saber todavía de qué organización es',
  },
  local: {
    sessions: 'es de una persona, antes de que elija una organización',
    refresh_tokens: 'es de una sesión',
    password_resets: 'es de una persona',
    known_devices: 'es de una persona',
    totp_factors: 'es de una persona',
    totp_setups: 'es de una persona',
    recovery_codes: 'es de una persona',
    passkeys: 'es de una persona',
    preferences: 'es de una persona',
    passkey_challenges: 'se pide antes de saber quién entra',
    device_sign_ins: 'se pide antes de saber quién entra',
    pending_sign_ins: 'se pide antes de saber quién entra',
    login_failures: 'se cuenta antes de saber si la cuenta existe',
    idempotency_keys: 'su ámbito es una organización, o la dirección de quien no tiene una',
    folio_years: 'los folios se cuentan en toda la instalación',
    installation_keys: 'son llaves de la instalación',
    evidence_keys: 'son llaves de la instalación',
    erasures: 'son certificados de organizaciones que ya no están',
    archived_months: 'son meses de toda la instalación, y quien verifica su cadena los lee antes',
    schema_migrations: 'la lleva quien migra el esquema',
  },
  judged: [
    {
      functions: /^refuse_change$/,
      writes: [],
      reads: ['tenants'],
      why: 'rechaza, y para la eliminación de una organización lee la fila de ella',
    },
    {
      functions: /^index_[a-z_]+$/,
      writes: ['search_words'],
      reads: [],
      why: 'escribe las palabras de la fila para la búsqueda',
    },
    {
      functions: /^count_[a-z_]+$/,
      writes: ['list_counts'],
      reads: [],
      why: 'cuenta las filas de las listas largas',
    },
    {
      functions: /^evidence_(waits|notice_version_waits|template_version_waits)$/,
      writes: ['evidence_waiting'],
      reads: [],
      why: 'deja la clave de la fila para la cadena de evidencia',
    },
    {
      functions: /^keep_client_key$/,
      writes: ['consent_record_keys'],
      reads: [],
      why: 'guarda la clave con que un navegador envía su decisión, o la quita con ella',
    },
    {
      functions: /^evidence_erased$/,
      writes: ['evidence_erasures', 'evidence_salts'],
      reads: ['evidence_entries'],
      why: 'deja constancia de lo que se elimina por ley',
    },
  ],
}
