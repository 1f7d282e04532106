import assert from 'node:assert/strict'
import { test } from 'node:test'
import { includesSensitive } from '#kernel/data-categories.ts'
import { draftFromText } from './draft.ts'
import { readSignals } from './signals.ts'
import { correct, sound } from './spelling.ts'
import { mentions, read } from './words.ts'

const dataOf = (text: string) => readSignals(text).data.map(({ key }) => key)
const holds = (text: string, clue: string) => mentions(read(text), clue)

test('denied words do not count, until the end of the clause or a contrast', () => {
  const cases: [says: string, health: boolean][] = [
    ['guardamos alergias de los clientes', true],
    ['no guardamos alergias de los clientes', false],
    ['nunca pedimos datos de salud', false],
    ['sin datos de salud', false],
    ['no guardamos el RUT, anotamos alergias', true],
    ['no pedimos el RUT pero anotamos alergias', true],
    // People who do not pay may still have data.
    ['los que no pagan y tienen alergias', true],
  ]
  for (const [says, health] of cases) assert.equal(dataOf(says).includes('health'), health, says)
  assert.ok(
    !dataOf('despachamos sin huella ni cámara').some((key) => ['biometric', 'location'].includes(key)),
  )
})

test('ages reveal children and adolescents; spans of time and adult ages do not', () => {
  const cases: [says: string, people: string[]][] = [
    ['taller para inscritos de 5 a 9 años', ['children']],
    ['taller para inscritos de 15 a 17 años', ['adolescents']],
    ['taller para inscritos desde los 10 hasta los 16 años', ['children', 'adolescents']],
    ['taller para inscritos menores de 14 años', ['children']],
    ['taller para inscritos de 18 a 25 años', []],
    ['guardamos las boletas por 6 años', []],
    ['atendemos hace 10 años', []],
    ['técnicos con más de 10 años de experiencia', []],
  ]
  for (const [says, people] of cases) {
    const signals = readSignals(says)
    const young = signals.people.filter((key) => ['children', 'adolescents'].includes(key))
    const ages = signals.data.some(({ key }) => key === 'minor_data')
    assert.deepEqual([young.toSorted(), ages], [people.toSorted(), people.length > 0], says)
  }
})

test('words about adults exclude underage people', () => {
  const adults = draftFromText('Psicóloga con consulta particular, atiendo adultos').draft
  assert.ok(!adults.dataCategories.includes('minor_data') && !adults.subjectCategories.includes('guardians'))
  const both = draftFromText('Psicóloga, atiendo adultos y niños').draft
  assert.ok(both.dataCategories.includes('minor_data'))
})

test('art. 15 bis: an organisation that works for another is a processor', () => {
  const processors = [
    'Somos el call center de un banco, llamamos a sus clientes morosos',
    'somos un call center externo, vendemos planes a nombre de una telefónica',
    'Estudio contable, les hacemos las liquidaciones a 40 pymes',
    'Proveedora de software de ficha clínica para consultas médicas',
    'hacemos encuestas por encargo de un ministerio',
    'las empresas nos pasan sus bases y les mandamos los correos',
  ]
  const controllers = [
    'Tenemos un call center propio que vende seguros',
    'Clínica dental con ficha de cada paciente en la nube',
    'El contador externo nos hace los sueldos',
    'Emitimos la factura a nombre del cliente',
    'Usamos un software para llevar las fichas de los alumnos',
  ]
  const roleOf = (text: string) => draftFromText(text).draft.controllerRole
  for (const text of processors) assert.equal(roleOf(text), 'encargado', text)
  for (const text of controllers) assert.equal(roleOf(text), 'responsable', text)
})

test('words are matched by sound and with one typing error', () => {
  for (const [one, other] of [
    ['vacuna', 'bacuna'],
    ['cirugia', 'cirujia'],
    ['whatsapp', 'wasap'],
    ['huella', 'ueya'],
  ] as const) {
    assert.equal(sound(one), sound(other))
  }
  assert.notEqual(sound('perito'), sound('perrito'))
  assert.equal(correct('trabjadores'), 'trabajadores')
  assert.equal(correct('curiculum'), 'curriculum')
  // The feminine of a known word is no error, and short words have too many neighbours.
  assert.equal(correct('proveedora'), 'proveedora')
  assert.equal(correct('casso'), 'casso')
})

test('words whose gender changes the meaning stay apart', () => {
  assert.ok(!readSignals('los papás nos dejan las vacunas al día').traits.has('animals'))
  assert.ok(readSignals('engorda de vacunos').traits.has('animals'))
  assert.ok(!dataOf('platos del menú').includes('financial'))
})

test('words that only begin or sound like sensitive ones are not sensitive', () => {
  for (const says of [
    'mandamos un saludo de cumpleaños a los clientes',
    'descuentos judiciales de los trabajadores',
    'venta de fertilizantes a clientes',
    'canasta a elección del cliente',
    'el maestro que arma los muebles del cliente',
    'peritos de la compañía',
  ]) {
    assert.ok(!includesSensitive(dataOf(says)), `${says}: ${dataOf(says)}`)
  }
  assert.ok(!dataOf('TENS contratada por la empresa').includes('minor_data'))
})

test('people who write the data down are not the data subjects', () => {
  assert.ok(!readSignals('los guardias anotan el RUT de las visitas').people.includes('employees'))
  assert.ok(readSignals('anotamos el RUT de los guardias').people.includes('employees'))
})

test('a preposition counts at the edge of a clue, not inside it', () => {
  assert.ok(holds('un grupo de lectura', 'grupo de'))
  assert.ok(!holds('grupo sanguíneo', 'grupo de'))
  assert.ok(holds('la dirección donde trabaja', 'donde trabaja'))
  assert.ok(!holds('trabaja con niños', 'donde trabaja'))
  assert.ok(holds('despacho pal domicilio', 'para domicilio'))
  assert.ok(holds('entran con su cara', 'con la cara'))
  assert.ok(!holds('una cara conocida', 'con la cara'))
  assert.ok(holds('agenda horas', 'agenda de horas') && holds('agenda de las horas', 'agenda horas'))
})

test('art. 16 bis: psychological tests at work are health data, and no clinical record', () => {
  for (const [says, template] of [
    ['Aplicamos test psicológicos a los trabajadores de la planta', 'salud-ocupacional'],
    ['Informe psicolaboral antes de contratar vendedores', 'reclutamiento'],
    ['evaluación psicológica a los postulantes a guardia', 'reclutamiento'],
    ['Examen psicosensotécnico de los choferes', 'salud-ocupacional'],
  ] as const) {
    const { draft, match, hasSensitiveData } = draftFromText(says)
    assert.equal(match?.template.id, template, says)
    assert.ok(hasSensitiveData && draft.dataCategories.includes('health'), says)
  }
  assert.equal(draftFromText('Psicóloga que atiende pacientes').match?.template.id, 'ficha-clinica')
})

test('art. 3 c): data that only some organisations hold are proposed only if the words mention them', () => {
  const financial = (text: string) => draftFromText(text).draft.dataCategories.includes('financial')
  assert.ok(financial('Iglesia evangélica: registro de los hermanos y diezmos'))
  assert.ok(!financial('Iglesia evangélica: registro de los hermanos y bautizos'))
})

test('a workplace, or a client of the writer, does not imply children', () => {
  const young = (text: string) => draftFromText(text).draft.dataCategories.includes('minor_data')
  assert.ok(!young('Registro de denuncias Ley Karin del colegio'))
  assert.ok(!young('Museo con visitas guiadas para colegios, reserva el profesor'))
  assert.ok(young('Colegio que lleva la matrícula y las notas'))
})

test('applying for a grant is not applying for a job', () => {
  assert.ok(!readSignals('postulantes al subsidio de vivienda').people.includes('candidates'))
  assert.ok(readSignals('postulantes al puesto de cajero').people.includes('candidates'))
})
