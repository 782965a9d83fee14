// Decides where to return after sign-in: always to one of our paths, never to another site.

/** The path and query, or `/` for anything that could lead to another site. */
export const safeReturnPath = (candidate: string | null | undefined): string => {
  if (!candidate?.startsWith('/') || candidate.startsWith('//')) return '/'
  // Browsers read a backslash as a slash and drop tabs and newlines.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are refused here.
  if (/[\\\u0000-\u001f\u007f]/.test(candidate)) return '/'
  const base = 'http://return.invalid'
  const url = URL.parse(candidate, base)
  if (url?.origin !== base || url.pathname.startsWith('//')) return '/'
  // Returning to the sign-in pages would loop.
  if (url.pathname === '/auth' || url.pathname.startsWith('/auth/')) return '/'
  return url.pathname + url.search
}
