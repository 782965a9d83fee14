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
  const sending = new Set<Promise<void>>()
  const closing = new AbortController()

  const trySend = async (write: () => WebhookCall, tries: number): Promise<void> => {
    const delivered = await fetch(url(), {
      method: 'POST',
      ...write(),
      signal: AbortSignal.any([closing.signal, AbortSignal.timeout(timeoutMs)]),
    }).then(
      async (response) => {
        await response.body?.cancel()
        return response.ok
      },
      () => false,
    )
    const wait = retryAfterMs[tries]
    if (delivered || wait === undefined || closing.signal.aborted) return
    timers.after(wait, () => send(write, tries + 1))
  }

  /** `write` runs for each try, because signatures contain the time. */
  const send = (write: () => WebhookCall, tries = 0): void => {
    const call = trySend(write, tries).finally(() => sending.delete(call))
    sending.add(call)
  }

  return {
    send,
    after: timers.after,
    /** Waits for calls that the app has already received, so none of them is about data that is gone. */
    clear: async (): Promise<void> => {
      timers.clear()
      while (sending.size > 0) await Promise.all(sending)
      timers.clear()
    },
    close: (): void => {
      closing.abort()
      timers.clear()
    },
  }
}
