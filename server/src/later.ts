// Something whose library is large and not needed before someone asks for it.

type Asked = Readonly<Record<string, (...values: never[]) => Promise<unknown>>>

/** Made at the first call of one of these functions; the others then find it made. */
export const later = <T extends Asked>(names: readonly (keyof T)[], make: () => Promise<T>): T => {
  let made: Promise<T> | undefined
  const call =
    (name: keyof T) =>
    async (...values: never[]) => {
      made ??= make()
      return (await made)[name]?.(...values)
    }
  return Object.fromEntries(names.map((name) => [name, call(name)])) as T
}
