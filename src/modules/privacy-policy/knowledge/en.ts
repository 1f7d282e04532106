import { html } from '#kernel/html.ts'
import { LAW_NAME_EN } from '#kernel/law/wording.ts'
import { stopAfter } from '#kernel/text.ts'
import { englishBasis } from './en-bases.ts'
import type { Words } from './words.ts'

const LAW = LAW_NAME_EN

const countries = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

export const EN: Words = {
  language: 'en',
  mark: 'TO COMPLETE',
  title: (entity) => `Privacy policy of ${entity}`,
  intro: (entity) =>
    html`<p>This is how ${entity} processes personal data, for which purposes and for how long, and how you may exercise your rights (art. 14 ter, ${LAW}). Names and descriptions of activities are shown as the organisation recorded them.</p>`,
  titles: {
    policyInfo: 'Version and date of this policy',
    controller: 'Controller',
    contact: 'How to contact us and make requests',
    processing: 'What data we process, whose, what for and on which legal basis',
    security: 'How we protect the data',
    rights: 'Your rights',
    complaint: 'Complaint to the Agency',
    transfers: 'International transfers',
    retention: 'How long we keep the data',
    sources: 'Where the data come from',
    consent: 'How to withdraw your consent',
    automatedDecisions: 'Automated decisions and profiling',
    specialData: 'Sensitive, biometric and location data, and data of children and adolescents',
    cookies: 'Websites, cookies and consent notices',
  },
  country: (code) => countries.of(code),
  data: {
    name: 'Name',
    email: 'Email address',
    phone: 'Telephone',
    rut: 'Chilean identity number (RUT)',
    address: 'Address',
    financial: 'Financial data',
    health: 'Health and biological profile',
    biometric: 'Biometric data',
    ethnic_origin: 'Ethnic or racial origin',
    political: 'Political, trade-union or guild membership',
    religious: 'Religious beliefs and ideological or philosophical convictions',
    sexual_orientation: 'Sexual life, sexual orientation and gender identity',
    criminal: 'Offences and convictions',
    minor_data: 'Data of children and adolescents',
    location: 'Location',
    browsing: 'Browsing',
    employment: 'Employment data',
    images: 'Images from cameras',
    socioeconomic: 'Socioeconomic situation',
  },
  basis: englishBasis,
  retentions: {
    '1_year': '1 year',
    '2_years': '2 years',
    '3_years': '3 years',
    '5_years': '5 years',
    '10_years': '10 years',
    until_purpose_fulfilled: 'Until the purpose is fulfilled',
    until_unsubscribe: 'Until the person unsubscribes',
    legal_minimum: 'The period set by law',
    indefinite: 'Indefinitely',
  },
  subjects: {
    customers: 'Customers',
    prospects: 'Prospective customers',
    subscribers: 'Subscribers',
    site_visitors: 'Website visitors',
    employees: 'Employees',
    former_employees: 'Former employees',
    candidates: 'Job applicants',
    contractors: 'Contractors and freelancers',
    suppliers: 'Suppliers (natural persons)',
    emergency_contacts: 'Emergency contacts and dependants',
    visitors: 'Visitors to the premises',
    patients: 'Patients',
    students: 'Students',
    guardians: 'Parents, guardians and legal representatives',
    children: 'Children (under 14)',
    adolescents: 'Adolescents (14 to 17)',
    credit_applicants: 'Credit applicants and debtors',
    beneficial_owners: 'Beneficial owners',
    shareholders: 'Shareholders and partners',
    complainants: 'Whistle-blowers, persons reported and witnesses',
    citizens: 'Citizens',
  },
  measures: {
    ENCRYPTION: 'Encryption',
    ANONYMIZATION: 'Anonymisation',
    PSEUDONYMIZATION: 'Pseudonymisation',
    ACCESS_CONTROL: 'Access control',
    LOGGING: 'Logging of access and changes',
    BACKUP: 'Backup and recovery',
    NETWORK_SECURITY: 'Network security',
    VULNERABILITY_MANAGEMENT: 'Vulnerability management',
  },
  mechanisms: {
    adequate_country: 'Country with an adequate level of protection',
    contractual_clauses: 'Contractual clauses',
    bcr: 'Binding corporate rules',
    certification: 'Compliance model or certification',
    agency_authorization: 'Authorisation of the Agency',
    specific_consent: 'Express consent to that transfer',
    financial_operation: 'Bank, financial or stock-exchange transfer',
    treaty: 'International treaty',
    public_cooperation: 'Cooperation agreement of a public body',
    express_law: 'Express provision of law',
    judicial_cooperation: 'Judicial cooperation',
    subject_contract: 'Contract with the data subject or steps before it',
    urgent_health: 'Urgent medical or health measures',
  },
  yes: 'Yes',
  no: 'No',
  sensitive: 'sensitive data',
  missingActivities: 'processing activities published in the record (RAT)',

  grouped: {
    lead: 'The record has so many activities that this section shows them grouped by purpose and legal basis. Each row gathers what applies to all activities of its group; the details of an activity may be requested through the contact channels of this policy.',
    others: 'Other purposes',
    missingPurposes:
      'other purposes, which do not fit in the table: gather activities under one purpose in the record of processing activities or write this section',
    more: (count) => `and ${count} more`,
  },
  policyInfo: {
    drafted: (entity, version, day) =>
      html`<p>This is version ${version} of the personal data policy of ${entity}${stopAfter(entity)} It was drafted on ${day} and has not been published yet.</p>`,
    published: (entity, version, day) =>
      html`<p>This is version ${version} of the personal data policy of ${entity}, published on ${day}.</p>`,
    changes: `A change to this policy makes a new version, with a date of its own. Articles are those of ${LAW}.`,
  },
  controller: {
    is: (entity) => html`<p>The controller of the data is <strong>${entity}</strong>${stopAfter(entity)}</p>`,
    taxId: 'Tax number (RUT)',
    legalRep: 'Legal representative',
    dpo: 'Data protection officer',
    noDpo: 'none has been appointed',
    missingLegalRep: 'name of the legal representative',
    wrongTaxId: (taxId) => `tax number of the entity; the one on record, ${taxId}, is not valid`,
  },
  contact: {
    lead: 'You may send us questions and requests about your personal data by these means:',
    address: 'Postal address',
    email: 'Email address for exercising rights',
    dpo: 'Email address of the data protection officer',
    form: 'Form for exercising rights',
    missingAddress: 'postal address',
    missingEmail: 'public email address for exercising rights',
  },
  processing: {
    lead: 'These are the activities in which we process personal data, with the purpose, the categories of data, the persons they concern, the legal basis and the recipients of each:',
    caption: 'Processing activities',
    head: ['Activity and purpose', 'Categories of data', 'Persons', 'Legal basis', 'Recipients'],
    noRecipients: 'None intended',
    interests: 'Legitimate interests',
    interestsLead:
      'Where the basis is legitimate interest, this is the interest we pursue. You may object at any time (art. 8).',
    missingBasis: (activity) => `legal basis of «${activity}»`,
    missingInterest: (activity) => `legitimate interest of «${activity}»`,
  },
  security: {
    lead: 'We apply technical and organisational measures to keep the systems in which we process data confidential, complete, available and resilient (art. 14 quinquies). Among them:',
    missing: 'security measures of the activities or of the systems',
  },
  rights: ({
    terms,
  }) => html`<p>You may exercise these rights at any time; they cannot be waived (arts. 4 to 11, ${LAW}):</p>
<ul>
<li><strong>Access</strong> (art. 5): to know whether we process your data and which, their origin, the purpose, the recipients and the period.</li>
<li><strong>Rectification</strong> (art. 6): to have inexact, outdated or incomplete data corrected.</li>
<li><strong>Deletion</strong> (art. 7): to have data deleted that are no longer needed, whose consent you withdrew or that are processed without legal ground, among other cases.</li>
<li><strong>Objection</strong> (art. 8): to ask us not to process your data on the basis of legitimate interest, for advertising, or where we took them from a source open to the public and there is no other legal basis.</li>
<li><strong>Automated decisions</strong> (art. 8 bis): not to be subject to them, and to ask for an explanation, human intervention and review.</li>
<li><strong>Temporary blocking</strong> (art. 8 ter): to have processing suspended while a request for rectification, deletion or objection is decided, or instead of deletion.</li>
<li><strong>Portability</strong> (art. 9): to receive the data you gave us in a common electronic format, or to have them sent to another controller where technically possible, where processing is automated and based on your consent.</li>
</ul>
<p>Send your request by the means of contact in this policy, with what is needed to identify you and an address for the answer. Your representative may send it too and, for a person who died, their heirs, unless that person expressly forbade it or a law does (art. 4). We answer within ${terms.requestDays} calendar days, which may be extended once by up to ${terms.extensionDays} more; temporary blocking is answered within ${terms.blockingBusinessDays} business days. Rectification, deletion and objection are always free of charge; access and portability are at least once per quarter (arts. 10 and 11).</p>`,
  rightsBeforePublicBody:
    'We are a public body: the rights of access, rectification and objection may be exercised before us, and deletion only where the law allows it. We do not grant a request where that would hamper inspection, investigation or sanction duties, or affect a secrecy set by law (art. 23).',
  complaint: ({ agency, terms }) =>
    html`<p>If we refuse your request, in whole or in part, or do not answer it in time, you may complain to the Personal Data Protection Agency (${agency.name}) within ${terms.complaintBusinessDays} business days of the refusal, or of the end of the time to answer (arts. 14 ter g) and 41, ${LAW}).</p>`,
  transfers: {
    none: 'We do not transfer personal data out of Chile in the activities of this policy.',
    lead: 'These activities send or keep data outside Chile. The country is given, and whether the transfer rests on its adequate level of protection or on another guarantee (arts. 27 and 28):',
    caption: 'International transfers',
    head: ['Activity', 'Country', 'Recipients', 'Guarantee'],
    missingCountry: (activity) => `country to which the data of «${activity}» are transferred`,
    missingGuarantee: (activity) => `guarantee for the transfer of «${activity}»`,
  },
  retention: {
    lead: 'We keep data while they are needed for their purpose. Then we delete or anonymise them, unless a law orders them to be kept longer (art. 3 c).',
    caption: 'Retention periods',
    head: ['Activity', 'Period'],
    missing: (activity) => `retention period of «${activity}»`,
  },
  sources: {
    lead: 'This is the origin of the data of each activity, and whether the source is open to the public:',
    caption: 'Origin of the data',
    head: ['Activity', 'Origin', 'Publicly accessible source'],
    missing: (activity) => `origin of the data of «${activity}»`,
  },
  consent: {
    none: 'None of the activities of this policy is based on consent.',
    lead: 'You may withdraw your consent at any time, without giving reasons and free of charge, by means similar to those you used to give it. What was processed before remains lawful (art. 12).',
    caption: 'Activities based on consent',
    head: ['Activity', 'How to withdraw it'],
    write: (email) => `By writing to ${email}`,
    missing: (activity) => `how the consent to «${activity}» is withdrawn`,
    notices: 'Consent given on a website may also be changed in the notice of that website.',
  },
  automated: {
    none: 'We take no decisions based on automated processing of data, profiling included, in the activities of this policy.',
    lead: 'These activities include automated decisions or profiling. You may ask for an explanation, for a person to intervene, put forward your own view and have the decision reviewed (art. 8 bis).',
    caption: 'Automated decisions',
    head: ['Activity', 'Logic applied and expected consequences'],
    missing: (activity) => `logic and consequences of the automated decisions of «${activity}»`,
  },
  special: {
    none: 'The activities of this policy process no sensitive, biometric or location data, and no data of children or adolescents.',
    sensitive: {
      lead: 'These activities process sensitive data (art. 2 g), under the conditions of arts. 16 and following:',
      caption: 'Sensitive data',
      head: ['Activity', 'Data', 'Legal basis'],
    },
    biometric: {
      lead: 'For biometric data we also state the system that uses them, the purpose and the period (art. 16 ter):',
      caption: 'Biometric data',
      head: ['Activity', 'System', 'Purpose', 'Period'],
      after: 'Your rights over these data are exercised by the means of contact in this policy.',
      missingSystem: (activity) => `biometric system of «${activity}»`,
    },
    location: {
      lead: 'For location data we state the kind of data, the purpose, the duration and whether third parties receive them (art. 16 sexies):',
      caption: 'Location data',
      head: ['Activity', 'Kind of data', 'Purpose', 'Duration', 'Recipients'],
    },
    minors: {
      lead: 'Data of children and adolescents are processed in their best interest and with respect for their growing autonomy. For those under 14, parents, legal representatives or carers consent; adolescents consent by themselves, except for sensitive data before the age of 16 (art. 16 quáter).',
      caption: 'Data of children and adolescents',
      head: ['Activity', 'Safeguard'],
      missing: (activity) => `safeguard for the data of minors in «${activity}»`,
    },
  },
  cookies: {
    sites: 'This policy also applies to these websites:',
    notices: {
      lead: 'There a notice tells you of the following purposes and asks for your consent to those that may be refused. The cookie policy describes each of them:',
      caption: 'Purposes of the consent notices',
      head: ['Purpose', 'Description', 'May be refused'],
    },
    after: 'What is not strictly necessary stays off until you accept it (art. 12).',
    missingSites: 'websites of the organisation',
    missingNotices: 'consent notice for the cookies of the websites',
  },
}
