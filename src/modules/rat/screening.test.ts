import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { DATA_CATEGORY_KEYS, SENSITIVE_CATEGORIES } from '#kernel/data-categories.ts'
import { GROUNDS, mention, type Screened, screen } from './screening.ts'

const PLAIN: Screened = {
  name: 'Boletín mensual',
  purpose: 'Enviar novedades por correo a quienes se suscribieron',
  legalBasis: 'consent',
  dataCategories: ['name', 'email'],
  subjectCategories: ['subscribers'],
  socioeconomic: false,
  automatedDecisions: false,
  automatedLogic: null,
  sourceIsPublic: false,
  riskLevel: null,
  riskFactors: null,
}
const factors = { dataVolume: null, sensitiveData: null, automatedDecision: null }
const found = (change: Partial<Screened>) => screen({ ...PLAIN, ...change }).findings.map(({ key }) => key)

test('an everyday activity needs no assessment', () => {
  const { requiresDpia, findings, recommendation } = screen(PLAIN)
  assert.equal(requiresDpia, false)
  assert.deepEqual(findings, [])
  assert.match(recommendation, /No se advierten factores/)
})

/** The reasons in each activity, and whether they suffice alone. */
const CASES: readonly (readonly [what: string, Partial<Screened>, keys: string[], required: boolean])[] = [
  // letter a)
  ['declared automated decisions', { automatedDecisions: true }, ['automated_evaluation'], true],
  [
    'automated decisions among the risk factors',
    { riskFactors: { ...factors, automatedDecision: true } },
    ['automated_evaluation'],
    true,
  ],
  [
    'scoring in the purpose',
    { purpose: 'Scoring de clientes para otorgar crédito' },
    ['automated_evaluation'],
    true,
  ],
  [
    'profiles, with accents and capitals',
    { purpose: 'ELABORACIÓN DE PERFILES de compra' },
    ['automated_evaluation'],
    true,
  ],
  [
    'a denial of automated decisions',
    { purpose: 'Responder consultas, sin tomar decisiones automatizadas' },
    [],
    false,
  ],
  ['the profile of a post', { purpose: 'Comparar a cada postulante con el perfil del cargo' }, [], false],
  // letter b)
  ['a massive volume', { riskFactors: { ...factors, dataVolume: 'massive' } }, ['large_scale'], true],
  [
    'the same in Spanish, with a capital',
    { riskFactors: { ...factors, dataVolume: 'Masivo' } },
    ['large_scale'],
    true,
  ],
  ['a large scale in the purpose', { purpose: 'Analizar consumos a gran escala' }, ['large_scale'], true],
  // letter c)
  ['cameras', { name: 'Cámaras del estacionamiento' }, ['public_monitoring'], true],
  ['video surveillance', { purpose: 'Videovigilancia de los accesos' }, ['public_monitoring'], true],
  // letter d)
  [
    'health data by law',
    { dataCategories: ['health'], legalBasis: 'legal_obligation' },
    ['sensitive_without_consent'],
    true,
  ],
  [
    'union membership by contract',
    { dataCategories: ['political'], legalBasis: 'contract' },
    ['sensitive_without_consent'],
    true,
  ],
  // a high risk is likely
  ['health data with consent', { dataCategories: ['health'] }, ['sensitive_data'], true],
  [
    'sensitive data without a basis yet',
    { dataCategories: ['biometric'], legalBasis: null },
    ['sensitive_data'],
    true,
  ],
  [
    'sensitive data among the risk factors',
    { riskFactors: { ...factors, sensitiveData: true } },
    ['sensitive_in_calculation'],
    false,
  ],
  [
    'the socioeconomic situation by law, art. 2 g)',
    { socioeconomic: true, legalBasis: 'legal_obligation' },
    ['sensitive_without_consent'],
    true,
  ],
  ['the socioeconomic situation with consent', { socioeconomic: true }, ['sensitive_data'], true],
  ['data of minors', { dataCategories: ['name', 'minor_data'] }, ['children'], true],
  ['children as subjects', { subjectCategories: ['Niños de 4 a 6 años'] }, ['children'], true],
  ['children in the purpose', { purpose: 'Inscribir niños y niñas en talleres' }, ['children'], true],
  ['retail', { purpose: 'Venta al por menor' }, [], false],
  [
    'sensitive data that is only in the purpose',
    { purpose: 'Descontar la cuota sindical', legalBasis: 'legal_obligation' },
    ['undeclared_sensitive_data'],
    true,
  ],
  [
    'sensitive data that is declared as well',
    { purpose: 'Gestionar licencias médicas', dataCategories: ['health'], legalBasis: 'legal_obligation' },
    ['sensitive_without_consent'],
    true,
  ],
  ['a denial of sensitive data', { purpose: 'Encuesta sin datos de salud' }, [], false],
  ['children by the suggested word', { subjectCategories: ['children'] }, ['children'], true],
  ['a risk calculated as high', { riskLevel: 'high' }, ['calculated_high_risk'], true],
  // not enough alone
  ['a high volume', { riskFactors: { ...factors, dataVolume: 'high' } }, ['high_volume'], false],
  ['criminal records', { dataCategories: ['criminal'] }, ['criminal_data'], false],
  ['location', { dataCategories: ['location'] }, ['location_tracking'], false],
  [
    'attendance of workers',
    { purpose: 'Control de asistencia', subjectCategories: ['employees'] },
    ['worker_monitoring'],
    false,
  ],
  ['monitoring of machines', { purpose: 'Monitorear bombas de agua' }, [], false],
  ['patients', { subjectCategories: ['patients'] }, ['vulnerable_people'], false],
  ['debtors', { purpose: 'Cobrar a clientes morosos' }, ['socioeconomic_situation'], false],
  [
    'artificial intelligence',
    { purpose: 'Ordenar correos con inteligencia artificial' },
    ['new_technology'],
    false,
  ],
  ['public sources', { sourceIsPublic: true }, ['data_matching'], false],
  // two together
  [
    'location of many people',
    { dataCategories: ['location'], riskFactors: { ...factors, dataVolume: 'alto' } },
    ['high_volume', 'location_tracking'],
    true,
  ],
  [
    'workers followed by GPS',
    { purpose: 'Monitoreo por GPS de los choferes', subjectCategories: ['trabajadores'] },
    ['location_tracking', 'worker_monitoring'],
    true,
  ],
  ['a medium volume', { riskFactors: { ...factors, dataVolume: 'medium' } }, [], false],
]
for (const [what, change, keys, required] of CASES)
  test(`${what}: ${required ? 'needs an assessment' : 'needs none by itself'}`, () => {
    const { requiresDpia } = screen({ ...PLAIN, ...change })
    assert.deepEqual(found(change), keys)
    assert.equal(requiresDpia, required)
  })

test('every reason names its article, and sensitive ones name their data', () => {
  const { findings } = screen({ ...PLAIN, dataCategories: ['health', 'biometric'], legalBasis: 'contract' })
  assert.match(findings[0]!.reason, /salud y perfil biológico; datos biométricos/)
  for (const { legalReference } of GROUNDS)
    assert.match(legalReference, /15 ter.*Ley 19\.628 \(mod\. Ley 21\.719\)/)
  assert.equal(new Set(GROUNDS.map(({ key }) => key)).size, GROUNDS.length)
})

test('all four letters of art. 15 ter are covered', () => {
  for (const letter of ['a', 'b', 'c', 'd'])
    assert.ok(
      GROUNDS.some(({ legalReference, decisive }) => decisive && legalReference.includes(`letra ${letter})`)),
    )
})

test('a single factor is named, with the advice to keep the analysis', () => {
  const { findings, recommendation } = screen({ ...PLAIN, dataCategories: ['location'] })
  assert.equal(findings.length, 1)
  assert.match(recommendation, /por sí solo no obliga/)
})

test('a clue is quoted in its written form', () => {
  assert.equal(
    mention('Según  Decisiones\nAutomatizadas', ['decisiones automatizadas']),
    'Decisiones Automatizadas',
  )
  assert.equal(mention('Niñas y niños', ['nina*']), 'Niñas')
  assert.equal(mention('el scoreboard', ['score']), undefined)
  assert.equal(mention('No se hace. Scoring', ['scoring']), 'Scoring')
  assert.equal(mention('no se usa ningún scoring', ['scoring']), undefined)
  assert.equal(mention('no por eso se dejará de usar el scoring', ['scoring']), 'scoring')
})

const activity: fc.Arbitrary<Screened> = fc.record({
  name: fc.string(),
  purpose: fc.string(),
  legalBasis: fc.constantFrom(null, 'consent', 'contract', 'legal_obligation'),
  dataCategories: fc.uniqueArray(fc.constantFrom<string>(...DATA_CATEGORY_KEYS)),
  subjectCategories: fc.array(fc.string()),
  socioeconomic: fc.boolean(),
  automatedDecisions: fc.boolean(),
  automatedLogic: fc.option(fc.string()),
  sourceIsPublic: fc.boolean(),
  riskLevel: fc.constantFrom(null, 'low', 'medium', 'high'),
  riskFactors: fc.option(
    fc.record({
      dataVolume: fc.constantFrom(null, 'low', 'high', 'massive', 'mucho'),
      sensitiveData: fc.option(fc.boolean()),
      automatedDecision: fc.option(fc.boolean()),
    }),
  ),
})

test('sensitive data always need an assessment, for one reason only', () => {
  fc.assert(
    fc.property(activity, fc.constantFrom(...SENSITIVE_CATEGORIES), (one, category) => {
      const { requiresDpia, findings } = screen({ ...one, dataCategories: [...one.dataCategories, category] })
      assert.ok(requiresDpia)
      assert.equal(findings.filter(({ key }) => key.startsWith('sensitive')).length, 1)
    }),
  )
})

test('an assessment is needed exactly if a decisive ground holds, or two others', () => {
  fc.assert(
    fc.property(activity, (one) => {
      const { requiresDpia, findings } = screen(one)
      const decisive = GROUNDS.filter((ground) => ground.decisive).map(({ key }) => key)
      assert.equal(requiresDpia, findings.some(({ key }) => decisive.includes(key)) || findings.length >= 2)
    }),
  )
})

test('art. 15 ter: an operation on the Agency’s list needs an assessment, in any letters and signs', () => {
  const list = [{ name: 'Puntaje (crédito)', words: ['puntaj*', 'c++ (beta)'] }]
  const reasons = (purpose: string) =>
    screen({ ...PLAIN, purpose }, list).findings.filter(({ key }) => key === 'agency_list')
  assert.match(
    reasons('Calcular PUNTAJES de clientes')[0]!.reason,
    /lista de la Agencia.*«Puntaje \(crédito\)»/,
  )
  assert.equal(screen({ ...PLAIN, purpose: 'Calcular puntajes' }, list).requiresDpia, true)
  assert.deepEqual(reasons('Sin puntajes de nadie'), [])
  assert.deepEqual(reasons('Guardar pedidos'), [])
})
