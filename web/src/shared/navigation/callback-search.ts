// What Google or QuickBooks sent back in the URL. `first-view.js` has already removed it from there, because it contains
// the authorization code: from the address bar, the history, and everything that reads the address.

declare global {
  var callbackSearch: string | undefined
}

/** Stays the same until the document is left. A browser may still have an older `first-view.js`. */
export const readCallbackSearch = (): string => {
  globalThis.callbackSearch ??= takeSearch()
  return globalThis.callbackSearch
}

const takeSearch = (): string => {
  const { pathname, search } = window.location
  window.history.replaceState(window.history.state, '', pathname)
  return search
}
