// Joins calls that arrive while one is running, so a busy server sends one statement instead of many.

type Waiting<In, Out> = {
  readonly input: In
  resolve(output: Out): void
  reject(error: unknown): void
}

/** `run` gets the inputs of one or more calls, and returns an output for each. It never runs twice at the same time. */
export const mergeCalls = <In, Out>(run: (inputs: readonly In[]) => Promise<readonly Out[]>) => {
  let waiting: Waiting<In, Out>[] = []
  let isRunning = false

  const runAll = async (): Promise<void> => {
    if (isRunning) return
    isRunning = true
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      try {
        const outputs = await run(batch.map(({ input }) => input))
        for (const [n, { resolve }] of batch.entries()) resolve(outputs[n] as Out)
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    isRunning = false
  }

  return (input: In): Promise<Out> =>
    new Promise((resolve, reject) => {
      waiting.push({ input, resolve, reject })
      void runAll()
    })
}
