// Light or dark, as chosen here or else on the device, before anything is drawn: a dark page must not begin white.
;(() => {
  const isDark = () => matchMedia('(prefers-color-scheme: dark)').matches
  let chosen
  try {
    chosen = localStorage.getItem('mantine-color-scheme-value')
  } catch {
    // Storage may be closed to us; the device still has a say.
  }
  const scheme = chosen === 'light' || chosen === 'dark' ? chosen : isDark() ? 'dark' : 'light'
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme)
})()
