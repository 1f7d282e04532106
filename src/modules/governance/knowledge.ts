import { LAW_NAME } from '#kernel/law/wording.ts'
import type { Check, Measure } from './rules.ts'

/** All checks of the score. Articles are those of Ley 19.628 as amended by Ley 21.719. */

const law = (article: string) => `${article}, ${LAW_NAME}`

const without = (total: number, unmet: number): Measure => ({ met: total - unmet, total })
/** For checks where having none at all is the fault. */
const atLeastOne = (total: number, unmet: number): Measure =>
  total === 0 ? { met: 0, total: 1 } : without(total, unmet)

const some = (count: number, one: string, many: string) => (count === 1 ? `1 ${one}` : `${count} ${many}`)
const activities = (count: number, rest: string, restOfMany = rest) =>
  some(count, `actividad publicada ${rest}`, `actividades publicadas ${restOfMany}`)

export const CHECKS: readonly Check[] = [
  // ── rat ──
  {
    key: 'rat.published',
    area: 'rat',
    label: 'Las actividades de tratamiento están publicadas en el registro',
    weight: 6,
    severity: 'high',
    article: law('arts. 3 letra a) y 14 letra a)'),
    // No article orders the register as such. It is the evidence for the duties in those two articles.
    fineClass: null,
    measure: ({ activities: { current, published } }) => atLeastOne(current, current - published),
    message: (unmet, { activities: { current } }) =>
      current === 0
        ? 'El registro no tiene ninguna actividad de tratamiento.'
        : `${some(unmet, 'actividad sigue', 'actividades siguen')} en borrador.`,
    action: 'Complete y publique las actividades: el registro es la prueba de la licitud del tratamiento.',
    link: '/rat/activities?status=draft',
  },
  {
    key: 'rat.sensitive_basis',
    area: 'rat',
    label: 'Los datos sensibles tienen una base que los permite',
    weight: 4,
    severity: 'critical',
    article: law('arts. 16, 16 bis y 16 ter'),
    fineClass: 'grave',
    measure: ({ activities: { sensitive, sensitiveUnfounded } }) => without(sensitive, sensitiveUnfounded),
    message: (unmet) =>
      `${activities(unmet, 'trata', 'tratan')} datos sensibles por contrato, interés legítimo u otra base que no los permite.`,
    action:
      'Obtenga el consentimiento expreso, o funde el tratamiento en una excepción del art. 16; tratarlos a sabiendas sin base es gravísima (art. 34 quáter letra e).',
    link: '/rat/activities?hasSensitiveData=true',
  },
  {
    key: 'rat.minors',
    area: 'rat',
    label: 'Los datos de niños, niñas y adolescentes tienen su resguardo descrito',
    weight: 3,
    severity: 'high',
    article: law('art. 16 quáter'),
    fineClass: 'grave',
    measure: ({ activities: { withMinors, minorsUnguarded } }) => without(withMinors, minorsUnguarded),
    message: (unmet) =>
      `${activities(unmet, 'con datos de menores no describe', 'con datos de menores no describen')} cómo consienten sus representantes.`,
    action:
      'Describa cómo se verifica la edad y quién consiente por los menores de 14 años, y por los de 16 si hay datos sensibles.',
    link: '/rat/activities?status=published',
  },
  {
    key: 'rat.transfers',
    area: 'rat',
    label: 'Las transferencias internacionales indican país y mecanismo',
    weight: 3,
    severity: 'high',
    article: law('arts. 27 y 28'),
    fineClass: 'grave',
    measure: ({ activities: { withTransfer, transferUnfounded } }) =>
      without(withTransfer, transferUnfounded),
    message: (unmet) =>
      `${activities(unmet, 'transfiere', 'transfieren')} datos al extranjero sin país o sin un mecanismo que valga.`,
    action:
      'Indique el país y el mecanismo: cláusulas contractuales, normas corporativas, certificación o autorización de la Agencia; país adecuado, solo si la Agencia lo declaró.',
    link: '/rat/activities?status=published',
  },
  {
    key: 'rat.security',
    area: 'rat',
    label: 'Las actividades tienen medidas de seguridad',
    weight: 3,
    severity: 'high',
    article: law('art. 14 quinquies'),
    fineClass: 'grave',
    measure: ({ activities: { published, unprotected } }) => without(published, unprotected),
    message: (unmet) => `${activities(unmet, 'no declara', 'no declaran')} medidas de seguridad.`,
    action: 'Registre las medidas que ya existen y adopte las que falten según el riesgo.',
    link: '/rat/activities?status=published',
  },
  {
    key: 'rat.interest',
    area: 'rat',
    label: 'El interés legítimo invocado está escrito',
    weight: 2,
    severity: 'medium',
    article: law('arts. 13 letra d) y 14 ter letra d)'),
    fineClass: 'leve',
    measure: ({ activities: { byInterest, interestUnstated } }) => without(byInterest, interestUnstated),
    message: (unmet) => `${activities(unmet, 'no dice', 'no dicen')} cuál es el interés legítimo.`,
    action: 'Escriba el interés y por qué no daña los derechos de los titulares: debe informarse al público.',
    link: '/rat/activities?legalBasis=legitimate_interest',
  },
  {
    key: 'rat.automated',
    area: 'rat',
    label: 'Las decisiones automatizadas explican su lógica',
    weight: 2,
    severity: 'medium',
    article: law('arts. 8 bis y 14 ter letra l)'),
    fineClass: 'leve',
    measure: ({ activities: { automated, logicUnstated } }) => without(automated, logicUnstated),
    message: (unmet) =>
      `${activities(unmet, 'decide', 'deciden')} de forma automatizada sin explicar la lógica.`,
    action: 'Describa la lógica y las consecuencias, y asegure la intervención humana.',
    link: '/rat/activities?status=published',
  },
  {
    key: 'rat.retention',
    area: 'rat',
    label: 'Los datos se conservan por un plazo con fin',
    weight: 2,
    severity: 'medium',
    article: law('art. 3 letra c)'),
    fineClass: 'grave',
    measure: ({ activities: { published, keptForever } }) => without(published, keptForever),
    message: (unmet) => `${activities(unmet, 'conserva', 'conservan')} los datos sin plazo.`,
    action:
      'Fije un plazo o una condición de supresión; solo la investigación y la estadística pueden prescindir de él.',
    link: '/rat/activities?status=published',
  },
  {
    key: 'rat.reviewed',
    area: 'rat',
    label: 'Las actividades se revisaron en el último año',
    weight: 1,
    severity: 'low',
    article: law('art. 3 letra e)'),
    fineClass: null,
    measure: ({ activities: { published, stale } }) => without(published, stale),
    message: (unmet) => `${activities(unmet, 'no se revisa', 'no se revisan')} hace más de un año.`,
    action: 'Revise con cada área si lo registrado sigue siendo lo que se hace.',
    link: '/rat/activities?status=published',
  },
  // ── dsar ──
  {
    key: 'dsar.overdue',
    area: 'dsar',
    label: 'Las solicitudes abiertas están dentro de plazo',
    weight: 4,
    severity: 'high',
    article: law('art. 11'),
    fineClass: 'leve',
    measure: ({ requests: { open, overdue } }) => without(open, overdue),
    message: (unmet) =>
      `${some(unmet, 'solicitud abierta está vencida', 'solicitudes abiertas están vencidas')}.`,
    action: 'Respóndalas hoy: el titular ya puede reclamar.',
    link: '/dsar/requests',
  },
  {
    key: 'dsar.blocking',
    area: 'dsar',
    label: 'Los bloqueos temporales se responden en su plazo',
    weight: 3,
    severity: 'critical',
    article: law('arts. 8 ter y 11'),
    fineClass: 'grave',
    measure: ({ requests: { openBlocks, overdueBlocks } }) => without(openBlocks, overdueBlocks),
    message: (unmet) =>
      `${some(unmet, 'bloqueo temporal sigue', 'bloqueos temporales siguen')} sin respuesta pasado su plazo.`,
    action: 'Suspenda el tratamiento y responda: hasta entonces los datos no pueden usarse.',
    link: '/dsar/requests?rightType=BLOCKING',
  },
  {
    key: 'dsar.on_time',
    area: 'dsar',
    label: 'Las solicitudes del último año se respondieron a tiempo',
    weight: 2,
    severity: 'medium',
    article: law('art. 11'),
    fineClass: 'leve',
    measure: ({ requests: { answered, answeredLate } }) => without(answered, answeredLate),
    message: (unmet) =>
      `${some(unmet, 'solicitud del último año se respondió', 'solicitudes del último año se respondieron')} fuera de plazo.`,
    action: 'Asigne responsables al recibir cada solicitud y use la prórroga antes de que venza el plazo.',
    link: '/dsar/requests',
  },
  {
    key: 'dsar.thirds',
    area: 'dsar',
    label: 'Los terceros supieron de las rectificaciones, supresiones y oposiciones',
    weight: 1,
    severity: 'medium',
    article: law('art. 11'),
    fineClass: 'leve',
    measure: ({ requests: { corrected, thirdsUntold } }) => without(corrected, thirdsUntold),
    message: (unmet) =>
      `${some(unmet, 'rectificación, supresión u oposición acogida no se avisó', 'rectificaciones, supresiones u oposiciones acogidas no se avisaron')} a los terceros.`,
    action: 'Avise a quienes recibieron los datos, o deje constancia de por qué no hay a quién avisar.',
    link: '/dsar/requests',
  },
  // ── breaches ──
  {
    key: 'breaches.reported',
    area: 'breaches',
    label: 'Las vulneraciones que lo requieren se informaron a la Agencia',
    weight: 5,
    severity: 'critical',
    article: law('art. 14 sexies'),
    fineClass: 'grave',
    measure: ({ breaches: { reportable, unreported } }) => without(reportable, unreported),
    message: (unmet) =>
      `${some(unmet, 'vulneración debe informarse a la Agencia y no se ha informado', 'vulneraciones deben informarse a la Agencia y no se han informado')}.`,
    action:
      'Infórmela sin dilaciones indebidas; la omisión deliberada es gravísima (art. 34 quáter letra f).',
    link: '/breaches?requiresNotification=true',
  },
  {
    key: 'breaches.decided',
    area: 'breaches',
    label: 'Cada vulneración tiene su riesgo evaluado',
    weight: 3,
    severity: 'high',
    article: law('arts. 14 quinquies y 14 sexies'),
    // Without the decision nobody knows whether a report or a record is being omitted (art. 34 ter letra k).
    fineClass: 'grave',
    measure: ({ breaches: { total, undecided } }) => without(total, undecided),
    message: (unmet) =>
      `${some(unmet, 'vulneración no tiene decidido si debe informarse', 'vulneraciones no tienen decidido si deben informarse')}.`,
    action: 'Responda el árbol de decisión y deje escrita la razón.',
    link: '/breaches',
  },
  {
    key: 'breaches.closed',
    area: 'breaches',
    label: 'Las vulneraciones se cierran dentro de treinta días',
    weight: 1,
    severity: 'low',
    article: law('art. 14 quinquies'),
    fineClass: null,
    measure: ({ breaches: { total, lingering } }) => without(total, lingering),
    message: (unmet) =>
      `${some(unmet, 'vulneración lleva', 'vulneraciones llevan')} más de treinta días sin cerrarse.`,
    action: 'Registre la contención y cierre la investigación.',
    link: '/breaches',
  },
  {
    key: 'breaches.subjects',
    area: 'breaches',
    label: 'Las vulneraciones que lo requieren se comunicaron a los titulares',
    weight: 4,
    severity: 'high',
    article: law('art. 14 sexies'),
    fineClass: 'grave',
    measure: ({ breaches: { tellable, subjectsUninformed } }) => without(tellable, subjectsUninformed),
    message: (unmet) =>
      `${some(unmet, 'vulneración debe comunicarse a los titulares y no consta', 'vulneraciones deben comunicarse a los titulares y no consta')}.`,
    action: 'Comuníquela, y registre la fecha y el medio.',
    link: '/breaches',
  },
  {
    key: 'breaches.register',
    area: 'breaches',
    label: 'El registro de vulneraciones reportadas está completo',
    weight: 2,
    severity: 'high',
    article: law('art. 14 sexies'),
    fineClass: 'grave',
    measure: ({ breaches: { reportable, registerIncomplete } }) =>
      without(Math.max(reportable, registerIncomplete), registerIncomplete),
    message: (unmet) =>
      `${some(unmet, 'vulneración cerrada no tiene', 'vulneraciones cerradas no tienen')} todo lo que pide el registro: naturaleza, efectos, categorías y número de titulares, y medidas de gestión y prevención.`,
    action: 'Complete lo que falta en cada vulneración.',
    link: '/breaches',
  },
  // ── dpia ──
  {
    key: 'dpia.approved',
    area: 'dpia',
    label: 'Las actividades de alto riesgo tienen su evaluación aprobada',
    weight: 5,
    severity: 'critical',
    article: law('art. 15 ter'),
    fineClass: 'gravisima',
    measure: ({ activities: { needDpia, assessed } }) => ({ met: assessed, total: needDpia }),
    message: (unmet) =>
      `${activities(unmet, 'requiere', 'requieren')} una evaluación de impacto y no ${unmet === 1 ? 'la tiene' : 'la tienen'} aprobada.`,
    action: 'Haga la evaluación y apruébela; entretanto, considere suspender el tratamiento.',
    link: '/rat/activities?dpiaRequired=true',
  },
  {
    key: 'dpia.screened',
    area: 'dpia',
    label: 'El riesgo de cada actividad está evaluado',
    weight: 3,
    severity: 'medium',
    article: law('art. 15 ter'),
    fineClass: null,
    measure: ({ activities: { published, riskUnknown } }) => atLeastOne(published, riskUnknown),
    message: (unmet, facts) =>
      facts.activities.published === 0
        ? 'Sin actividades publicadas no se sabe si alguna requiere una evaluación de impacto.'
        : `${activities(unmet, 'no tiene', 'no tienen')} su riesgo evaluado.`,
    action: 'Evalúe el riesgo de cada actividad: es lo que dice si requiere una evaluación de impacto.',
    link: '/rat/activities?status=published',
  },
  {
    key: 'dpia.risks',
    area: 'dpia',
    label: 'Los riesgos altos y críticos están tratados',
    weight: 2,
    severity: 'high',
    article: law('arts. 14 quinquies y 15 ter'),
    fineClass: 'grave',
    measure: ({ risks: { grave, graveUntreated } }) => without(grave, graveUntreated),
    message: (unmet) =>
      `${some(unmet, 'riesgo alto o crítico no tiene', 'riesgos altos o críticos no tienen')} tratamiento.`,
    action: 'Mitigue el riesgo, o déjelo aceptado por quien puede aceptarlo.',
    link: '/dpia/assessments',
  },
  // ── processors ──
  {
    key: 'processors.signed',
    area: 'processors',
    label: 'Los encargados tienen un contrato vigente',
    weight: 4,
    severity: 'high',
    article: law('art. 15 bis'),
    fineClass: 'leve',
    measure: ({ processors: { total, unsigned } }) => without(total, unsigned),
    message: (unmet) => `${some(unmet, 'encargado no tiene', 'encargados no tienen')} un contrato vigente.`,
    action: 'Genere el contrato, envíelo a firma, y deje de entregar datos mientras no lo haya.',
    link: '/processors',
  },
  {
    key: 'processors.ending',
    area: 'processors',
    label: 'Ningún contrato termina en los próximos treinta días',
    weight: 1,
    severity: 'low',
    article: law('art. 15 bis'),
    fineClass: null,
    measure: ({ processors: { signed, ending } }) => without(signed, ending),
    message: (unmet) =>
      `${some(unmet, 'contrato con un encargado termina', 'contratos con encargados terminan')} dentro de treinta días.`,
    action: 'Renuévelo, o acuerde la supresión o devolución de los datos.',
    link: '/contracts',
  },
  // ── transparency ──
  {
    key: 'transparency.privacy',
    area: 'transparency',
    label: 'Cada entidad tiene publicada su política de privacidad',
    weight: 5,
    severity: 'high',
    article: law('art. 14 ter'),
    fineClass: 'leve',
    measure: ({ entities: { active, withoutPolicy } }) => atLeastOne(active, withoutPolicy),
    message: (unmet) =>
      `${some(unmet, 'entidad no tiene', 'entidades no tienen')} publicada su política de privacidad.`,
    action: 'Genere la política desde el registro y publíquela en su sitio.',
    link: '/privacy-policy/generate',
  },
  {
    key: 'transparency.current',
    area: 'transparency',
    label: 'La política de privacidad es posterior a lo último publicado en el registro',
    weight: 2,
    severity: 'medium',
    article: law('art. 14 ter'),
    fineClass: 'leve',
    measure: ({ entities: { withPolicy, policyBehind } }) => without(withPolicy, policyBehind),
    message: (unmet) =>
      `${some(unmet, 'política publicada es anterior', 'políticas publicadas son anteriores')} a actividades que se publicaron después.`,
    action: 'Genere una versión nueva, revise los cambios y publíquela.',
    link: '/privacy-policy/versions',
  },
  {
    key: 'transparency.cookies',
    area: 'transparency',
    label: 'Cada sitio en producción tiene una política de cookies',
    weight: 2,
    severity: 'low',
    article: law('buena práctica, en relación con el art. 14 ter'),
    // No statute demands a separate policy for cookies. Art. 14 ter covers the information about their data.
    fineClass: null,
    measure: ({ domains: { total, withoutCookiePolicy } }) => without(total, withoutCookiePolicy),
    message: (unmet) =>
      `${some(unmet, 'sitio en producción no tiene', 'sitios en producción no tienen')} política de cookies publicada.`,
    action: 'Genere la política de cookies del sitio y publíquela.',
    link: '/domains?isActive=true',
  },
  {
    key: 'transparency.law',
    area: 'transparency',
    label: 'Los documentos vigentes siguen la versión vigente de la ley',
    weight: 1,
    severity: 'medium',
    article: law('arts. 14 ter, 15 bis y 15 ter'),
    // Only a reading of each document shows what its old text lacks under the new law.
    fineClass: null,
    measure: ({ documents: { issued, outdated } }) =>
      outdated === 0 ? { met: 0, total: 0 } : without(issued, outdated),
    message: (unmet) =>
      `${some(unmet, 'documento vigente se escribió', 'documentos vigentes se escribieron')} según otra versión de la ley.`,
    action: 'Revíselos y emítalos de nuevo según la ley vigente.',
    link: '/governance/reissue',
  },
  // ── consent ──
  {
    key: 'consent.banner',
    area: 'consent',
    label: 'Cada sitio en producción pide el consentimiento con un aviso publicado',
    weight: 3,
    severity: 'low',
    article: law('buena práctica, en relación con el art. 12'),
    // A site needs consent depending on the data it collects, which no record here shows.
    fineClass: null,
    measure: ({ domains: { total, withoutNotice } }) => without(total, withoutNotice),
    message: (unmet) =>
      `${some(unmet, 'sitio en producción no tiene', 'sitios en producción no tienen')} un aviso de consentimiento publicado.`,
    action:
      'Si el sitio usa cookies que no son necesarias, publique un aviso y pegue en el sitio el código de la parte «Instalar».',
    link: '/consent/notices',
  },
  {
    key: 'consent.collected',
    area: 'consent',
    label: 'Lo que se trata por consentimiento tiene dónde pedirlo y probarlo',
    weight: 3,
    severity: 'high',
    article: law('art. 12'),
    // The burden of proof is the controller's: consent that cannot be proved is processing without a basis (art. 34 ter).
    fineClass: 'grave',
    measure: ({ activities: { byConsent }, consent: { collecting } }) => ({
      met: byConsent > 0 && collecting > 0 ? 1 : 0,
      total: byConsent > 0 ? 1 : 0,
    }),
    message: (_unmet, facts) =>
      `${activities(facts.activities.byConsent, 'se funda', 'se fundan')} en el consentimiento y no hay ningún aviso ni formulario que lo registre.`,
    action: 'Cree un aviso o un formulario de consentimiento: la prueba es del responsable.',
    link: '/consent/templates',
  },
  {
    key: 'consent.withdrawal',
    area: 'consent',
    label: 'Quien consintió sabe cómo retirar su consentimiento',
    weight: 2,
    severity: 'medium',
    article: law('arts. 12 y 14 ter letra k)'),
    fineClass: 'leve',
    measure: ({ activities: { byConsent, withdrawalUnstated } }) => without(byConsent, withdrawalUnstated),
    message: (unmet) => `${activities(unmet, 'no dice', 'no dicen')} cómo se retira el consentimiento.`,
    action: 'Describa un medio tan simple como el que se usó para darlo.',
    link: '/rat/activities?legalBasis=consent',
  },
  {
    key: 'consent.before',
    area: 'consent',
    label: 'Los sitios revisados esperan la decisión antes de medir o de mostrar publicidad',
    weight: 3,
    severity: 'high',
    article: law('arts. 12, 13 y 34 ter letra a)'),
    // Measuring or advertising without consent is processing without a basis (art. 34 ter).
    fineClass: 'grave',
    measure: ({ scans: { total, early } }) => without(total, early),
    message: (unmet) =>
      `${some(unmet, 'sitio usa', 'sitios usan')} cookies o terceros de medición o publicidad antes de que la persona acepte. Si permiten identificar a una persona, es tratar sus datos sin base de licitud.`,
    action: 'Vea la última revisión de cada sitio y ponga lo que se adelanta en una finalidad del aviso.',
    link: '/cookie-scans',
  },
  {
    key: 'consent.declared',
    area: 'consent',
    label: 'El aviso menciona lo que los sitios revisados usan',
    weight: 2,
    severity: 'low',
    article: law('buena práctica, en relación con el art. 14 ter'),
    // Art. 14 ter does not ask for the names of cookies.
    fineClass: null,
    measure: ({ scans: { total, undeclared } }) => without(total, undeclared),
    message: (unmet) =>
      `${some(unmet, 'sitio usa', 'sitios usan')} cookies o terceros que ningún aviso publicado menciona.`,
    action: 'Agréguelos al aviso desde la última revisión, y publíquelo de nuevo.',
    link: '/cookie-scans',
  },
  {
    key: 'consent.current',
    area: 'consent',
    label: 'Los avisos publicados muestran su última versión',
    weight: 1,
    severity: 'low',
    article: law('art. 12'),
    fineClass: null,
    measure: ({ consent: { notices, noticesAhead } }) => without(notices, noticesAhead),
    message: (unmet) => `${some(unmet, 'aviso tiene', 'avisos tienen')} cambios sin publicar.`,
    action: 'Publique los cambios, o descártelos.',
    link: '/consent/notices?status=PUBLISHED',
  },
  // ── organisation ──
  {
    key: 'organisation.contact',
    area: 'organisation',
    label: 'Cada entidad tiene un correo público para los titulares',
    weight: 4,
    severity: 'high',
    article: law('arts. 10 y 14 ter letra c)'),
    fineClass: 'leve',
    measure: ({ entities: { active, withoutContact } }) => atLeastOne(active, withoutContact),
    message: (unmet) =>
      `${some(unmet, 'entidad no tiene', 'entidades no tienen')} un canal de contacto para los titulares.`,
    action: 'Indique el correo público de la entidad para solicitudes de derechos.',
    link: '/org/entities',
  },
  {
    key: 'organisation.representative',
    area: 'organisation',
    label: 'Cada entidad indica su representante legal',
    weight: 2,
    severity: 'medium',
    article: law('art. 14 ter letra b)'),
    fineClass: 'leve',
    measure: ({ entities: { active, withoutRepresentative } }) => atLeastOne(active, withoutRepresentative),
    message: (unmet) => `${some(unmet, 'entidad no indica', 'entidades no indican')} su representante legal.`,
    action: 'Registre el nombre del representante legal de la entidad.',
    link: '/org/entities',
  },
  {
    key: 'organisation.address',
    area: 'organisation',
    label: 'Cada entidad indica su domicilio postal',
    weight: 1,
    severity: 'medium',
    article: law('art. 14 ter letra c)'),
    fineClass: 'leve',
    measure: ({ entities: { active, withoutAddress } }) => atLeastOne(active, withoutAddress),
    message: (unmet) => `${some(unmet, 'entidad no indica', 'entidades no indican')} su domicilio postal.`,
    action: 'Registre el domicilio de la entidad: la política debe mostrarlo.',
    link: '/org/entities',
  },
  {
    key: 'organisation.dpo',
    area: 'organisation',
    label: 'Hay un delegado de protección de datos',
    weight: 1,
    severity: 'low',
    article: law('arts. 49 y 50'),
    // Voluntary. Compulsory only within a prevention model.
    fineClass: null,
    measure: ({ entities: { active, withoutDpo } }) => atLeastOne(active, withoutDpo),
    message: (unmet) =>
      `${some(unmet, 'entidad no tiene', 'entidades no tienen')} delegado de protección de datos.`,
    action: 'Nombrarlo es voluntario, y condición para certificar un modelo de prevención de infracciones.',
    link: '/settings/tenant/dpo-check',
  },
]
