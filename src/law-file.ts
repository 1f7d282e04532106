import { readFileSync } from 'node:fs'
import Type, { type Static } from 'typebox'
import Value from 'typebox/value'
import { LAW, type Law } from '#kernel/law/law.ts'

const DAY = '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$'
const MONTH = '^\\d{4}-(0[1-9]|1[0-2])$'

const text = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '\\S' })
const day = () => Type.String({ pattern: DAY })
const whole = (minimum: number, maximum: number) => Type.Integer({ minimum, maximum })
const closed = { additionalProperties: false }
const partial = <P extends Parameters<typeof Type.Object>[0]>(properties: P) =>
  Type.Partial(Type.Object(properties, closed), closed)

/** What the file may say. All of it may be left out; a word that is not here is refused, because it may be a slip. */
const LawFile = Type.Object(
  {
    version: text(40),
    source: Type.Optional(text(500)),
    effectiveFrom: Type.Optional(day()),
    fines: Type.Optional(
      partial({
        maxUtm: partial({ leve: whole(1, 1e6), grave: whole(1, 1e6), gravisima: whole(1, 1e6) }),
        repeatFactor: whole(1, 10),
        repeatMonths: whole(1, 240),
        incomePercent: partial({ grave: whole(0, 100), gravisima: whole(0, 100) }),
      }),
    ),
    utm: Type.Optional(Type.Record(Type.String({ pattern: MONTH }), whole(1, 1e7), closed)),
    smeWarningUntil: Type.Optional(day()),
    holidays: Type.Optional(Type.Record(Type.String({ pattern: DAY }), text(200), closed)),
  },
  closed,
)
type LawFile = Static<typeof LawFile>

/** The law as the operator's file changes it. Throws one Spanish line per fault. */
export function readLawFile(path: string): Law {
  return amended(checked(parsed(path)))
}

function parsed(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new LawFileFault([code ? `no se puede leer «${path}» (${code})` : `no es JSON válido: ${message}`])
  }
}

function checked(value: unknown): LawFile {
  const faults = [...Value.Errors(LawFile, value)].map(
    ({ instancePath, message }) =>
      `${instancePath.slice(1).replaceAll('/', '.') || 'el archivo'}: ${message}`,
  )
  if (faults.length > 0) throw new LawFileFault(faults)
  const days = value as LawFile
  const dates = [days.effectiveFrom, days.smeWarningUntil, ...Object.keys(days.holidays ?? {})]
  const unreal = dates.filter((date) => date !== undefined && !isDay(date))
  if (unreal.length > 0) throw new LawFileFault(unreal.map((date) => `«${date}» no es una fecha que exista`))
  return days
}

function isDay(date: string): boolean {
  const instant = new Date(`${date}T00:00:00Z`)
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(date)
}

/** Months, holidays and fines are changed key by key; other values take the place of ours. */
function amended(file: LawFile): Law {
  const { fines, utm, holidays, ...rest } = file
  return {
    ...LAW,
    ...rest,
    fines: {
      ...LAW.fines,
      ...fines,
      maxUtm: { ...LAW.fines.maxUtm, ...fines?.maxUtm },
      incomePercent: { ...LAW.fines.incomePercent, ...fines?.incomePercent },
    },
    utm: { ...LAW.utm, ...utm },
    holidays: { ...LAW.holidays, ...holidays },
  } as Law
}

export class LawFileFault extends Error {
  readonly faults: readonly string[]
  constructor(faults: readonly string[]) {
    super(faults.join('; '))
    this.faults = faults
  }
}
