// Where a page goes with a full page load, which would end the test.

/** The path and query that `act` leads to. The page stays. */
export const destinationOf = async (act: () => Promise<unknown>): Promise<string> => {
  const { promise, resolve } = Promise.withResolvers<string>()
  const stay = (event: NavigateEvent) => {
    event.preventDefault()
    const { pathname, search } = new URL(event.destination.url)
    resolve(pathname + search)
  }
  navigation.addEventListener('navigate', stay, { once: true })
  await act()
  return promise
}
