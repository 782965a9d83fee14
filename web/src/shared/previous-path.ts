// Remembers the previous page, which is the default return path after sign-in.

let inView: string | undefined
let before: string | undefined

export const rememberPath = (path: string) => {
  if (path === inView) return
  before = inView
  inView = path
}

export const getPreviousPath = (): string | undefined => before
