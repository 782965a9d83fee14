// Asks a worker one question. Whatever the question makes it do, it ends with the answer, at the time limit, or when the
// answer isn't needed anymore.

type AskOptions = { readonly timeoutMs: number; readonly signal: AbortSignal }

type Reply<Answer> = { readonly answer: Answer } | undefined

/** Rejects if the worker fails or takes too long. */
export const askWorker = <Answer>(
  worker: Worker,
  question: unknown,
  { timeoutMs, signal }: AskOptions,
): Promise<Answer> => {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const fail = (event: Event) => {
    event.preventDefault()
    reject(new Error('failed'))
  }
  const stop = () => reject(signal.reason)
  const timer = setTimeout(() => reject(new Error('too slow')), timeoutMs)
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop, { once: true })
  worker.onerror = fail
  // A channel of our own, because a library in the worker may send messages too.
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = ({ data }: MessageEvent<Reply<Answer>>) =>
    data ? resolve(data.answer) : reject(new Error('failed'))
  worker.postMessage(question, [port2])
  return promise.finally(() => {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
    port1.close()
    worker.terminate()
  })
}

/** In the worker: answers the question. */
export const answerWith = <Question, Answer>(answer: (question: Question) => Promise<Answer>) => {
  addEventListener('message', async ({ data, ports: [port] }: MessageEvent<Question>) => {
    const reply: Reply<Answer> = await answer(data).then(
      (value) => ({ answer: value }),
      () => undefined,
    )
    port?.postMessage(reply)
  })
}
