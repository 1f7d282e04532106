import { Failure } from '#kernel/failure.ts'

interface Request {
  log: { error(fields: object, message: string): void }
}

/** The log gets the error of the disk or bucket. The caller only learns that it is not the caller's mistake. */
export async function storedOrRefused<T>({ log }: Request, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    log.error({ reason: (error as Error).message }, 'the storage of files failed')
    throw new Failure(
      'unavailable',
      'El almacenamiento de archivos no responde. Intente de nuevo; si se repite, avise a quien administra el servicio.',
      { retryAfterSeconds: 30 },
    )
  }
}
