import Type from 'typebox'
import { BoundedText } from '#http/schema-kit.ts'
import { Password } from '../schemas.ts'

export const PasswordChange = Type.Object(
  { current: BoundedText(128), password: Password },
  { examples: [{ current: 'la-frase-de-antes', password: 'una-frase-larga-y-propia' }] },
)
