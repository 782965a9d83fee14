// Pauses the server at one of its own calls, so a test can do something at that moment.

/** Pauses just before the next call of this function, until `release` or `fail` is called. */
export const holdNext = <T extends object>(target: T, name: keyof T & string) => {
  const call = target[name] as (...args: unknown[]) => unknown
  const reached = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const held = async (...args: unknown[]) => {
    Object.assign(target, { [name]: call })
    reached.resolve()
    await released.promise
    return Reflect.apply(call, target, args)
  }
  Object.assign(target, { [name]: held })
  return { reached: reached.promise, release: released.resolve, fail: released.reject }
}
