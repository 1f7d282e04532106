import type { Template } from './words.ts'

/** What the designer holds of a consent form. */
export interface FormDesign {
  name: string
  description: string
  purposeText: string
  fields: FieldDraft[]
  requireAge: boolean
  sensitive: boolean
  confirmEmail: boolean
  allowedOrigins: string[]
}

export interface FieldDraft {
  key: string
  label: string
  type: string
  required: boolean
  /** As a person writes them, one a line; what else the service keeps of an option is in `kept`. */
  options: string[]
  kept: readonly Option[]
}

type Option = Template['fields'][number]['options'][number]

const labelOf = (option: Option) => (typeof option === 'string' ? option : option.label)

export function formDesignOf(template: Template): FormDesign {
  return {
    name: template.name,
    description: template.description ?? '',
    purposeText: template.purposeText,
    fields: template.fields.map(({ key, label, type, required, options }) => ({
      key,
      label,
      type,
      required,
      options: options.map(labelOf),
      kept: options,
    })),
    requireAge: template.requireAge,
    sensitive: template.sensitive,
    confirmEmail: template.confirmEmail,
    allowedOrigins: [...template.allowedOrigins],
  }
}

function fieldsOf(fields: readonly FieldDraft[]) {
  return fields.map(({ key, label, type, required, options, kept }) => ({
    key,
    label,
    type,
    required,
    // An option that was there keeps its value: answers of before hold it.
    options: options
      .map((text) => text.trim())
      .filter(Boolean)
      .map((text) => kept.find((option) => labelOf(option) === text) ?? text),
  }))
}

export function bodyOf(design: FormDesign) {
  return {
    ...design,
    description: design.description || null,
    fields: fieldsOf(design.fields),
    allowedOrigins: design.allowedOrigins.map((one) => one.trim()).filter(Boolean),
  }
}

export function blankField(taken: readonly FieldDraft[]): FieldDraft {
  let count = taken.length + 1
  while (taken.some(({ key }) => key === `campo-${count}`)) count += 1
  return { key: `campo-${count}`, label: '', type: 'text', required: false, options: [], kept: [] }
}

/** What browsers and proxies take of an address. */
const LONGEST = 7000

/** The form with what is typed; where that is too long for an address, as it is saved. */
export function previewPath(id: string, design: FormDesign): { path: string; isSaved: boolean } {
  const base = `/consent/templates/${id}/preview`
  const fields = fieldsOf(design.fields).filter(({ label }) => label.trim() !== '')
  const query = new URLSearchParams({
    name: design.name,
    description: design.description,
    purposeText: design.purposeText,
    fields: JSON.stringify(fields),
    requireAge: String(design.requireAge),
    sensitive: String(design.sensitive),
    confirmEmail: String(design.confirmEmail),
  }).toString()
  return query.length > LONGEST ? { path: base, isSaved: true } : { path: `${base}?${query}`, isSaved: false }
}
