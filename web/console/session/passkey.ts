/** Signs in with a passkey and the service's options. Returns the answer as JSON for the service. */
export async function signWithPasskey(options: Record<string, unknown>) {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as unknown as PublicKeyCredentialRequestOptionsJSON,
  )
  const credential = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential | null
  return credential?.toJSON() as never
}

export function knowsPasskeys(): boolean {
  return typeof PublicKeyCredential === 'function' && 'parseRequestOptionsFromJSON' in PublicKeyCredential
}
