// Calls that all come before any of them gets its answer from an outside service.
import type { Answer } from '@invoice-desk/testing/http/caller'

/** The codes of the answers, sorted. The service answers once every call has come to it or was refused. */
export const codesOfBurst = async <T extends object>(
  service: T,
  name: keyof T & string,
  calls: readonly (() => Promise<Answer>)[],
): Promise<string[]> => {
  const { promise: allCame, resolve: letGo } = Promise.withResolvers<void>()
  let came = 0
  const come = () => {
    came += 1
    if (came === calls.length) letGo()
  }
  const serve = service[name] as (...args: unknown[]) => unknown
  const hold = async (...args: unknown[]) => {
    come()
    await allCame
    return Reflect.apply(serve, service, args)
  }
  Object.assign(service, { [name]: hold })
  try {
    const codes = calls.map(async (call) => {
      const { body } = await call()
      come()
      return body.code
    })
    return (await Promise.all(codes)).sort()
  } finally {
    Object.assign(service, { [name]: serve })
  }
}
