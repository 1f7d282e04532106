import type { Input } from '#client'

/** Values of the form for a request by phone or on paper. */
export interface Values {
  channel: string
  receivedOn: string
  subjectName: string
  subjectRut: string
  subjectPhone: string
  subjectEmail: string
  subjectAddress: string
  organizationRelation: string
  behalf: string
  representativeName: string
  representativeRut: string
  representativeRelation: string
  heirName: string
  heirRelation: string
  rightType: string
  parentRequestId: string
  description: string
  legalEntityId: string
}

export const BLANK: Values = {
  channel: 'phone',
  receivedOn: '',
  subjectName: '',
  subjectRut: '',
  subjectPhone: '',
  subjectEmail: '',
  subjectAddress: '',
  organizationRelation: '',
  behalf: 'self',
  representativeName: '',
  representativeRut: '',
  representativeRelation: '',
  heirName: '',
  heirRelation: '',
  rightType: '',
  parentRequestId: '',
  description: '',
  legalEntityId: '',
}

/** Fields that the service names differently from the form. */
export const NAMES = {
  receivedAt: 'receivedOn',
  deceased: 'heirName',
  'deceased.heirName': 'heirName',
  'deceased.relation': 'heirRelation',
} as const

type Body = Input<'POST /dsar/requests'>['body']

/** A file that the service already stores. */
interface Stored {
  key: string
}

/** Leaves out fields that the current choices hide. */
export function bodyOf(values: Values, scans: readonly Stored[], mandate: readonly Stored[]): Body {
  const { behalf, heirName, heirRelation, receivedOn, parentRequestId, ...asked } = values
  const { representativeName, representativeRut, representativeRelation, ...rest } = asked
  const isRepresented = behalf === 'representative'
  return {
    ...(rest as unknown as Body),
    receivedAt: receivedOn,
    scanFileIds: scans.map(({ key }) => key),
    ...(isRepresented && {
      isRepresentative: true,
      representativeName,
      representativeRut,
      representativeRelation,
      mandateFileId: mandate[0]?.key ?? null,
    }),
    ...(behalf === 'heir' && { deceased: { isHeir: true as const, heirName, relation: heirRelation } }),
    ...(values.rightType === 'BLOCKING' && { parentRequestId: parentRequestId || null }),
    legalEntityId: values.legalEntityId || null,
  }
}
