import * as oidc from 'openid-client'
import type { Tools } from '#db/context.ts'
import { SECOND_MS } from '#kernel/dates.ts'
import { createOutbound, OutboundError } from '#outbound/outbound.ts'

/** An organisation's identity provider, and the service's name and secret there. */
export interface Provider {
  issuer: string
  clientId: string
  clientSecret: string | undefined
}

/** A failure of the provider. The sentence is for the person who reads it. */
export class ProviderFault extends Error {
  /** The provider did not answer, as opposed to a wrong answer. */
  readonly isAway: boolean

  constructor(message: string, isAway = false) {
    super(message)
    this.name = 'ProviderFault'
    this.isAway = isAway
  }
}

/** For all calls of one step together, because the person waits for them. */
const PATIENCE_MS = 9 * SECOND_MS
const MOST_BYTES = 512 * 1024
/** Tolerated difference between the provider's clock and ours. */
const DRIFT_SECONDS = 60

const OUTBOUND = {
  guarded: createOutbound({ allowPrivate: false }),
  trial: createOutbound({ allowPrivate: true }),
}

/**
 * Reads the provider's own description each time. Nothing is cached between sign-ins, so a changed key or address counts at
 * once.
 */
export async function connect(
  { issuer, clientId, clientSecret }: Provider,
  { mayCallPrivate, now }: Pick<Tools, 'mayCallPrivate' | 'now'>,
): Promise<oidc.Configuration> {
  const metadata = {
    [oidc.clockSkew]: Math.round((now().getTime() - Date.now()) / 1000),
    [oidc.clockTolerance]: DRIFT_SECONDS,
  }
  const secret = clientSecret === undefined ? oidc.None() : bySupportedMethod(clientSecret)
  const config = await explained(() =>
    oidc.discovery(new URL(issuer), clientId, metadata, secret, {
      [oidc.customFetch]: guardedFetch(OUTBOUND[mayCallPrivate ? 'trial' : 'guarded']),
      execute: [oidc.enableNonRepudiationChecks, ...(mayCallPrivate ? [oidc.allowInsecureRequests] : [])],
    }),
  )
  // The library accepts any organisation of a shared provider; the service accepts only its own.
  if (config.serverMetadata().issuer !== issuer)
    throw new ProviderFault(
      `El proveedor se llama a sí mismo «${config.serverMetadata().issuer}». Escriba ese valor como emisor; debe ser el de su organización y no uno común a varias.`,
    )
  return config
}

/** The address to which the browser is sent. */
export async function authorizationUrl(
  config: oidc.Configuration,
  { redirectUri, state, nonce, verifier }: { redirectUri: string } & Secrets,
): Promise<string> {
  const url = oidc.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: 'openid email profile',
    state,
    nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  })
  return url.href
}

/** Ties a provider's answer to our request. */
export interface Secrets {
  state: string
  nonce: string
  verifier: string
}

/** The provider's claims about the person who came back to this address. */
export async function claimsOf(
  config: oidc.Configuration,
  cameBackTo: string,
  { state, nonce, verifier }: Secrets,
): Promise<Record<string, unknown>> {
  return explained(async () => {
    const tokens = await oidc.authorizationCodeGrant(config, new URL(cameBackTo), {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    })
    const claims = tokens.claims()!
    if (claims.iss !== config.serverMetadata().issuer)
      throw new ProviderFault(FAULTS['OAUTH_JWT_CLAIM_COMPARISON_FAILED']!)
    // Some providers give the address only at this endpoint. The library checks that it is about the same person.
    if (claims['email'] !== undefined || !config.serverMetadata().userinfo_endpoint) return claims
    return { ...(await oidc.fetchUserInfo(config, tokens.access_token, claims.sub)), ...claims }
  })
}

/** Secrets are usually sent in the header. A provider that does not list that method gets them in the form. */
function bySupportedMethod(secret: string): oidc.ClientAuth {
  const [basic, post] = [oidc.ClientSecretBasic(secret), oidc.ClientSecretPost(secret)]
  return (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    return (methods.includes('client_secret_basic') ? basic : post)(server, client, body, headers)
  }
}

/** Sends the library's calls through the guard that webhooks use too. */
function guardedFetch(outbound: ReturnType<typeof createOutbound>): oidc.CustomFetch {
  const until = performance.now() + PATIENCE_MS
  return async (url, { method, headers, body }) => {
    const call = {
      headers,
      timeoutMs: Math.max(1, Math.round(until - performance.now())),
      maxBytes: MOST_BYTES,
    }
    const answer =
      method === 'POST'
        ? await outbound.post(url, { ...call, body: String(body ?? '') })
        : await outbound.get(url, call)
    const type = answer.type === undefined ? {} : { 'content-type': answer.type }
    return new Response(answer.status === 204 ? null : answer.bodyStart, {
      status: answer.status,
      headers: type,
    })
  }
}

const FAULTS: Readonly<Record<string, string>> = {
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED:
    'La respuesta del proveedor está vencida o es de otra hora. Revise que el reloj del proveedor y el de este servicio estén bien.',
  OAUTH_JWT_CLAIM_COMPARISON_FAILED:
    'La respuesta del proveedor es para otra aplicación o para otro intento. Empiece de nuevo; si se repite, revise el identificador de cliente.',
  OAUTH_KEY_SELECTION_FAILED:
    'La respuesta del proveedor está firmada con una clave que el proveedor no publica. Intente en unos minutos.',
  OAUTH_UNSUPPORTED_OPERATION: 'El proveedor usa una forma de firma que este servicio no acepta.',
}

const UNUSABLE = 'El proveedor respondió algo que no es OpenID Connect. Revise el emisor.'

async function explained<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw faultOf(error)
  }
}

/** The library wraps errors: one of ours among the causes decides. */
function faultOf(error: unknown): ProviderFault {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof ProviderFault) return cause
    if (cause instanceof OutboundError) return new ProviderFault(cause.message, true)
  }
  return new ProviderFault(reasonOf(error))
}

function reasonOf(error: unknown): string {
  if (error instanceof oidc.AuthorizationResponseError)
    return error.error === 'access_denied'
      ? 'El proveedor de su organización no le dio acceso. Hable con quien lo administra.'
      : `El proveedor rechazó el inicio de sesión (${coded(error.error)}).`
  if (error instanceof oidc.ResponseBodyError)
    return error.error === 'invalid_client'
      ? 'El proveedor no reconoce el identificador o el secreto de cliente. Revise los dos.'
      : `El proveedor rechazó el inicio de sesión (${coded(error.error)}).`
  const { code } = error as { code?: string }
  return FAULTS[code ?? ''] ?? UNUSABLE
}

/** An error code of another system, shortened and stripped of signs. */
function coded(text: string): string {
  return text.replace(/[^\w.-]/g, '').slice(0, 60)
}
