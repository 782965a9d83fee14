// What happens around the first view, which the document itself shows.
;(() => {
  // Light or dark, as chosen here or else on the device, before anything is drawn: a dark page must not begin white.
  const isDark = () => matchMedia('(prefers-color-scheme: dark)').matches
  let chosen
  try {
    chosen = localStorage.getItem('mantine-color-scheme-value')
  } catch {
    // Storage may be closed to us; the device still has a say.
  }
  const scheme = chosen === 'light' || chosen === 'dark' ? chosen : isDark() ? 'dark' : 'light'
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme)

  // The app, once the first view is drawn; where nothing is drawn, as in a tab that nobody looks at, soon all the same.
  const PATIENCE_MS = 1_000
  const startApp = () => {
    const files = document.querySelector('template#app-files')
    if (!files) return
    document.head.append(files.content)
    files.remove()
  }
  requestAnimationFrame(() => setTimeout(startApp))
  setTimeout(startApp, PATIENCE_MS)
})()
