// Remembers what led to the sign-in page: the previous page, which is the default return path, and how the session ended.

export const trail: { path?: string; from?: string | undefined; end?: string } = {}

export const rememberPath = (path: string) => {
  if (path === trail.path) return
  trail.from = trail.path
  trail.path = path
}
