// Repeats work in the background: one round at a time, and a round that fails doesn't end the next ones.

type Round = {
  readonly everyMs: number
  readonly work: () => Promise<unknown>
  readonly onError: (error: unknown) => void
}

export const repeat = ({ everyMs, work, onError }: Round) => {
  let round: Promise<unknown> | undefined
  const now = (): void => {
    round ??= work()
      .catch(onError)
      .finally(() => {
        round = undefined
      })
  }
  // The HTTP server keeps the process alive.
  const timer = setInterval(now, everyMs).unref()
  return {
    /** Begins a round now, unless one is running. */
    now,
    /** Ends after the running round. */
    stop: async (): Promise<void> => {
      clearInterval(timer)
      await round
    },
  }
}
