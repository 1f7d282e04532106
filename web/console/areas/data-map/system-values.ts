import { includesSensitive } from '#kernel/data-categories.ts'
import { VOCABULARY } from '#modules/data-map/knowledge/vocabulary.ts'
import type { System } from './words.ts'

export type Values = ReturnType<typeof valuesOf>

const isKnown = (measure: string) => VOCABULARY.securityMeasures.some(({ value }) => value === measure)

export function valuesOf(system?: System) {
  const measures = system?.securityMeasures ?? []
  return {
    name: system?.name ?? '',
    type: system?.type ?? '',
    description: system?.description ?? '',
    owner: system?.owner ?? '',
    ownerEmail: system?.ownerEmail ?? '',
    hostingType: system?.hostingType ?? '',
    hostingCountry: system?.hostingCountry ?? '',
    vendor: system?.vendor ?? '',
    dataCategories: [...(system?.dataCategories ?? [])],
    hasSensitiveData: system?.hasSensitiveData ?? false,
    securityMeasures: measures.filter(isKnown),
    otherMeasures: measures.filter((measure) => !isKnown(measure)),
    contractStatus: system?.contractStatus ?? '',
    contractExpiry: system?.contractExpiry?.slice(0, 10) ?? '',
    hasDpaClause: system?.hasDpaClause ?? false,
  }
}

/** The system as the API takes it. A blank becomes null. */
export function bodyOf({ otherMeasures, securityMeasures, hasSensitiveData, ...values }: Values) {
  const texts = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      value === '' && name !== 'name' && name !== 'type' ? null : value,
    ]),
  ) as typeof values
  return {
    ...texts,
    hasSensitiveData: hasSensitiveData || includesSensitive(values.dataCategories),
    securityMeasures: [...securityMeasures, ...otherMeasures.map((line) => line.trim()).filter(Boolean)],
  }
}
