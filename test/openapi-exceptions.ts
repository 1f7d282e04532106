/**
 * Exceptions from rules of Spectral or Redocly, with reasons. `at` lists every place, so that a new one is a decision. An
 * exception that is no longer needed fails the test too.
 */
export interface Exception {
  rule: string
  reason: string
  /** Operations, pairs of paths, or places in the document, in the test's notation. */
  at: readonly string[]
}

/** Callers without an account: a person, a browser, or somebody about to register. */
const READ_BY_ANYONE = [
  'GET /public/dsar/{widgetKey}',
  'GET /public/dsar/{widgetKey}/config',
  'GET /public/dsar/track/{folio}',
  'GET /public/consent/{widgetKey}/config',
  'GET /public/consent-form/{formKey}/config',
  'GET /public/consent/receipts/{receipt}',
  'GET /public/contracts/{token}',
  'GET /public/questionnaires/{key}',
  'GET /public/tasks/{key}',
  'GET /public/acknowledgements/{key}',
  'GET /public/policies/{tenantSlug}/privacy',
  'GET /public/policies/{tenantSlug}/cookies',
  'GET /public/evidence/keys',
  'GET /public/evidence/{tenantSlug}/heads',
  'GET /public/evidence/{tenantSlug}/{entityType}/{id}',
  'GET /public/privacy-portal/{tenantSlug}/config',
  'GET /auth/sso/{slug}/start',
]
const WRITTEN_BY_ANYONE = [
  'POST /auth/register',
  'POST /auth/password/forgot',
  'POST /auth/password/reset',
  'POST /auth/passkeys/login/options',
  'POST /public/dsar/{widgetKey}',
  'POST /public/dsar/{widgetKey}/uploads',
  'PUT /public/uploads/{uploadKey}',
  'POST /public/consent/{widgetKey}/record',
  'POST /public/consent/confirm/{key}',
  'POST /public/consent-form/{formKey}/submit',
  'POST /public/contracts/{token}',
  'POST /public/contracts/{token}/code',
  'POST /public/contracts/{token}/refuse',
  'POST /public/answers/{key}/code',
  'PUT /public/questionnaires/{key}',
  'POST /public/questionnaires/{key}',
  'POST /public/acknowledgements/{key}',
  'POST /public/questionnaires/{key}/uploads',
  'POST /public/tasks/{key}',
  'POST /public/tasks/{key}/uploads',
  'POST /public/privacy-portal/{tenantSlug}/otp/init',
]

export const EXCEPTIONS: readonly Exception[] = [
  {
    rule: 'owasp:api2:2023-read-restricted',
    reason:
      'Public by contract: the key, slug, folio or link in the url is what the caller has. Limited per address.',
    at: [...READ_BY_ANYONE, 'GET /auth/sso/callback', 'GET /public/answers/{key}/file'],
  },
  {
    rule: 'owasp:api2:2023-write-restricted',
    reason: 'Public by contract, or the way to get a credential in the first place. Limited per address.',
    at: [
      ...WRITTEN_BY_ANYONE,
      'POST /auth/login',
      'POST /auth/device',
      'POST /auth/device/token',
      'POST /auth/refresh',
      'POST /auth/mfa/verify',
      'POST /auth/mfa/verify/options',
      'POST /auth/passkeys/login',
      'POST /auth/invitations/accept',
      'POST /public/privacy-portal/{tenantSlug}/otp/verify',
      'POST /public/answers/{key}',
      // The signature is the credential.
      'POST /public/connectors/callback/{key}',
    ],
  },
  {
    rule: 'owasp:api8:2023-define-error-responses-401',
    reason: 'They ask for no credential, so they never answer 401: saying so would be untrue.',
    at: [
      ...READ_BY_ANYONE,
      // These accept a token of the company's own server, and refuse a wrong one.
      ...WRITTEN_BY_ANYONE.filter(
        (one) => !/^POST \/public\/consent(-form\/\{formKey\}\/submit|\/\{widgetKey\}\/record)$/.test(one),
      ),
      'POST /auth/device',
    ],
  },
  {
    rule: 'owasp:api4:2023-rate-limit',
    reason:
      'Headers of more than 16 KiB are refused before anything reads, or counts, the request: the answer has no such headers.',
    at: ['every operation: 431'],
  },
  {
    rule: 'owasp:api8:2023-define-cors-origin',
    reason: 'As above: the answer to headers of more than 16 KiB has no headers of any origin either.',
    at: ['every operation: 431', 'components/responses/Refusal431/headers'],
  },
  {
    rule: 'owasp:api2:2023-no-credentials-in-url',
    reason:
      'The link by which a signer without account reads and signs one contract, sent by mail: a link has nothing but its url. It opens that contract alone and ends with the signature; logs hold the pattern of a route, never the url.',
    at: [
      'GET /public/contracts/{token}',
      'POST /public/contracts/{token}',
      'POST /public/contracts/{token}/code',
      'POST /public/contracts/{token}/refuse',
    ],
  },
  {
    rule: 'operation-2xx-response',
    reason: 'It sends the browser to the provider of the organisation, and never anything else.',
    at: ['GET /auth/sso/{slug}/start'],
  },
  {
    rule: 'license-url',
    reason: 'OpenAPI 3.1 allows a url or the SPDX identifier, not both: the identifier is the more exact.',
    at: ['info/license'],
  },
  {
    rule: 'contact-properties',
    reason:
      'Each installation has an operator of its own: the project has no address that could answer for it.',
    at: ['info/contact'],
  },
  {
    rule: 'openapi-tags-alphabetical',
    reason: 'The reference shows the modules in the order in which an organisation meets them.',
    at: ['tags'],
  },
  {
    rule: 'no-ambiguous-paths',
    reason:
      'Paths of the contract, or their kin. A fixed segment wins over a variable, and no id is such a word.',
    at: [
      '/public/dsar/{widgetKey}/uploads ~ /public/dsar/track/{folio}',
      '/imports/templates/{target} ~ /imports/{id}/confirm',
      '/questionnaires/answers/{id} ~ /questionnaires/{id}/send',
      '/questionnaires/answers/{id} ~ /questionnaires/{id}/answers',
      '/dpia/assessments/{id} ~ /dpia/{activityId}/screening',
      '/public/consent/{widgetKey}/config ~ /public/consent/receipts/{receipt}',
      '/public/consent/{widgetKey}/config ~ /public/consent/confirm/{key}',
      '/public/consent/confirm/{key} ~ /public/consent/{widgetKey}/record',
      ...[
        'send',
        'sign',
        'signed-copy',
        'remind',
        'checks',
        'differences',
        'renew',
        'terminate',
        'pdf',
        'document',
        'preview',
      ].map((act) => `/contracts/templates/{id} ~ /contracts/{id}/${act}`),
    ],
  },
]
