import { DATA_CATEGORIES, DATA_CATEGORY_KEYS } from '#kernel/data-categories.ts'
import { type Condition, type Option, YES } from '#kernel/questions.ts'
import type { MappedQuestion, MappedSection, Target } from '../rules.ts'

/** The built-in questionnaires. Articles are those of Ley 19.628 as amended by Ley 21.719. */
export interface BuiltIn {
  key: string
  name: string
  description: string
  /** The people that it is written for. */
  audience: string
  article: string
  sections: readonly MappedSection[]
}

type More = Partial<Omit<MappedQuestion, 'key' | 'type' | 'label'>>

const ask =
  (type: MappedQuestion['type']) =>
  (key: string, label: string, more: More = {}): MappedQuestion => ({ key, type, label, ...more })
const [text, long, yesNo, number, date, email, file] = [
  ask('text'),
  ask('long_text'),
  ask('yes_no'),
  ask('number'),
  ask('date'),
  ask('email'),
  ask('file'),
]
const choice = (key: string, label: string, options: readonly Option[], more: More = {}) =>
  ask('choice')(key, label, { options, ...more })
const choices = (key: string, label: string, options: readonly Option[], more: More = {}) =>
  ask('choices')(key, label, { options, ...more })

const options = (labels: Readonly<Record<string, string>>): Option[] =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))
const ifYes = (question: string): Condition[] => [{ question, operator: 'is', value: YES }]
const into = (target: Target, field: string, nth?: number) => ({
  fills: { target, field, ...(nth && { nth }) },
})
const must = { required: true } as const

const CATEGORIES: Option[] = DATA_CATEGORY_KEYS.map((value) => ({
  value,
  label: DATA_CATEGORIES[value].label,
}))

const PEOPLE = options({
  customers: 'Clientes',
  prospects: 'Personas que podrían ser clientes',
  site_visitors: 'Visitantes del sitio web',
  employees: 'Trabajadores',
  candidates: 'Postulantes a un empleo',
  suppliers: 'Proveedores que son personas naturales',
  patients: 'Pacientes',
  students: 'Estudiantes',
  guardians: 'Apoderados',
  children: 'Menores de 14 años',
  adolescents: 'Adolescentes de 14 a 17 años',
})

const MEASURES = options({
  ACCESS_CONTROL: 'Solo entran quienes lo necesitan, con su propia clave',
  ENCRYPTION: 'Los datos se guardan o viajan cifrados',
  LOGGING: 'Queda registro de quién entra y qué cambia',
  BACKUP: 'Hay respaldos',
  NETWORK_SECURITY: 'La red o el equipo están protegidos',
})

const RETENTION = options({
  '1_year': '1 año',
  '2_years': '2 años',
  '3_years': '3 años',
  '5_years': '5 años',
  '10_years': '10 años',
  legal_minimum: 'El plazo que fija una ley',
  until_purpose_fulfilled: 'Hasta que dejan de hacer falta',
  until_unsubscribe: 'Hasta que la persona se da de baja',
  indefinite: 'Nunca se borran',
})

const BASES = options({
  contract: 'Hay un contrato con la persona, o lo pidió antes de contratar',
  consent: 'La persona lo autorizó',
  legal_obligation: 'Una ley obliga a hacerlo',
  legitimate_interest: 'La organización tiene un interés legítimo en hacerlo',
  public_interest: 'Es parte de una función pública',
  vital_interest: 'Está en juego la vida o la salud de alguien',
  unknown: 'No lo sé',
})

// ── the register, for people who run an area ──

/** Has no category of its own, but is sensitive data (art. 2 letra g). */
const MEANS = '¿Muestran la situación socioeconómica de alguien?'
const MEANS_HINT =
  'Por ejemplo: Registro Social de Hogares, becas, subsidios o tramo de renta. Es un dato sensible (art. 2 letra g).'

const ORDINALS = ['', 'primera', 'segunda', 'tercera'] as const

/** One activity of an area. The second and third are asked only if the person has another. */
function activitySection(nth: 1 | 2 | 3): MappedSection {
  const key = (name: string) => `${name}_${nth}`
  const fills = (field: string) => into('activity', field, nth)
  return {
    title: nth === 1 ? 'Lo que su área hace con datos de personas' : `La ${ORDINALS[nth]} actividad`,
    description:
      nth === 1
        ? 'Piense en una tarea concreta, por ejemplo «pagar sueldos» o «atender reclamos». Después puede contar otras.'
        : 'Lo mismo, para la otra tarea.',
    ...(nth > 1 && { showIf: ifYes(`more_${nth - 1}`) }),
    questions: [
      text(key('name'), '¿Qué tarea es?', { ...must, hint: 'Un nombre corto.', ...fills('name') }),
      long(key('purpose'), '¿Para qué se usan los datos en esa tarea?', { ...must, ...fills('purpose') }),
      choices(key('people'), '¿De quiénes son los datos?', PEOPLE, {
        ...must,
        ...fills('subjectCategories'),
      }),
      choices(key('data'), '¿Qué datos son?', CATEGORIES, { ...must, ...fills('dataCategories') }),
      yesNo(key('means'), MEANS, { hint: MEANS_HINT, ...fills('socioeconomic') }),
      choice(key('why'), '¿Por qué pueden usarlos?', BASES, {
        hint: 'Si no está seguro, elija «No lo sé»: quien lleva el registro lo resolverá.',
        ...fills('legalBasis'),
      }),
      text(key('source'), '¿De dónde llegan los datos?', {
        hint: 'Por ejemplo: los entrega la propia persona, un formulario, otra área.',
        ...fills('dataSource'),
      }),
      long(key('recipients'), '¿A quién se los pasan, fuera de la organización?', {
        hint: 'Empresas o servicios públicos, uno por línea. Si a nadie, déjelo en blanco.',
        ...fills('recipients'),
      }),
      yesNo(key('abroad'), '¿Algún dato sale de Chile, o está en un servicio de otro país?', {
        ...fills('internationalTransfer.exists'),
      }),
      text(key('country'), '¿A qué país?', {
        showIf: ifYes(key('abroad')),
        ...fills('internationalTransfer.country'),
      }),
      choice(key('retention'), '¿Cuánto tiempo se guardan?', RETENTION, { ...fills('retentionPeriod') }),
      choices(key('measures'), '¿Cómo se protegen?', MEASURES, { ...fills('securityMeasures') }),
      yesNo(key('automatic'), '¿Un programa evalúa a las personas o decide algo sobre ellas?', {
        hint: 'Por ejemplo, un puntaje de crédito o el descarte de una postulación, aunque después alguien lo revise (art. 8 bis).',
        ...fills('automatedDecisions'),
      }),
      long(key('logic'), '¿Qué decide y con qué reglas?', {
        showIf: ifYes(key('automatic')),
        ...fills('automatedLogic'),
      }),
      ...(nth < 3 ? [yesNo(`more_${nth}`, '¿Hay otra tarea que contar?')] : []),
    ],
  }
}

const REGISTER: BuiltIn = {
  key: 'register',
  name: 'Qué datos usa su área',
  description:
    'Le pedimos contar, en sus palabras, qué hace su área con datos de personas. Con eso se completa el registro de actividades de tratamiento de la organización.',
  audience: 'Jefaturas de área',
  article: 'arts. 3 letra a), 14 letra a) y 14 ter; DS 662, art. 3 letra d)',
  sections: [
    {
      title: 'Su área',
      questions: [
        text('area', '¿Cuál es su área?', { ...must, ...into('activity', 'responsibleArea') }),
        text('area_role', '¿Cuál es su cargo?'),
      ],
    },
    activitySection(1),
    activitySection(2),
    activitySection(3),
    {
      title: 'Dónde están los datos',
      questions: [
        text('system', '¿En qué sistema, planilla o archivo guardan la mayoría?', {
          ...into('system', 'name'),
        }),
        choice(
          'system_type',
          '¿Qué es?',
          options({
            APPLICATION: 'Un programa de la organización',
            SAAS: 'Un servicio en internet',
            SPREADSHEET: 'Planillas',
            FILE_STORAGE: 'Carpetas compartidas',
            EMAIL: 'El correo',
            PAPER_ARCHIVE: 'Papel',
            OTHER: 'Otro',
          }),
          { showIf: [{ question: 'system', operator: 'answered' }], ...into('system', 'type') },
        ),
        text('system_vendor', '¿Qué empresa lo provee?', {
          showIf: [{ question: 'system_type', operator: 'is', value: 'SAAS' }],
          ...into('system', 'vendor'),
        }),
        file('example', 'Si tiene un formulario o planilla de ejemplo, adjúntelo en blanco', {
          hint: 'Sin datos de personas reales.',
        }),
        long('rest', '¿Algo más que debamos saber?'),
      ],
    },
  ],
}

// ── a vendor, before it gets data ──

const NOT_OURS = 'No se aplica a nuestro servicio'

/** Legal duties of a processor are met or not. `otherwise` is for questions that may not apply. */
const diligence = (
  key: string,
  label: string,
  evidence: string,
  { otherwise, required = true }: { otherwise?: string; required?: boolean } = {},
): MappedQuestion[] => [
  choice(
    `${key}_ok`,
    label,
    options({ yes: 'Sí', no: 'No', ...(otherwise !== undefined && { not_applicable: otherwise }) }),
    { ...(required && must), ...into('processor', `diligence.${key}`) },
  ),
  long(`${key}_note`, 'Explíquelo en breve', {
    hint: evidence,
    ...(otherwise !== undefined && {
      showIf: [{ question: `${key}_ok`, operator: 'is_not', value: 'not_applicable' }],
    }),
    ...into('processor', `diligenceNote.${key}`),
  }),
]

const VENDOR: BuiltIn = {
  key: 'vendor',
  name: 'Debida diligencia de un encargado',
  description:
    'Antes de encargarle datos personales, y mientras los tenga, debemos saber cómo los protege. Sus respuestas quedan como respaldo del contrato.',
  audience: 'Proveedores que tratan datos por cuenta de la organización',
  article: 'art. 15 bis',
  sections: [
    {
      title: 'Su empresa',
      questions: [
        text('name', 'Razón social', { ...must, ...into('processor', 'name') }),
        text('taxId', 'RUT, o número de registro en su país', { ...must, ...into('processor', 'taxId') }),
        text('country', 'País', { ...must, ...into('processor', 'country') }),
        text('contactName', '¿Con quién hablamos de protección de datos?', {
          ...must,
          ...into('processor', 'contactName'),
        }),
        email('contactEmail', 'Su correo', { ...must, ...into('processor', 'contactEmail') }),
        long('services', '¿Qué servicio presta, y qué datos recibe para prestarlo?', {
          ...must,
          ...into('processor', 'services'),
        }),
      ],
    },
    {
      title: 'Seguridad y secreto',
      description: 'Arts. 14 bis, 14 quinquies y 14 sexies.',
      questions: [
        ...diligence(
          'security',
          '¿Tiene medidas de seguridad por escrito, acordes con los datos que tratará?',
          'Nombre la política o la certificación vigente.',
        ),
        ...diligence(
          'secrecy',
          '¿Su personal está obligado a guardar secreto, también después de irse?',
          'Diga dónde está escrito.',
        ),
        ...diligence(
          'breaches',
          '¿Nos avisará de una vulneración de seguridad?',
          'Indique en cuántas horas y a través de quién.',
        ),
        file('evidence', 'Adjunte su política de seguridad o su certificación'),
      ],
    },
    {
      title: 'Lugares y terceros',
      description: 'Arts. 15 bis, 27 y 28.',
      questions: [
        yesNo(
          'instructed',
          '¿Usa los datos solo según nuestras instrucciones, sin fines propios ni entregarlos a otros sin nuestra autorización?',
        ),
        long('own_use', '¿Para qué más los usa, o a quién los entrega?', {
          ...must,
          hint: 'Por ejemplo: mejorar su producto, estadísticas o publicidad.',
          showIf: [{ question: 'instructed', operator: 'is', value: 'no' }],
        }),
        ...diligence(
          'places',
          '¿Puede decir en qué países guarda los datos y desde cuáles accede a ellos?',
          'Nombre los países.',
          { otherwise: NOT_OURS },
        ),
        ...diligence(
          'delegation',
          '¿Espera nuestra autorización específica y por escrito antes de delegar en otra empresa?',
          'Nombre a las empresas en que delega hoy.',
          { otherwise: 'No delegamos en otra empresa' },
        ),
      ],
    },
    {
      title: 'Derechos y término',
      questions: [
        ...diligence(
          'rights',
          '¿Puede buscar, corregir, bloquear y suprimir los datos de una persona cuando se lo pidamos?',
          'Indique cómo y en qué plazo.',
          { otherwise: NOT_OURS },
        ),
        ...diligence(
          'return',
          '¿Devuelve o suprime los datos al terminar el encargo?',
          'Indique en qué plazo y con qué constancia.',
        ),
        ...diligence(
          'audit',
          '¿Acepta que lo revisemos, o entrega informes de terceros?',
          'Por ejemplo ISO 27001 o SOC 2.',
          { otherwise: NOT_OURS, required: false },
        ),
      ],
    },
  ],
}

// ── the legitimate-interest test ──

const INTEREST: BuiltIn = {
  key: 'legitimate_interest',
  name: 'Prueba de interés legítimo',
  description:
    'Para usar datos sin el consentimiento de las personas por un interés legítimo hay que ponderar ese interés con sus derechos, y dejar constancia. No sirve para datos sensibles (art. 16). Responda quien conoce el uso.',
  audience: 'Quien propone o dirige el tratamiento',
  article: 'arts. 8 letra a), 13 letra d) y 14 ter letra d)',
  sections: [
    {
      title: 'El uso',
      questions: [
        text('name', '¿Qué uso de datos se pondera?', { ...must, ...into('activity', 'name') }),
        long('purpose', '¿Para qué se usan los datos?', { ...must, ...into('activity', 'purpose') }),
        choices('data', '¿Qué datos son?', CATEGORIES, {
          ...must,
          hint: 'Si marca un dato sensible (salud, biometría, afiliación, creencias, situación socioeconómica u otro), el interés legítimo no sirve de base: hace falta consentimiento expreso o un caso de los arts. 16 a 16 ter.',
          ...into('activity', 'dataCategories'),
        }),
        yesNo('means', MEANS, { hint: MEANS_HINT, ...into('activity', 'socioeconomic') }),
        choices('people', '¿De quiénes son?', PEOPLE, { ...must, ...into('activity', 'subjectCategories') }),
      ],
    },
    {
      title: 'El interés',
      questions: [
        long('interest', '¿Qué interés tiene la organización, o un tercero, y por qué es legítimo?', {
          ...must,
          hint: 'Concreto y actual. «Podría servir algún día» no basta.',
          ...into('activity', 'balancing.purpose'),
        }),
      ],
    },
    {
      title: 'La necesidad',
      questions: [
        yesNo('other_way', '¿Se puede lograr lo mismo con menos datos, o sin ellos?', must),
        long('other_way_why', '¿Por qué entonces no se hace así?', {
          ...must,
          showIf: ifYes('other_way'),
          ...into('activity', 'balancing.necessity'),
        }),
        long('necessity', '¿Por qué estos datos son necesarios?', {
          ...must,
          ...into('activity', 'balancing.necessity'),
        }),
      ],
    },
    {
      title: 'El equilibrio',
      questions: [
        yesNo('expected', '¿Las personas esperan razonablemente este uso?', must),
        long('effects', '¿Cómo las afecta, y qué es lo peor que podría pasarles?', {
          ...must,
          ...into('activity', 'balancing.balance'),
        }),
        yesNo('weak', '¿Hay niños, niñas, adolescentes u otras personas en desventaja?', must),
        long('weak_how', '¿Cómo se las protege?', {
          ...must,
          showIf: ifYes('weak'),
          ...into('activity', 'balancing.safeguards'),
        }),
        long('safeguards', '¿Qué garantías hay, y cómo puede oponerse una persona?', {
          ...must,
          ...into('activity', 'balancing.safeguards'),
        }),
      ],
    },
  ],
}

// ── children and adolescents ──

const CHILDREN: BuiltIn = {
  key: 'children',
  name: 'Datos de niños, niñas y adolescentes',
  description:
    'La ley los protege de manera especial: sus datos solo se tratan atendiendo a su interés superior y a su autonomía progresiva. Estas preguntas muestran si el tratamiento lo respeta.',
  audience: 'Áreas, colegios y servicios que tratan datos de menores de 18 años',
  article: 'art. 16 quáter',
  sections: [
    {
      title: 'El tratamiento',
      questions: [
        text('name', '¿Qué actividad es?', { ...must, ...into('activity', 'name') }),
        long('purpose', '¿Para qué se usan los datos?', { ...must, ...into('activity', 'purpose') }),
        choices(
          'ages',
          '¿Qué edades tienen?',
          options({ children: 'Menores de 14 años', adolescents: 'De 14 a 17 años' }),
          { ...must, ...into('activity', 'subjectCategories') },
        ),
        choices('data', '¿Qué datos son?', CATEGORIES, { ...must, ...into('activity', 'dataCategories') }),
        yesNo('means', MEANS, { hint: MEANS_HINT, ...into('activity', 'socioeconomic') }),
        long('interest', '¿En qué favorece a los niños, niñas o adolescentes?', {
          ...must,
          ...into('activity', 'minorsSafeguard'),
        }),
      ],
    },
    {
      title: 'La autorización',
      questions: [
        yesNo('consents', '¿Se pide consentimiento?', must),
        choices(
          'who',
          '¿Quién lo da?',
          options({
            parents: 'Madre, padre, representante legal o quien tiene su cuidado personal',
            adolescent: 'El propio adolescente',
            nobody_checks: 'No se comprueba quién es',
          }),
          {
            ...must,
            hint: 'Hasta los 13 años no basta el de la propia persona; con datos sensibles, tampoco a los 14 y 15.',
            showIf: ifYes('consents'),
          },
        ),
        long('withdraw', '¿Cómo se retira?', {
          showIf: ifYes('consents'),
          ...into('activity', 'consentWithdrawal'),
        }),
        text('norm', '¿Qué ley lo ordena o lo autoriza?', {
          hint: 'Para menores de 14 años, la ley que lo autoriza sin ese consentimiento. Desde los 14 puede haber otra base, como un contrato: dígala aquí (art. 16 quáter).',
          showIf: [{ question: 'consents', operator: 'is', value: 'no' }],
          ...into('activity', 'legalNorm'),
        }),
      ],
    },
    {
      title: 'El cuidado',
      questions: [
        yesNo('published', '¿Se publican fotos, videos o nombres?', must),
        long('published_how', '¿Dónde, y con qué permiso?', { ...must, showIf: ifYes('published') }),
        yesNo('profiling', '¿Un programa los evalúa o decide algo sobre ellos?', {
          ...must,
          ...into('activity', 'automatedDecisions'),
        }),
        long('protection', '¿Qué cuidados especiales hay?', { ...into('activity', 'minorsSafeguard') }),
      ],
    },
  ],
}

// ── cameras ──

const CAMERAS: BuiltIn = {
  key: 'cameras',
  name: 'Cámaras de seguridad',
  description:
    'Una imagen en que se reconoce a alguien es un dato personal. Cuente cómo funcionan las cámaras de su local u oficina.',
  audience: 'Encargados de locales, edificios y seguridad',
  article: 'arts. 3, 13 letra d), 14 ter, 14 quinquies, 15 ter letra c) y 16 ter',
  sections: [
    {
      title: 'Las cámaras',
      questions: [
        text('place', '¿De qué lugar se trata?', {
          ...must,
          hint: 'Por ejemplo: Cámaras de la tienda de Ñuñoa.',
          ...into('activity', 'name'),
        }),
        number('count', '¿Cuántas cámaras hay?', must),
        long('purpose', '¿Para qué están?', { ...must, ...into('activity', 'purpose') }),
        choices(
          'where',
          '¿Qué se ve en ellas?',
          options({
            entrance: 'Entradas y salidas',
            public: 'Salas de atención o de venta',
            work: 'Puestos de trabajo',
            private: 'Baños, vestidores, casino o lugares de descanso',
            street: 'La calle o propiedades vecinas',
          }),
          {
            ...must,
            hint: 'Observar en forma sistemática un lugar de acceso público exige una evaluación de impacto previa (art. 15 ter letra c).',
          },
        ),
        long('private_why', 'En esos lugares no debe haber cámaras. ¿Cuáles son, y quién lo autorizó?', {
          ...must,
          showIf: [{ question: 'where', operator: 'includes', value: 'private' }],
        }),
        yesNo('audio', '¿Graban sonido?', must),
        yesNo('faces', '¿Reconocen rostros o patentes?', must),
        long('faces_why', '¿Para qué, y con qué autorización?', {
          ...must,
          hint: 'Un rostro que se reconoce automáticamente es un dato biométrico, y por eso sensible (arts. 2 letra g y 16 ter).',
          showIf: ifYes('faces'),
        }),
      ],
    },
    {
      title: 'El aviso y las grabaciones',
      questions: [
        yesNo('sign', '¿Hay un letrero a la entrada que dice quién graba y para qué?', must),
        file('sign_photo', 'Adjunte una foto del letrero', { showIf: ifYes('sign') }),
        text('days', '¿Por cuánto tiempo se guardan las grabaciones?', {
          ...must,
          hint: 'Por ejemplo: 30 días.',
          ...into('activity', 'retentionNote'),
        }),
        long('who', '¿Quiénes pueden verlas?', { ...must, ...into('activity', 'recipients') }),
        text('vendor', '¿Qué empresa guarda o vigila las grabaciones?', { ...into('processor', 'name') }),
        text('system', '¿Cómo se llama el sistema o equipo que graba?', { ...into('system', 'name') }),
        choices('measures', '¿Cómo se protegen?', MEASURES, { ...into('activity', 'securityMeasures') }),
      ],
    },
  ],
}

// ── opinions of people affected by an assessed activity ──

const OPINIONS: BuiltIn = {
  key: 'dpia_opinions',
  name: 'Su opinión sobre un tratamiento de datos',
  description:
    'Estamos evaluando cómo un uso de datos puede afectar a las personas, y queremos saber qué piensa usted. En la evaluación de impacto su opinión queda sin su nombre; quien le envió este cuestionario sí sabe que es suya.',
  audience: 'Personas afectadas, o quienes las representan',
  article: 'buena práctica para la evaluación del art. 15 ter',
  sections: [
    {
      title: 'Su opinión',
      questions: [
        choice(
          'relation',
          '¿Qué relación tiene con nosotros?',
          options({
            customer: 'Cliente o usuario',
            worker: 'Trabajador o trabajadora',
            family: 'Familiar o apoderado',
            representative: 'Represento a un grupo',
            other: 'Otra',
          }),
          must,
        ),
        choice(
          'agreement',
          '¿Qué le parece este uso de sus datos?',
          options({ good: 'Me parece bien', doubt: 'Tengo dudas', bad: 'No me parece bien' }),
          must,
        ),
        long('opinion', '¿Por qué?', { ...must, ...into('risk', 'opinion') }),
      ],
    },
    {
      title: 'Lo que le preocupa',
      questions: [
        yesNo('worried', '¿Hay algo que le preocupe que pase con sus datos?', must),
        long('worry', '¿Qué podría pasar?', {
          ...must,
          showIf: ifYes('worried'),
          ...into('risk', 'description'),
        }),
        choice(
          'likelihood',
          '¿Qué tan probable lo ve?',
          options({ low: 'Poco', medium: 'Algo', high: 'Bastante', critical: 'Casi seguro' }),
          { ...must, showIf: ifYes('worried'), ...into('risk', 'likelihood') },
        ),
        choice(
          'impact',
          'Si pasara, ¿cuánto le afectaría?',
          options({ low: 'Poco', medium: 'Algo', high: 'Mucho', critical: 'Gravemente' }),
          { ...must, showIf: ifYes('worried'), ...into('risk', 'impact') },
        ),
        long('mitigation', '¿Qué le daría tranquilidad?', {
          showIf: ifYes('worried'),
          ...into('risk', 'mitigation'),
        }),
      ],
    },
  ],
}

// ── once a year ──

const YEARLY: BuiltIn = {
  key: 'yearly_review',
  name: 'Revisión anual de su área',
  description:
    'Una vez al año confirmamos que lo que dice el registro sigue siendo cierto. Son pocas preguntas.',
  audience: 'Jefaturas de área',
  article: 'arts. 3, 14 ter y 14 quinquies; DS 662, art. 3',
  sections: [
    {
      title: 'Qué cambió',
      questions: [
        text('area', '¿Cuál es su área?', { ...must, ...into('activity', 'responsibleArea') }),
        yesNo('same', '¿Su área sigue usando los datos de personas igual que hace un año?', must),
        long('changes', '¿Qué cambió?', {
          ...must,
          showIf: [{ question: 'same', operator: 'is', value: 'no' }],
        }),
        yesNo('new', '¿Empezaron a usar datos para algo nuevo?', must),
        text('new_name', '¿Qué tarea es?', {
          ...must,
          showIf: ifYes('new'),
          ...into('activity', 'name'),
        }),
        long('new_purpose', '¿Para qué se usan los datos?', {
          ...must,
          showIf: ifYes('new'),
          ...into('activity', 'purpose'),
        }),
        choices('new_data', '¿Qué datos son?', CATEGORIES, {
          showIf: ifYes('new'),
          ...into('activity', 'dataCategories'),
        }),
        yesNo('new_means', MEANS, {
          hint: MEANS_HINT,
          showIf: ifYes('new'),
          ...into('activity', 'socioeconomic'),
        }),
        yesNo('ended', '¿Dejaron de hacer alguna tarea con datos?', must),
        long('ended_what', '¿Cuál, y qué pasó con los datos?', { ...must, showIf: ifYes('ended') }),
      ],
    },
    {
      title: 'Proveedores y sistemas',
      questions: [
        yesNo('vendor', '¿Contrataron a alguien nuevo que recibe datos?', must),
        text('vendor_name', '¿A quién?', {
          ...must,
          showIf: ifYes('vendor'),
          ...into('processor', 'name'),
        }),
        long('vendor_services', '¿Para qué?', {
          ...must,
          showIf: ifYes('vendor'),
          ...into('processor', 'services'),
        }),
        yesNo('system', '¿Usan un sistema o planilla que no usaban?', must),
        text('system_name', '¿Cuál?', { ...must, showIf: ifYes('system'), ...into('system', 'name') }),
      ],
    },
    {
      title: 'Cuidado de los datos',
      questions: [
        yesNo('deleted', '¿Borraron lo que ya no hace falta?', must),
        date('deleted_on', '¿Cuándo fue la última vez?', { showIf: ifYes('deleted') }),
        yesNo('incident', '¿Se perdió algo, o alguien vio datos que no debía?', {
          ...must,
          hint: 'Aunque haya pasado hace tiempo, no espere a terminar: avise hoy, también por teléfono, a quien le envió este cuestionario. Si hay un riesgo razonable para las personas, la organización debe reportarlo a la Agencia por los medios más rápidos y sin dilaciones indebidas (art. 14 sexies).',
        }),
        long('incident_what', '¿Qué pasó, y cuándo?', { ...must, showIf: ifYes('incident') }),
        yesNo('trained', '¿Las personas nuevas del área recibieron inducción en protección de datos?', must),
        long('rest', '¿Algo más que debamos saber?'),
      ],
    },
  ],
}

export const BUILT_INS: readonly BuiltIn[] = [REGISTER, VENDOR, INTEREST, CHILDREN, CAMERAS, OPINIONS, YEARLY]
