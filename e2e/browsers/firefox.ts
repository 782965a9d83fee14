// Drives Firefox through WebDriver BiDi, which needs no separate driver.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeFontConfig } from '@invoice-desk/testing/browser/fonts'
import { waitFor } from '@invoice-desk/testing/wait-for'
import { freePort } from '../../scripts/lib/ports.mjs'
import { stop } from '../../scripts/lib/processes.mjs'
import {
  clickOn,
  type Driver,
  frameOf,
  PAPER,
  type Place,
  pressAll,
  startTool,
  TIME_ZONE,
} from './driver.ts'

type Json = Record<string, unknown>
type Created = { readonly context: string }
type Answer = {
  readonly id?: number
  readonly error?: string
  readonly message?: string
  readonly result?: never
}

/** Returns a function that sends a command and waits for its result. */
const connect = async (url: string) => {
  const socket = new WebSocket(url)
  await new Promise((resolve, reject) => {
    socket.onopen = resolve
    socket.onerror = reject
  })
  const waiting = new Map<number, (answer: Answer) => void>()
  socket.onmessage = ({ data }) => {
    const answer: Answer = JSON.parse(data)
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer)
  }
  let sent = 0
  return async <T>(method: string, params: Json): Promise<T> => {
    sent += 1
    const id = sent
    socket.send(JSON.stringify({ id, method, params }))
    const answer = await new Promise<Answer>((resolve) => waiting.set(id, resolve))
    waiting.delete(id)
    if (answer.error) throw new Error(`${method}: ${answer.message}`)
    return answer.result as T
  }
}

export const launchFirefox = async (): Promise<Driver> => {
  const profile = await mkdtemp(join(tmpdir(), 'desk-firefox-'))
  const port = await freePort()
  const args = ['--headless', '--no-remote', '--profile', profile]
  const child = startTool('firefox-esr', [...args, `--remote-debugging-port=${port}`], {
    HOME: profile,
    TZ: TIME_ZONE,
    FONTCONFIG_FILE: writeFontConfig(),
    // Firefox's sandbox would hide the project's fonts.
    MOZ_DISABLE_CONTENT_SANDBOX: '1',
  })
  const send = await waitFor(() => connect(`ws://127.0.0.1:${port}/session`))
  type Session = { capabilities: { browserName: string; browserVersion: string } }
  const { capabilities } = await send<Session>('session.new', { capabilities: {} })
  // The window it starts with never gets focus.
  const { context: page } = await send<Created>('browsingContext.create', { type: 'window' })

  type Value = { value: never; sharedId: string }
  const evaluateIn = async (expression: string, context: string): Promise<Value> => {
    const answer = await send<{ result?: Value; exceptionDetails?: { text: string } }>(
      'script.evaluate',
      { expression, target: { context }, awaitPromise: true },
    )
    if (!answer.result) throw new Error(answer.exceptionDetails?.text)
    return answer.result
  }
  const contextOf = async (frame: Place): Promise<string> => {
    if (frame === undefined) return page
    const { value } = await evaluateIn(`${frameOf(frame)}.contentWindow`, page)
    return (value as { context: string }).context
  }
  const perform = async (context: string, actions: unknown) => {
    await send('input.performActions', { context, actions })
  }
  const data = (answer: { data: string }) => Buffer.from(answer.data, 'base64')

  return {
    browser: `Firefox ${capabilities.browserVersion}`,
    nextPart: '',
    open: (url) => send('browsingContext.navigate', { context: page, url, wait: 'complete' }),
    evaluate: async (expression, frame) => {
      const { value } = await evaluateIn(`JSON.stringify(${expression})`, await contextOf(frame))
      return value === undefined ? undefined : JSON.parse(value)
    },
    click: async (element, frame) => {
      const context = await contextOf(frame)
      const { sharedId } = await evaluateIn(element, context)
      await perform(context, clickOn({ type: 'element', element: { sharedId } }))
    },
    press: async (keys, frame) => perform(await contextOf(frame), pressAll(keys)),
    attach: async (element, path) => {
      const { sharedId } = await evaluateIn(element, page)
      await send('input.setFiles', { context: page, element: { sharedId }, files: [path] })
    },
    resize: (width, height) =>
      send('browsingContext.setViewport', { context: page, viewport: { width, height } }),
    screenshot: async () =>
      data(await send('browsingContext.captureScreenshot', { context: page })),
    print: async () => data(await send('browsingContext.print', { context: page, ...PAPER })),
    close: async () => {
      await stop(child)
      await rm(profile, { recursive: true, force: true })
    },
  }
}
