// Drives WebKit (Safari's engine) in GTK's MiniBrowser through WebDriver, on a virtual screen.
import { globSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { writeFontConfig } from '@invoice-desk/testing/browser/fonts'
import { waitFor } from '@invoice-desk/testing/wait-for'
import { freePort } from '../../scripts/lib/ports.mjs'
import { stop } from '../../scripts/lib/processes.mjs'
import { clickOn, type Driver, frameOf, KEYS, pressAll, startTool, TIME_ZONE } from './driver.ts'

/** The protocol's key for an element reference. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'
type Element = { readonly [ELEMENT]: string }

/** The driver may return a screenshot from before the last change. */
const DRAWN = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))'

/** Starts a virtual screen and returns its name. */
const startScreen = async () => {
  const args = ['-displayfd', '1', '-screen', '0', '1400x1100x24', '-nolisten', 'tcp']
  const child = startTool('Xvfb', args)
  const number = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).once('line', resolve)
    child.once('error', reject)
    child.once('exit', () => reject(new Error('Xvfb ended')))
  })
  return { child, name: `:${number}` }
}

export const launchWebKit = async (): Promise<Driver> => {
  const [binary] = globSync('/usr/lib/*/webkit2gtk-4.1/MiniBrowser')
  const screen = await startScreen()
  const port = await freePort()
  const child = startTool('WebKitWebDriver', [`--port=${port}`], {
    DISPLAY: screen.name,
    GDK_BACKEND: 'x11',
    TZ: TIME_ZONE,
    FONTCONFIG_FILE: writeFontConfig(),
    // Containers have neither a graphics card nor namespaces for a sandbox.
    LIBGL_ALWAYS_SOFTWARE: '1',
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
  })

  const ask = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const answer = await fetch(`http://127.0.0.1:${port}/session${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const { value } = (await answer.json()) as { value: T & { error?: string; message?: string } }
    if (!answer.ok) throw new Error(`${method} ${path}: ${value.error} ${value.message}`)
    return value
  }
  type Session = {
    readonly sessionId: string
    readonly capabilities: { readonly browserName: string; readonly browserVersion: string }
  }
  const options = { binary, args: ['--automation'] }
  const { sessionId, capabilities } = await waitFor(() =>
    ask<Session>('POST', '', {
      capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } },
    }),
  )
  const post = <T>(path: string, body: unknown = {}) => ask<T>('POST', `/${sessionId}${path}`, body)
  const evaluate = <T>(expression: string) =>
    post<T>('/execute/sync', { script: `return ${expression}`, args: [] })
  /** Runs the work's commands in this frame. */
  const inside = async <T>(frame: string | undefined, work: () => Promise<T>): Promise<T> => {
    if (frame === undefined) return work()
    await post('/frame', { id: await evaluate(frameOf(frame)) })
    try {
      return await work()
    } finally {
      await post('/frame', { id: null })
    }
  }
  const perform = async (actions: unknown) => {
    await post('/actions', { actions })
  }
  const get = async (path: string) =>
    Buffer.from(await ask<string>('GET', `/${sessionId}${path}`), 'base64')

  return {
    browser: `WebKitGTK ${capabilities.browserVersion}`,
    nextPart: KEYS.tab,
    open: (url) => post('/url', { url }),
    evaluate: (expression, frame) => inside(frame, () => evaluate(expression)),
    click: (element, frame) =>
      inside(frame, async () => perform(clickOn(await evaluate<Element>(element)))),
    press: (keys, frame) => inside(frame, () => perform(pressAll(keys))),
    attach: async (element, path) => {
      const { [ELEMENT]: id } = await evaluate<Element>(element)
      await post(`/element/${id}/value`, { text: path })
    },
    resize: (width, height) => post('/window/rect', { width, height }),
    screenshot: async () => {
      await evaluate(DRAWN)
      return get('/screenshot')
    },
    close: async () => {
      await ask('DELETE', `/${sessionId}`).catch(() => undefined)
      await stop(child)
      await stop(screen.child)
    },
  }
}
