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
  let stop = new AbortController()

  const trySend = async (write: () => WebhookCall, tries: number): Promise<void> => {
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
    /** Waits until the app has answered the webhooks it has received. After a hang-up it would still work on them. */
    settle: async (): Promise<void> => {
      timers.clear()
      while (sending.size > 0) await Promise.all(sending)
    },
    clear: (): void => {
      stop.abort()
      stop = new AbortController()
      timers.clear()
    },
  }
}
