// Makes calls that all arrive before an outside service answers any of them.
import type { Answer } from '@invoice-desk/testing/http/caller'

/** Returns the sorted codes of the answers. The service answers once every call has reached it or was refused. */
export const codesOfBurst = async <T extends object>(
  service: T,
  name: keyof T & string,
  calls: readonly (() => Promise<Answer>)[],
): Promise<string[]> => {
  const { promise: allArrived, resolve: release } = Promise.withResolvers<void>()
  let arrived = 0
  const arrive = () => {
    arrived += 1
    if (arrived === calls.length) release()
  }
  const serve = service[name] as (...args: unknown[]) => unknown
  const hold = async (...args: unknown[]) => {
    arrive()
    await allArrived
    return Reflect.apply(serve, service, args)
  }
  Object.assign(service, { [name]: hold })
  try {
    const codes = calls.map(async (call) => {
      const { body } = await call()
      arrive()
      return body.code
    })
    return (await Promise.all(codes)).sort()
  } finally {
    Object.assign(service, { [name]: serve })
  }
}
