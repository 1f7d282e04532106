import Type, { type Static } from 'typebox'
import { CalendarDate, Name, oneOf, optional, Remark } from '#http/schema-kit.ts'
import { Intake } from '../intake/schemas.ts'
import { STATES } from '../rules.ts'
import { RESPONSE_LABELS } from './columns.ts'

/** A row of the former register, once its cells are read. */

const { subjectEmail, rightType, subjectName, subjectRut, subjectPhone, description } = Intake.properties

export const NewRow = Type.Object({
  previousNumber: Name(),
  rightType,
  status: oneOf(STATES),
  receivedOn: CalendarDate(),
  subjectName,
  subjectEmail,
  subjectRut,
  subjectPhone,
  description,
  legalEntityId: optional(Type.String()),
  extendedOn: optional(CalendarDate()),
  extensionReason: optional(Remark()),
  completedOn: optional(CalendarDate()),
  responseType: optional(oneOf(Object.keys(RESPONSE_LABELS) as (keyof typeof RESPONSE_LABELS)[])),
  responseNotes: optional(Remark()),
  denialReason: optional(Remark()),
})
export type NewRow = Static<typeof NewRow>
