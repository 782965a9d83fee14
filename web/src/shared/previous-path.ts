// The previous page, as the return path of a sign-in that names none.

let inView: string | undefined
let before: string | undefined

export const rememberPath = (path: string) => {
  if (path === inView) return
  before = inView
  inView = path
}

export const getPreviousPath = (): string | undefined => before
