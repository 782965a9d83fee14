// The two ways to read QuickBooks' answers: as JSON, or as a PDF that is passed on while it arrives.
import { Readable } from 'node:stream'
import { retryAfterOf } from '../http-failures.ts'
import { ProviderError } from '../provider-error.ts'
import { type Fault, faultError, findFault, findXmlFault } from './faults.ts'

export type Receive<T> = {
  readonly accept: string
  read(response: Response, isWrite: boolean): Promise<T>
  /** Until then the call is running, even if there's something to use before. */
  finished?(answer: T): Promise<unknown>
}

export type Download = {
  readonly stream: Readable
  /** Rejects if the answer breaks off. */
  readonly whole: Promise<Buffer>
}

const JSON_BYTES_MAX = 32 * 1024 * 1024
const PDF_BYTES_MAX = 10 * 1024 * 1024
const PDF_START = '%PDF'

export const asJson: Receive<unknown> = {
  accept: 'application/json',
  read: async (response, isWrite) => {
    const answer = parseJson(await readText(response))
    const fault = findFault(answer)
    if (!response.ok || fault) throw refusalOf(response, fault, isWrite)
    if (answer === undefined) throw broken(isWrite, 'the response is not JSON')
    return answer
  },
}

/** Fails before the first byte is passed on, or breaks the stream. */
export const asPdf: Receive<Download> = {
  accept: 'application/pdf',
  read: async (response, isWrite) => {
    if (!response.ok) {
      // QuickBooks has no JSON for a caller who asks for a PDF, but its gateway may.
      const text = await readText(response)
      throw refusalOf(response, findFault(parseJson(text)) ?? findXmlFault(text), isWrite)
    }
    const chunks = limited(response, PDF_BYTES_MAX)
    const start = await readStart(chunks)
    if (!start.toString('latin1').startsWith(PDF_START)) {
      await chunks.return(undefined)
      throw broken(isWrite, 'the response is not a PDF')
    }
    return passOn(start, chunks)
  },
  finished: ({ whole }) => whole.catch(() => {}),
}

const readStart = async (chunks: AsyncGenerator<Uint8Array>): Promise<Buffer> => {
  let start = Buffer.alloc(0)
  while (start.length < PDF_START.length) {
    const { value, done } = await chunks.next()
    if (done) break
    start = Buffer.concat([start, value])
  }
  return start
}

/** Reads as fast as QuickBooks sends, so a slow visitor doesn't keep the call running. */
const passOn = (start: Buffer, chunks: AsyncIterable<Uint8Array>): Download => {
  const stream = new Readable({ read: () => {} })
  // It may break before anyone listens.
  stream.on('error', () => {})
  const push = (chunk: Uint8Array | null) => {
    if (!stream.destroyed) stream.push(chunk)
  }
  const read = async (): Promise<Buffer> => {
    const all: Uint8Array[] = [start]
    push(start)
    try {
      for await (const chunk of chunks) {
        all.push(chunk)
        push(chunk)
      }
    } catch (cause) {
      const error = broken(false, 'the PDF broke off', cause)
      stream.destroy(error)
      throw error
    }
    push(null)
    return Buffer.concat(all)
  }
  const whole = read()
  whole.catch(() => {})
  return { stream, whole }
}

export const traceIdOf = ({ headers }: Response): string | undefined =>
  headers.get('intuit_tid') ?? undefined

const refusalOf = (response: Response, fault: Fault | undefined, isWrite: boolean) => {
  const retryAfterMs = retryAfterOf(response.headers.get('retry-after'))
  const status = response.ok ? 400 : response.status
  return faultError(status, fault, { isWrite, traceId: traceIdOf(response), retryAfterMs })
}

export const broken = (isWrite: boolean, message: string, cause?: unknown) =>
  new ProviderError('quickbooks', isWrite ? 'outcome_unknown' : 'unavailable', message, { cause })

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const readText = async (response: Response): Promise<string> => {
  const chunks: Uint8Array[] = []
  for await (const chunk of limited(response, JSON_BYTES_MAX)) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

async function* limited({ body }: Response, bytesMax: number): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.length
    if (bytes > bytesMax) throw new Error('the response is too large')
    yield chunk
  }
}
