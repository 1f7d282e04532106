import { schemaController } from '#http/validation.ts'

const compile = (
  schemaController as unknown as {
    compilersFactory: {
      buildValidator(
        shared: object,
      ): (of: { schema: object; httpPart: string }) => (value: unknown) => boolean
    }
  }
).compilersFactory.buildValidator({})

/** Whether the service takes a body of this schema, by its own compiler and without a service. */
export function takes(schema: object): (body: unknown) => boolean {
  const validate = compile({ schema, httpPart: 'body' })
  return (body) => validate(structuredClone(body))
}
