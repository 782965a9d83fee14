// A place to return to after sign-in: always a path of ours, never another site.

/** The path and query to return to, or `/` for anything that could lead elsewhere. */
export const safeReturnPath = (candidate: string | null | undefined): string => {
  if (!candidate?.startsWith('/') || candidate.startsWith('//')) return '/'
  // Browsers read a backslash as a slash and drop tabs and newlines, so none may appear.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused.
  if (/[\\\u0000-\u001f\u007f]/.test(candidate)) return '/'
  const base = 'http://return.invalid'
  const url = URL.parse(candidate, base)
  if (url?.origin !== base || url.pathname.startsWith('//')) return '/'
  // Returning to the sign-in pages would only go round in a circle.
  if (url.pathname === '/auth' || url.pathname.startsWith('/auth/')) return '/'
  return url.pathname + url.search
}
