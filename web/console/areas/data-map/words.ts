import type { Data } from '#client'
import { VOCABULARY } from '#modules/data-map/knowledge/vocabulary.ts'
import type { Tone } from '../../times.ts'

export type Graph = Data<'GET /data-map/graph'>
export type System = Data<'GET /data-map/systems/{id}'>
export type Node = Graph['systems'][number]
export type Flow = Graph['flows'][number]
export type Activity = Graph['activities'][number]

type Terms = readonly { value: string; label: string }[]

/** The label of a value. A value that somebody typed stays as it is. */
function nameIn(terms: Terms): (value: string) => string {
  const names = new Map(terms.map(({ value, label }) => [value, label]))
  return (value) => names.get(value) ?? value
}

export const typeName = nameIn(VOCABULARY.systemTypes)
export const categoryName = nameIn(VOCABULARY.dataCategories)
export const subjectName = nameIn(VOCABULARY.subjectCategories)
export const hostingName = nameIn(VOCABULARY.hostingTypes)
export const measureName = nameIn(VOCABULARY.securityMeasures)
export const contractName = nameIn(VOCABULARY.contractStatuses)
export const mechanismName = nameIn(VOCABULARY.transferMechanisms)

export const categoryNames = (values: readonly string[]) => values.map(categoryName).join(', ')

/** Choices of an open list: the suggested ones, and those that people typed. */
export function choicesOf(terms: Terms, used: readonly string[]): [value: string, label: string][] {
  const known = terms.map(({ value, label }): [string, string] => [value, label])
  const own = used.filter((value) => value !== '' && !terms.some((term) => term.value === value))
  return [...known, ...own.map((value): [string, string] => [value, value])]
}

export const CONTRACT_TONES: Readonly<Record<string, Tone>> = {
  ACTIVE: 'ok',
  NONE: 'danger',
  EXPIRED: 'danger',
  TERMINATED: 'warn',
  IN_NEGOTIATION: 'warn',
}

export const TRANSFERS = {
  si: 'Salen de Chile',
  'sin-garantia': 'Salen sin garantía anotada',
  no: 'Quedan en Chile',
} as const
