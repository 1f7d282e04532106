import type { Template } from './words.ts'

/** The part of a consent form that the designer edits. */
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
  /** One option per line. `kept` holds the saved options with their values. */
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
    // A saved option keeps its value, because earlier answers refer to it.
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

/** The longest address that browsers and proxies accept. */
const LONGEST = 7000

/** Previews the unsaved form. If it is too long for an address, previews the saved one. */
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
