import Type from 'typebox'
import { AnyObject, FreeObject } from '#http/schema-kit.ts'

const example = { theme: 'dark', columns: { requests: ['folio', 'deadline'] } }

export const Preferences = Type.Object({
  preferences: FreeObject({ description: 'Se guarda entero, en lugar de lo anterior', examples: [example] }),
})
export const KeptPreferences = Type.Object({ preferences: AnyObject({ examples: [example] }) })
