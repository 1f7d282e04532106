import { fold } from '#kernel/text.ts'

/** Other names of our automatic variables in templates brought from elsewhere. Only their letters are compared. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  fecha: ['date', 'today', 'currentDate', 'contractDate', 'fechaContrato', 'fechaActual'],
  responsableNombre: [
    'tenantName',
    'tenant',
    'organizationName',
    'organization',
    'companyName',
    'company',
    'controllerName',
    'controller',
    'legalEntityName',
    'entityName',
    'responsable',
    'nombreResponsable',
    'empresa',
    'nombreEmpresa',
    'razonSocial',
  ],
  responsableRut: [
    'tenantTaxId',
    'tenantRut',
    'organizationTaxId',
    'companyTaxId',
    'companyRut',
    'controllerTaxId',
    'controllerRut',
    'legalEntityTaxId',
    'rutResponsable',
    'rutEmpresa',
  ],
  responsableDomicilio: [
    'tenantAddress',
    'organizationAddress',
    'companyAddress',
    'controllerAddress',
    'legalEntityPostalAddress',
    'domicilioResponsable',
    'direccionEmpresa',
  ],
  responsableRepresentante: [
    'tenantRepresentative',
    'controllerRepresentative',
    'legalRepName',
    'legalRepresentative',
    'representanteLegal',
  ],
  responsableContacto: ['tenantEmail', 'controllerEmail', 'companyEmail', 'dpoEmail', 'correoResponsable'],
  encargadoNombre: [
    'processorName',
    'processor',
    'vendorName',
    'vendor',
    'providerName',
    'provider',
    'encargado',
    'nombreEncargado',
    'proveedor',
    'nombreProveedor',
  ],
  encargadoRut: [
    'processorTaxId',
    'processorRut',
    'vendorTaxId',
    'vendorRut',
    'rutEncargado',
    'rutProveedor',
  ],
  encargadoPais: ['processorCountry', 'vendorCountry', 'paisEncargado', 'paisProveedor'],
  encargadoRepresentante: ['processorContactName', 'processorContact', 'processorRepresentative'],
  encargadoContacto: ['processorContactEmail', 'processorEmail', 'vendorEmail', 'correoEncargado'],
  servicios: ['services', 'processorServices', 'service', 'servicio'],
  actividades: [
    'activities',
    'activity',
    'activityName',
    'activityNames',
    'activitiesNames',
    'processingActivities',
    'actividad',
    'nombreActividad',
  ],
  finalidades: ['purposes', 'purpose', 'activityPurpose', 'activityPurposes', 'finalidad'],
  categoriasDatos: [
    'dataCategories',
    'activityDataCategories',
    'personalData',
    'categoriasDeDatos',
    'tiposDatos',
    'datosPersonales',
  ],
  categoriasTitulares: [
    'subjectCategories',
    'activitySubjectCategories',
    'dataSubjects',
    'categoriasDeTitulares',
    'titulares',
  ],
  conservacion: ['retention', 'retentionPeriod', 'activityRetentionPeriod', 'plazoConservacion'],
  medidasSeguridad: ['securityMeasures', 'activitySecurityMeasures', 'medidasDeSeguridad'],
  paisesDestino: ['transferCountries', 'transferCountry', 'destinationCountries', 'paisDestino'],
  mecanismos: ['transferMechanism', 'transferMechanisms', 'mecanismo'],
}

const letters = (name: string) => fold(name).replace(/[^a-z0-9]/g, '')

const KNOWN: ReadonlyMap<string, string> = new Map(
  Object.entries(NAMES).flatMap(([key, names]) => [key, ...names].map((name) => [letters(name), key])),
)

/** Our variable that a template calls by this name. */
export function variableCalled(name: string): string | undefined {
  return KNOWN.get(letters(name))
}
