// What the smoke run asks of a browser, whichever protocol it speaks.
import { spawn } from 'node:child_process'

/** A place to look: the page itself, or its frame of this title. */
export type Place = string | undefined

export type Driver = {
  /** Name and version. */
  readonly browser: string
  /** The key that leads from one part of a date to the next, where typing does not. */
  readonly nextPart: string
  open(url: string): Promise<void>
  /** The JSON value of an expression. */
  evaluate<T>(expression: string, frame?: Place): Promise<T>
  /** A real click on the element that the expression gives. */
  click(element: string, frame?: Place): Promise<void>
  /** Real key presses, to whatever has the focus. */
  press(keys: string, frame?: Place): Promise<void>
  attach(element: string, path: string): Promise<void>
  resize(width: number, height: number): Promise<void>
  /** A PNG of what is in view. */
  screenshot(): Promise<Buffer>
  /** The page as a PDF, as its print dialog would make it; WebKit's driver can't. */
  print?(): Promise<Buffer>
  close(): Promise<void>
}

/** Starts a program that ends with us, also when we are stopped. */
export const startTool = (name: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) => {
  const child = spawn(name, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  child.stdout.resume()
  process.once('exit', () => child.kill())
  return child
}

export const frameOf = (title: string): string =>
  `document.querySelector(${JSON.stringify(`iframe[title="${title}"]`)})`

/** Both protocols write input in this form, except for what the pointer moves to. */
export const clickOn = (origin: unknown) => [
  {
    type: 'pointer',
    id: 'mouse',
    actions: [
      { type: 'pointerMove', x: 0, y: 0, origin },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ],
  },
]

export const pressAll = (keys: string) => [
  {
    type: 'key',
    id: 'keyboard',
    actions: [...keys].flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]),
  },
]

/** West of Greenwich, where a date read in the wrong zone shows the day before. */
export const TIME_ZONE = 'America/New_York'

/** On paper the same everywhere: US Letter without margins of the browser's own. */
export const PAPER = { background: true, page: { width: 21.59, height: 27.94 } }
