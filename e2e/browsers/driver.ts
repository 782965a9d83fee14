// What the smoke tests need from a browser, independent of its protocol.
import { spawn } from 'node:child_process'

/** The page, or its frame with this title. */
export type Place = string | undefined

export type Driver = {
  /** Name and version. */
  readonly browser: string
  /** The key that moves to the next part of a date field, if typing doesn't. */
  readonly nextPart: string
  open(url: string): Promise<void>
  /** The JSON value of an expression. */
  evaluate<T>(expression: string, frame?: Place): Promise<T>
  /** A real click on the element that the expression returns. */
  click(element: string, frame?: Place): Promise<void>
  /** Real key presses to the focused element. */
  press(keys: string, frame?: Place): Promise<void>
  attach(element: string, path: string): Promise<void>
  resize(width: number, height: number): Promise<void>
  /** A PNG of the viewport. */
  screenshot(): Promise<Buffer>
  /** The page as a PDF, as printing would produce it. WebKit's driver can't print. */
  print?(): Promise<Buffer>
  close(): Promise<void>
}

/** Starts a program that ends with this process. */
export const startTool = (name: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) => {
  const child = spawn(name, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  child.stdout.resume()
  const end = () => void child.kill()
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
  return child
}

export const frameOf = (title: string): string =>
  `document.querySelector(${JSON.stringify(`iframe[title="${title}"]`)})`

/** Both protocols use this format, except for the target of the pointer. */
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

/** WebDriver's values for keys without a character. */
export const KEYS = { control: '\uE009', enter: '\uE007', tab: '\uE004' } as const

/** Presses the keys one after the other. Control stays down until the end. */
export const pressAll = (keys: string) => {
  const up = { type: 'keyUp', value: KEYS.control }
  const actions = [...keys].flatMap((value) => {
    const down = { type: 'keyDown', value }
    return value === KEYS.control ? [down] : [down, { type: 'keyUp', value }]
  })
  const isHeld = keys.includes(KEYS.control)
  return [{ type: 'key', id: 'keyboard', actions: isHeld ? [...actions, up] : actions }]
}

/** West of UTC, where a date read in the wrong zone shows the day before. */
export const TIME_ZONE = 'America/New_York'

/** US Letter without the browser's margins. */
export const PAPER = { background: true, page: { width: 21.59, height: 27.94 } }
