import { type Common, Labelled, type NameOf, useField } from './field.tsx'

/** A longer file is cut. The service then refuses it as invalid. */
const MOST_FILE_BYTES = 64 * 1024

/** The bytes of a small file, in base64. */
export function FileField<V extends object>(props: Common<V, NameOf<V, string>> & { accept: string }) {
  const { form, name, accept } = props
  const { control, ...field } = useField(props)
  const read = async (file: File | undefined) => {
    const bytes = file ? new Uint8Array(await file.slice(0, MOST_FILE_BYTES).arrayBuffer()) : []
    form.set(name, btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')) as V[typeof name])
  }
  return (
    <Labelled {...props} {...field}>
      <input
        {...control}
        type="file"
        accept={accept}
        onClick={({ currentTarget }) => {
          // Lets the person choose the same file again after correcting it. Choosing none clears the field.
          currentTarget.value = ''
          form.set(name, '' as V[typeof name])
        }}
        onChange={({ target }) => void read(target.files?.[0])}
      />
    </Labelled>
  )
}
