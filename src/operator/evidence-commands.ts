import { type Command, refuse } from '#src/command.ts'
import { readConfig } from '#src/config.ts'

const load = () => import('./evidence.ts')

/** Commands on the chains of evidence. */
export const EVIDENCE_COMMANDS: readonly Command[] = [
  {
    name: 'evidence verify',
    takes: ['[--tenant <slug>]', '[--heads <archivo>]'],
    about:
      'Verifica la cadena de evidencia de cada organización, o de una, desde los registros mismos. Con --heads la compara además con cabezas publicadas que usted guardó (la respuesta de GET /public/evidence/<slug>/heads). Termina con código 1 si alguna está rota, y dice en qué anotación.',
    async run([slug, path]) {
      const config = readConfig(process.env)
      const { readHeads, verdictLine, verifyEvidence } = await load()
      const heads = path === undefined ? undefined : await readHeads(path)
      if (path !== undefined && !heads) return refuse(`--heads: «${path}» no es una lista de cabezas.`)
      const onPage = (name: string, seq: number) => {
        if (process.stderr.isTTY) process.stderr.write(`${name}: ${seq}\n`)
      }
      const verified = await verifyEvidence(config, slug, heads, onPage)
      if (!verified) return refuse(`No hay una organización «${slug}».`)
      process.stdout.write(`${verified.map(verdictLine).join('\n') || 'Todavía no hay organizaciones.'}\n`)
      return verified.every(({ verdict }) => verdict.valid) ? 0 : 1
    },
  },
  {
    name: 'evidence check',
    takes: ['<archivo>', '--keys <archivo>'],
    about:
      'Verifica una prueba guardada (la respuesta de GET /evidence/<tipo>/<id>) con las claves que usted guardó (la de GET /public/evidence/keys). No necesita base de datos ni conexión. Termina con código 1 si no está entera.',
    async run([path = '', keysPath = '']) {
      const { checkProof } = await import('./evidence-proof.ts')
      const { text, whole } = await checkProof(path, keysPath)
      if (!whole) return refuse(text)
      process.stdout.write(`${text}\n`)
      return 0
    },
  },
  {
    name: 'evidence rotate-key',
    takes: [],
    about:
      'Hace una clave nueva para firmar las cabezas de la evidencia. La parte pública de las anteriores sigue publicada: lo que firmaron sigue en pie. El servicio puede seguir funcionando.',
    async run() {
      const kid = await (await load()).rotateEvidenceKey(readConfig(process.env))
      process.stdout.write(`Clave nueva: ${kid}\n`)
      return 0
    },
  },
  {
    name: 'evidence erase',
    takes: ['<slug>', '<tipo>', '<id>', '--reason <motivo>'],
    about:
      'Borra para siempre un registro guardado como evidencia porque la ley lo exige. En la cadena quedan su hash y el motivo, y la organización lo ve en su registro de auditoría. Tipos: consent_record, consent_form_record, dsar_letter, audit_log.',
    async run([slug = '', entityType = '', id = '', given = '']) {
      const reason = given.trim()
      if (reason.length < 10 || reason.length > 500)
        return refuse('--reason: diga en 10 a 500 caracteres qué norma u orden lo exige.')
      const outcome = await (await load()).eraseEvidence(readConfig(process.env), {
        slug,
        entityType,
        id,
        reason,
      })
      if (outcome === 'no organisation') return refuse(`No hay una organización «${slug}».`)
      if (outcome === 'no type') return refuse(`«${entityType}» no es un tipo que se pueda borrar.`)
      if (outcome === 'no record') return refuse(`No hay un registro ${entityType} con el id «${id}».`)
      process.stdout.write(`${entityType} ${id}: borrado\n`)
      return 0
    },
  },
]
