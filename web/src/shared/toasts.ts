// Short messages in the corner. The code that draws them loads with the first one.

export type ToastKind = 'success' | 'info' | 'warning' | 'error'
export type Toast = { readonly kind: ToastKind; readonly text: string }

type Draw = (toast: Toast) => void

let waiting: Toast[] = []
let draw: Draw | undefined
const listeners = new Set<() => void>()

export const showToast = (kind: ToastKind, text: string) => {
  if (draw) return draw({ kind, text })
  waiting.push({ kind, text })
  for (const listener of listeners) listener()
}

/** Whether anything has asked for a toast yet, for the place that will show it. */
export const areToastsWanted = (): boolean => draw !== undefined || waiting.length > 0

export const subscribeToToasts = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Takes over the drawing, beginning with those that had to wait. */
export const drawToastsWith = (drawer: Draw) => {
  draw = drawer
  for (const toast of waiting) drawer(toast)
  waiting = []
}
