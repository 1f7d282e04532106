/** What a new passkey answers to the options of the service. Only the account makes one, so the sign-in does not carry it. */
export async function makePasskey(options: Record<string, unknown>) {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  )
  const credential = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential | null
  return credential?.toJSON() as never
}
