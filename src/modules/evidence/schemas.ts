import Type, { type Static } from 'typebox'
import {
  AnyObject,
  BoundedText,
  Count,
  Id,
  Instant,
  listQuery,
  nullable,
  oneOf,
  PathId,
} from '#http/schema-kit.ts'
import { ENTRY_KINDS } from '#kernel/evidence/entry.ts'
import { newestWritten } from '#kernel/paging.ts'
import { SOURCES } from './sources.ts'
import { BROKEN_REASONS } from './words.ts'

// ── input ──

const TYPES = SOURCES.map(({ entityType }) => entityType)

export const OfRecord = Type.Object({
  entityType: BoundedText(100, {
    description: `Qué clase de registro: ${TYPES.join(', ')}`,
    examples: ['consent_record'],
  }),
  id: PathId,
})

export const OfReceipt = Type.Object({
  tenantSlug: BoundedText(100, { examples: ['tienda-sur'] }),
  entityType: BoundedText(100, {
    description: `Qué clase de registro: ${SOURCES.filter(({ receipt }) => receipt)
      .map(({ entityType }) => entityType)
      .join(', ')}`,
    examples: ['consent_record'],
  }),
  id: PathId,
})

export const OfTenant = Type.Object({ tenantSlug: BoundedText(100, { examples: ['tienda-sur'] }) })

export const HEADS = newestWritten('evidence_heads', { starts: ['hash'] }, { id: 'hash', at: 'at' })
export const HeadsQuery = listQuery(HEADS, {})
export type HeadsQuery = Static<typeof HeadsQuery>

export const VerifyQuery = Type.Object({
  from: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 9_007_199_254_740_991,
      description:
        'Desde qué anotación seguir: el «next» de la respuesta anterior. Sin él, desde la primera.',
    }),
  ),
})

// ── output ──

const HASH = 'b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9'
const Hash = (description: string) => Type.String({ description, examples: [HASH] })

export const EvidenceEntry = Type.Object({
  tenantId: Id(),
  seq: Type.Integer({ minimum: 1, description: 'Desde 1 y sin saltos', examples: [7] }),
  kind: oneOf(ENTRY_KINDS, {
    description:
      '«imported»: el registro es anterior a la cadena; «erasure»: un borrado por ley; «seal»: cierra un grupo de anotaciones',
  }),
  entityType: Type.String({ examples: ['consent_record'] }),
  entityId: Type.String({ examples: ['019a8c5e-7b1a-7c3d-9e2f-4a5b6c7d8e9f'] }),
  at: Instant({ description: 'Cuándo se escribió el registro, por el reloj de la base de datos' }),
  payloadHash: Hash('SHA-256 del registro con su sal; en un sello, la raíz de Merkle del grupo'),
  previous: nullable(Hash('La anotación anterior; null en la primera')),
})

export const EvidenceSignature = Type.Object({
  kid: Type.String({
    description: 'La clave, de GET /public/evidence/keys',
    examples: ['kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k'],
  }),
  alg: oneOf(['EdDSA'] as const),
  value: Type.String({
    description: 'Ed25519 sobre la cabeza en JSON canónico (RFC 8785), en base64url',
    examples: ['mZ3Yq0n1'],
  }),
})

const HEAD = {
  tenantId: Id(),
  seq: Type.Integer({ minimum: 1, examples: [8] }),
  hash: Hash('La anotación «seal» con ese número'),
  at: Instant(),
}
export const EvidenceHead = Type.Object(HEAD)

export const EvidenceStamp = Type.Object({
  authority: Type.String({ examples: ['https://tsa.example'] }),
  at: Instant(),
  token: Type.String({ description: 'Sello de tiempo RFC 3161, en base64', examples: ['MIIC'] }),
})

const PROOF = {
  entry: EvidenceEntry,
  path: Type.Array(
    Type.Object({ side: oneOf(['left', 'right'] as const), hash: Hash('El vecino en el árbol') }),
    { description: 'De la anotación a la raíz que guarda su sello' },
  ),
  seal: EvidenceEntry,
  head: EvidenceHead,
  signature: EvidenceSignature,
  stamp: nullable(EvidenceStamp),
}

export const PublicProof = Type.Object({
  organisation: Type.Object({
    name: Type.String({ examples: ['Tienda Sur'] }),
    slug: Type.String({ examples: ['tienda-sur'] }),
  }),
  ...PROOF,
  content: oneOf(['same', 'changed', 'missing', 'erased', 'archived'] as const, {
    description:
      'Si el registro sigue como entró a la cadena. «archived»: está en el archivo de un mes que se retiró de la base de datos',
  }),
  erasure: nullable(Type.Object({ at: Instant() }, { description: 'El contenido se borró por ley' })),
})

export const EvidenceProof = Type.Object({
  ...PROOF,
  archived: Type.Boolean({
    description: 'El registro está en el archivo de un mes que se retiró de la base de datos',
    examples: [false],
  }),
  erasure: nullable(
    Type.Object(
      { reason: nullable(Type.String({ examples: ['Orden de la Agencia, rol 12-2027'] })), at: Instant() },
      { description: 'El contenido se borró por ley: queda el hash, y el motivo para quien podía leerlo' },
    ),
  ),
  payload: Type.Optional(
    Type.Object(
      {
        salt: Type.String({ examples: ['c2FsdA'] }),
        row: AnyObject({ examples: [{ action: 'accept_all' }] }),
      },
      { description: 'El registro tal como se selló, para quien puede leerlo' },
    ),
  ),
})

export const EvidenceKeys = Type.Object({
  keys: Type.Array(
    Type.Object({
      kty: oneOf(['OKP'] as const),
      crv: oneOf(['Ed25519'] as const),
      x: Type.String({ examples: ['11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo'] }),
      kid: Type.String({ examples: ['kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k'] }),
    }),
    { description: 'También las que ya no firman: lo que firmaron sigue en pie' },
  ),
})

export const PublishedHead = Type.Object({
  ...HEAD,
  signature: EvidenceSignature,
  stamps: Type.Array(EvidenceStamp),
})

export const EvidenceVerdict = Type.Object({
  valid: Type.Boolean({ description: 'Hasta «checkedTo»; de toda la cadena cuando «next» es null' }),
  entries: Count({ description: 'Anotaciones de la cadena, con sus sellos', examples: [120] }),
  checkedFrom: Count({ examples: [1] }),
  checkedTo: Count({ description: 'La última que se encontró entera', examples: [120] }),
  next: nullable(Count({ description: 'Desde dónde seguir, si la cadena es larga', examples: [50_001] })),
  erased: Count({ description: 'Registros borrados por ley, con su motivo', examples: [0] }),
  archived: Count({
    description: 'Registros en el archivo de un mes que se retiró de la base de datos',
    examples: [0],
  }),
  imported: Count({ description: 'Registros anteriores a la cadena', examples: [0] }),
  waiting: Count({ description: 'Registros que esperan su sello', examples: [2] }),
  firstBroken: nullable(
    Type.Object({
      seq: nullable(Count({ description: 'null si el registro nunca entró a la cadena', examples: [14] })),
      entityType: nullable(Type.String({ examples: ['audit_log'] })),
      entityId: nullable(Type.String({ examples: ['019a8c5e-7b1a-7c3d-9e2f-4a5b6c7d8e9f'] })),
      reason: oneOf(BROKEN_REASONS),
      message: Type.String({ examples: ['El registro se borró sin que conste un motivo legal.'] }),
    }),
  ),
  head: nullable(Type.Object({ ...HEAD, signature: EvidenceSignature })),
  stamps: Type.Array(Type.Object({ seq: Count({ examples: [120] }), ...EvidenceStamp.properties }), {
    description: 'Los sellos de tiempo más nuevos',
  }),
})
