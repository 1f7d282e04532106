/** Recognises writers who work for a controller (art. 15 bis). Prepositions count here: «por cuenta de». */

/** Organisations, in the plural, that may give data to a provider. */
const FIRMS =
  '(?:clinicas|consultas|consultorios|hospitales|laboratorios|centros medicos|empresas|companias|pymes|negocios|almacenes|comercios|bancos|financieras|casas comerciales|retailers|tiendas|marcas|colegios|escuelas|liceos|establecimientos|jardines|universidades|institutos|condominios|edificios|municipios|municipalidades|organismos|servicios publicos|instituciones|organizaciones|entidades|fundaciones|sindicatos|isapres|aseguradoras|corredoras|mineras|constructoras|inmobiliarias|hoteles|restaurantes|restoranes|notarias|abogados|estudios juridicos|medicos|dentistas|psicologos|veterinarias|gimnasios|farmacias|agricolas|cooperativas|emprendedores|terceros|mandantes|empleadores|corporaciones|partidos|iglesias)'
const SEVERAL =
  '(?:(?:mas de |unas? |unos |cerca de |casi |hasta )?(?:\\d+|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|quince|veinte|treinta|cuarenta|cincuenta|cien|cientos de|decenas de|miles de|varias|varios|otras|otros|distintas|distintos|diversas|diversos|diferentes|muchas|muchos|numerosas|numerosos))'
/** Work on the client's data. */
const DATA_WORK =
  '(?:soporte|informatic[oa]|software|sistemas?|plataformas?|hosting|nube|servidores|alojamiento|respaldos?|cobranzas?|call center|contact center|centro de contacto|llamad[ao]s|llamar|confirmar|agendar|remuneraciones|sueldos|liquidaciones|nominas?|contabilidad|digitaliza\\w*|escane\\w*|custodia\\w*|archivo|almacenamiento|destruccion|marketing|mailing|correos masivos|redes sociales|encuestas|monitoreo|verificacion|facturacion electronica|data ?center|mesa de ayuda|analisis de datos|impresion|ensobrado|transcripcion\\w*|traduccion\\w*)'
/** Things that clients hand over. */
const HANDED =
  '(?:archivos?|documentos?|documentacion|carpetas?|fichas?|nominas?|planillas?|bases?|bases de datos|bases de correos?|listados?|campanas?|redes sociales|sitios web|paginas web|tiendas virtuales|servidores|sistemas|contabilidad|remuneraciones|liquidaciones|sueldos|correspondencia|cartolas|facturas|carteras?|grabaciones|encuestas|datos|informacion|trabajadores|personal|deudores|afiliados|usuarios|compradores|suscriptores)'
const WORK =
  '(?:administr|gestion|proces|custod|digitaliz|digit|escane|almacen|guard|respald|aloj|hosped|oper|imprim|ensobr|manten|llev|confeccion|elabor|calcul|destru|archiv|clasific|transcrib|traduc|analiz|tabul|modera|manej|migr|inventari)\\w*'

const FROM_FIRMS: readonly RegExp[] = [
  // «Administra las bases de correos de sus clientes corporativos», «custodia los archivos de sus mandantes».
  `\\b${WORK} (?:[a-z]+ ){0,6}${HANDED} (?:[a-z]+ ){0,4}de (?:sus|nuestros|mis|los) (?:clientes (?:corporativos|empresas?)|mandantes|empresas clientes|clientes empresa)\\b`,
  `\\b${WORK} (?:[a-z]+ ){0,4}(?:campanas?|redes sociales|sitios web|tiendas virtuales|bases de correos?|bases de datos|archivos|remuneraciones|contabilidad|liquidaciones|sueldos|nominas) (?:[a-z]+ ){0,4}de (?:sus|nuestros|mis) clientes\\b`,
  // «Almacena cajas con documentos de otras compañías», «alojamos las tiendas virtuales de terceros».
  `\\b${WORK} (?:[a-z]+ ){0,8}(?:de|para) (?:${SEVERAL} ${FIRMS}|terceros)\\b`,
  `\\b${DATA_WORK} (?:[a-z]+ ){0,6}(?:de|para|a) ${SEVERAL} ${FIRMS}\\b`,
  // «Que usan más de cien establecimientos».
  `\\bque (?:la |lo )?(?:usan|utilizan|ocupan|arriendan|contratan|emplean) ${SEVERAL} (?:de )?${FIRMS}\\b`,
  `\\b(?:lo|la|los|las) (?:usan|utilizan|ocupan|contratan) ${SEVERAL} ${FIRMS}\\b`,
  // «Ofrecemos a clínicas el servicio de llamar a sus pacientes», «prestamos soporte informático a hospitales».
  `\\b(?:ofrec|prest|brind|entreg|vend|provee|arrend|desarroll)\\w* (?:[a-z]+ ){0,6}${DATA_WORK} (?:[a-z]+ ){0,6}(?:a|para) (?:otr[ao]s |las |los )?${FIRMS}\\b`,
  `\\b(?:a|para) (?:otr[ao]s |las |los )?${FIRMS} [^.;]*\\b(?:llam|contact|encuest|cobr|confirm|record|notific|agend|administr|gestion|respald|proces)\\w* (?:[a-z]+ ){0,4}(?:a|de|con) sus (?:pacientes|clientes|deudores|usuarios|afiliados|alumnos|trabajadores|socios|compradores|estudiantes|residentes)\\b`,
  // «Con la base que éste entrega», «con los datos que nos entrega cada empresa».
  '\\b(?:base|bases|datos|nomina|nominas|listado|listados|planilla|informacion|archivos?) que (?:este|esta|estos|estas|ellos|ellas|el cliente|la empresa|el mandante|el banco|cada empresa|cada cliente) (?:nos |me )?(?:entrega|envia|manda|pasa|proporciona|facilita|sube)n?\\b',
  `\\b(?:proveedor\\w*|prestador\\w*|empresa) de (?:software|hosting|servicios de (?:nube|hosting|cobranza|digitalizacion|payroll|remuneraciones|call center|contact center))\\b[^.;]*\\b(?:a|para|que usan|que utilizan|de) (?:${SEVERAL} )?(?:las |los )?${FIRMS}\\b`,
  // «Papel que nos traen notarías», «los datos de su gente», «encuestas de un ministerio».
  `\\bque (?:nos|me) (?:traen|mandan|envian|entregan|pasan|dejan|derivan) (?:las |los |varias |varios |otras |otros )?${FIRMS}\\b`,
  `\\b(?:en|de|a|para) (?:las |los |otras |otros )?${FIRMS} [^.;]*\\b(?:vemos|accedemos|acceder|acceso|manejamos|recibimos|usamos|procesamos) (?:[a-z]+ ){0,4}(?:datos|informacion|fichas|bases?)\\b`,
  '\\b(?:hacemos|realizamos|aplicamos|levantamos|tomamos|operamos|atendemos|llevamos) (?:el |la |las |los )?(?:encuestas?|llamados|llamadas|entrevistas|cobranza|sueldos|remuneraciones|contabilidad|mesa de ayuda|call center|correo masivo|redes sociales|soporte) (?:[a-z]+ ){0,3}(?:de|para|a) (?:un|una|otra|otro) (?:ministerio|banco|empresa|municipalidad|clinica|hospital|universidad|marca|isapre|aseguradora|cadena|partido|colegio|mineria|minera|tienda|financiera|compania)\\b',
  '\\b(?:respald|aloj|digitaliz|custod|destru|tritur|escane|migr|proces)\\w* (?:[a-z]+ ){0,8}(?:de|para) (?:un|una|otra|otro) (?:cadena|red|banco|empresa|municipalidad|clinica|hospital|universidad|isapre|aseguradora|colegio|minera|notaria|tribunal|laboratorio|ministerio)\\b',
  '\\b(?:a|de|para|por) (?:nuestras |las |sus )?empresas? clientes?\\b',
  '\\b(?:subencargad|mandatari)[oa]s? (?:de|del|para)\\b',
].map((phrase) => new RegExp(phrase))

export function worksForAnother(folded: string): boolean {
  return [...PROCESSOR_PHRASES, ...FROM_FIRMS].some((phrase) => phrase.test(folded))
}

const PROCESSOR_PHRASES: readonly RegExp[] = [
  /\b(?:sueldos?|liquidaciones|contabilidad|remuneraciones|previred|facturacion|gastos comunes|redes sociales) (?:[a-z]+ ){0,6}de (?:\d+|varias|otras|muchas|distintas) (?:empresas|pymes|clientes|negocios)\b/,
  /\b(?:hosting|respaldos?|nube|servidores|data ?center|mesa de ayuda|soporte|digitaliza\w*|destru\w+|custodia\w*) (?:[a-z]+ ){0,8}(?:a|para|de) (?:clinicas|empresas|bancos|hospitales|colegios|municipios|otras|terceros|pymes|notarias|abogados)\b/,
  /\b(?:nos|me) llegan? (?:[a-z]+ ){0,3}(?:documentos|datos|bases|planillas|archivos|cajas|fichas) (?:[a-z]+ ){0,3}de (?:bancos|empresas|clinicas|hospitales|otras|clientes)\b/,
  /\b(?:vehiculos|camiones|equipos|bases|datos|carteras|clientes|trabajadores) de terceros\b/,
  /\bpor (?:encargo|cuenta|mandato) de (?!cada|cliente|mis|quien|(?:los |las |sus )?(?:propietari|particular|persona|arrendador|dueno|herederos|familia|titular|novios|interesad))/,
  /\b(?:por|bajo|segun|siguiendo) (?:la |las |sus )?instruccion(?:es)? de (?!la ley|cada|mis|quien)/,
  /\bl[eo]s? (?:hac|llev|calcul|administr|manej|tramit|pag)\w*(?:amos|emos|imos|o) [^.;]*\bde (?:\d+|varias|varios|otras|otros|muchas|muchos|distintas|distintos) (?:pymes|empresas|clientes|negocios|locales)\b/,
  /\b(?:un|una) (?:empresa|compania|banco|isapre|clinica|tienda|financiera|marca) (?:de [a-z]+ )?(?:nos|me) (?:pasa|entrega|manda|envia|sube|da) (?:el|la|los|las|su|sus) (?:lista|listas|listado|listados|base|bases|nomina|nominas|planilla|cartera|datos)\b/,
  /\ba nombre de (?:un|una|otr[ao]s?|nuestros clientes|varias|varios|distintas|distintos)\b/,
  /\b(?:call center|contact center|mesa de ayuda) extern[ao]\b/,
  /\b(?:para|a) (?:\d+|dos|tres|cuatro|cinco|seis|ocho|diez|varias|varios|otras|otros|distintas|distintos|muchas|muchos|diversas) (?:clinicas|empresas|pymes|bancos|colegios|marcas|condominios|edificios|municipios|municipalidades|consultas|hospitales|isapres|fundaciones|mineras|constructoras)\b/,
  /\b(?:administr|manej|llev|gestion|oper|calcul|proces|respald|digit|modera)\w+ (?:[a-z]+ ){1,4}de (?:\d+|dos|tres|cuatro|cinco|seis|ocho|diez|varias|varios|otras|otros|distintas|distintos|muchas|muchos) (?:clinicas|empresas|pymes|bancos|colegios|marcas|condominios|edificios|municipios|clientes)\b/,
  /\bl[eo]s? (?:hac|llev|calcul|administr|manej|guard|respald|tramit|emit|envi)\w*(?:amos|emos|imos|o) [^.;]*\ba (?:\d+|varias|varios|otras|otros|muchas|muchos|distintas|distintos|mis|nuestr[ao]s) (?:pymes|empresas|clientes|negocios|condominios|colegios|locales)\b/,
  /\b(?:proveedor\w*|desarrollador\w*|desarrollamos|vendemos|arrendamos|ofrecemos|proveemos) (?:un |una |de |el |la )*(?:software|sistemas?|plataformas?|hosting|nube)\b[^.;]*\b(?:a|para) (?:otr[ao]s |las |los )?(?:consultas|clinicas|colegios|municipios|empresas|pymes|hospitales|bancos|condominios|abogados|medicos|dentistas|tiendas|restaurantes|hoteles|fundaciones|sindicatos|gimnasios)\b/,
  /\b(?:somos|soy) (?:el|la|los|las) (?:call center|contact center|mesa de ayuda|empresa|imprenta|proveedor\w*|encargad\w*|soporte)\b[^.,;]* (?:de|para) (?:un|una|varios|varias|la|el|los|las|otras?)\b/,
  /\b(?:call center|contact center|mesa de ayuda|cobranza|soporte|hosting|data ?center|software|sistema|plataforma|servicio\w*|remuneraciones|sueldos|contabilidad|respaldos?) (?:externo |externa |en la nube )?(?:de|para|a) (?:un banco|bancos|otr[ao]s empresas|empresas|pymes|clinicas|colegios|municipios|municipalidades|terceros|varias empresas|mis clientes|nuestros clientes|condominios|retail|isapres)\b/,
  /\b(?:externaliz\w+|outsourcing|terceriza\w*|payroll|subcontratad\w+ por|como encargad\w+)\b/,
  /\b(?:clientes?|empresas?|bancos?|marcas?|colegios?|clinicas?|mandantes?|municipios?|retailers?) (?:clientes? )?(?:nos|me) (?:pasan?|entregan?|mandan?|envian?|dan|contratan?|encargan?|suben?|comparten?)\b/,
  /(?<!novios |novias |apoderados |pacientes |padres |papas |mamas |clientas |alumnos |postulantes |vecinos |socios |familias |personas )\b(?:nos|me) (?:pasan?|entregan?|mandan?|envian?|suben?) (?!sus datos)(?:las |la |los |sus |su )?(?:bases?|nominas?|planillas?|listas?|listados?|datos|archivos|carteras?)\b/,
  /\b(?:nos|me) (?:contratan?|encargan) (?:otras )?(?:empresas|bancos|clinicas|municipios|mineras|para)\b/,
  /\b(?:alojamos|hospedamos|respaldamos|administramos|procesamos|digitamos|digitalizamos|imprimimos|destruimos|custodiamos) (?:[a-z]+ ){0,4}(?:de|para|a) (?:otr[ao]s|nuestros clientes|mis clientes|empresas|un banco|bancos|terceros|clinicas|varias)\b/,
  /\b(?:que|lo|la) (?:usan|arriendan|contratan|ocupan) (?:otras |las |los |varias )?(?:empresas|pymes|colegios|clinicas|municipios|condominios|tiendas|consultas)\b/,
  /\bpara que (?:las |los |otras )?(?:empresas|pymes|colegios|clinicas|medicos|municipios|tiendas|condominios|abogados) (?:lleven|guarden|administren|manejen|gestionen|registren|envien|paguen)\b/,
  /\bclientes de (?:nuestros? clientes?|otras? empresas?|un banco|una isapre|una aseguradora)\b/,
  /\b(?:sueldos|remuneraciones|contabilidad|liquidaciones|correos?|cuentas|deudas|carteras?) (?:[a-z]+ ){0,3}de (?:pymes|otras empresas|varias empresas|mis clientes|nuestros clientes|un banco|bancos|isapres|retail)\b/,
  /\bl[eo]s? (?:llev|hac|calcul|pag|administr)\w*(?:amos|emos|o) [^.;]*\ba (?:un[ao]s? )?(?:\d+|much[ao]s|vari[ao]s) (?:pymes|empresas|negocios|clientes)\b/,
  /\b(?:escane|digitaliz|fotocopi|microfilm|archiv|guard|destru|imprim)\w+ [^.;]*\bque (?:nos|me) (?:manda|mandan|envia|envian|entrega|entregan|trae|traen) (?:un|una|el|la|los|las|varios|varias) (?:hospital|clinica|banco|empresa|notaria|municipio|municipalidad|colegio|isapre|juzgado|tribunal)/,
  /\b(?:prestamos|damos|hacemos|brindamos|ofrecemos) (?:[a-z]+ ){0,3}a (?:otras )?(?:empresas|bancos|clinicas|hospitales|laboratorios|isapres|municipios|colegios|notarias)\b/,
  /\b(?:respald|copi)\w* (?:[a-z]+ ){0,4}(?:para|pa) (?:clinicas|consultas|empresas|pymes|colegios|negocios|tiendas|abogados|medicos|dentistas)\b/,
  /\b(?:conforme a|de acuerdo con|de acuerdo a|segun) (?:las |sus )?instrucciones de (?:cada|el|la|los|las|nuestr|sus)/,
]

/** Technical or paper work for a clinic: the clinic stays responsible for its records. */
export const TECHNICAL_HELP =
  /\b(?:llamar|confirmar|recepcion|terceriza\w*|externaliza\w*|recordatorios?|encuest\w*|transcri\w+|hosting|nube|software|sistema|plataforma|respald\w+|call center|contact center|centro de llamados|digitaliza\w*|escane\w+|destru\w+|soporte|servidor\w*|imprim\w+)\b/
