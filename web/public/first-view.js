// Sets the color scheme before the static first view is drawn, and starts the app after it. Before anything else, takes
// the authorization code out of the address of a page that Google or QuickBooks redirects to.
;(() => {
  const { pathname, search } = location
  if (/^\/auth\/\w+\/redirect$/.test(pathname)) {
    globalThis.callbackSearch = search
    history.replaceState(history.state, '', pathname)
  }

  // Light or dark, by the visitor's choice or the device's setting. Set early, so a dark page doesn't flash white.
  const isDark = () => matchMedia('(prefers-color-scheme: dark)').matches
  let chosen
  try {
    chosen = localStorage.getItem('mantine-color-scheme-value')
  } catch {
    // Storage is blocked, so the device's setting applies.
  }
  const scheme = chosen === 'light' || chosen === 'dark' ? chosen : isDark() ? 'dark' : 'light'
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme)

  // Starts the app once the first view is drawn or, in a background tab that draws nothing, after a second.
  const START_WITHIN_MS = 1_000
  const startApp = () => {
    const files = document.querySelector('template#app-files')
    if (!files) return
    document.head.append(files.content)
    files.remove()
  }
  requestAnimationFrame(() => setTimeout(startApp))
  setTimeout(startApp, START_WITHIN_MS)
})()
