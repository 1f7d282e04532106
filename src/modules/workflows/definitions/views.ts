import { viewOf } from '#http/view.ts'
import type { DefinitionRow } from './repo.ts'
import { Definition } from './schemas.ts'

/** Pass `openSecret` only if the caller may see the secrets. */
export const definitionView = viewOf<DefinitionRow, [openSecret?: (sealed: string) => string | null]>()(
  Definition,
  {
    stageCount: ({ stages }) => stages.length,
    webhooks: ({ webhooks }, openSecret) =>
      webhooks.map(({ secretSealed, ...webhook }) => ({
        ...webhook,
        secret: openSecret?.(secretSealed) ?? null,
      })),
  },
)
