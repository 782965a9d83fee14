// Posts webhooks to the app and retries those that it doesn't accept.
import { createTimers } from './timers.ts'

export type WebhookCall = {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

type SenderOptions = {
  readonly url: () => string
  readonly timeoutMs: number
  readonly retryAfterMs: readonly number[]
}

const PENDING_MAX = 50_000

export const createWebhookSender = ({ url, timeoutMs, retryAfterMs }: SenderOptions) => {
  const timers = createTimers(PENDING_MAX)
  let stop = new AbortController()

  /** `write` runs for each try, because signatures contain the time. */
  const send = async (write: () => WebhookCall, tries = 0): Promise<void> => {
    const { signal } = stop
    const delivered = await fetch(url(), {
      method: 'POST',
      ...write(),
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    }).then(
      async (response) => {
        await response.body?.cancel()
        return response.ok
      },
      () => false,
    )
    const wait = retryAfterMs[tries]
    if (delivered || wait === undefined || signal.aborted) return
    timers.after(wait, () => void send(write, tries + 1))
  }

  return {
    send,
    after: timers.after,
    clear: (): void => {
      stop.abort()
      stop = new AbortController()
      timers.clear()
    },
  }
}
