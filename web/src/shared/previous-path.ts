// Where the visitor was before the page in view, for a sign-in that was not told where to return.

let inView: string | undefined
let before: string | undefined

export const rememberPath = (path: string) => {
  if (path === inView) return
  before = inView
  inView = path
}

export const getPreviousPath = (): string | undefined => before
