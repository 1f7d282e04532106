/**
 * Registers a passkey with the service's options. A file of its own, because only the account uses it and not the sign-in.
 */
export async function makePasskey(options: Record<string, unknown>) {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  )
  const credential = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential | null
  return credential?.toJSON() as never
}
