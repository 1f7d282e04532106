import { readSchema } from '#db/distribution/catalogue.ts'
import { faultsOf } from '#db/distribution/faults.ts'
import { PLAN } from '#db/distribution/plan.ts'
import { statementsOf } from '#db/distribution/statements.ts'
import { assertMigrated } from '#db/migrate.ts'
import type { Config } from '#src/config.ts'
import { openEngine } from '#src/service.ts'

export interface Distribution {
  /** Empty if the schema breaks a rule. */
  statements: string
  faults: string[]
}

/** The statements that would shard the configured database. Reads the catalogue and changes nothing. */
export async function describeDistribution(config: Config): Promise<Distribution> {
  const engine = await openEngine(config)
  try {
    await assertMigrated(engine)
    const schema = await readSchema(engine)
    const faults = faultsOf(schema, PLAN)
    return {
      statements: faults.length === 0 ? statementsOf(schema, PLAN) : '',
      faults: faults.map(({ table, says }) => `${table}: ${says}`),
    }
  } finally {
    await engine.close()
  }
}
