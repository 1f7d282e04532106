import Type, { type Static } from 'typebox'

/** Resources as identity providers send them. Additional attributes are ignored. */

export const UserBody = Type.Object(
  { userName: Type.String({ minLength: 1, maxLength: 254 }) },
  { additionalProperties: true },
)

export const PatchBody = Type.Object(
  {
    Operations: Type.Array(
      Type.Object(
        {
          op: Type.String({ maxLength: 20 }),
          path: Type.Optional(Type.String({ maxLength: 500 })),
          value: Type.Optional(Type.Unknown()),
        },
        { additionalProperties: true },
      ),
      { minItems: 1, maxItems: 100 },
    ),
  },
  { additionalProperties: true },
)
export type PatchBody = Static<typeof PatchBody>

const number = (pattern: string) => Type.Optional(Type.String({ pattern, maxLength: 10 }))

export const ListQuery = Type.Object(
  {
    filter: Type.Optional(Type.String({ maxLength: 1000 })),
    startIndex: number('^-?\\d+$'),
    count: number('^-?\\d+$'),
    attributes: Type.Optional(Type.String({ maxLength: 1000 })),
    excludedAttributes: Type.Optional(Type.String({ maxLength: 1000 })),
  },
  { additionalProperties: true },
)
export type ListQuery = Static<typeof ListQuery>
