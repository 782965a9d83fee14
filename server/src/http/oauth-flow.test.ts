// Only the browser that started a flow can finish it, once and before it expires.
import cookie from '@fastify/cookie'
import Fastify from 'fastify'
import { afterEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { createOAuthFlows, newState } from './oauth-flow.ts'

const SECONDS = 600
const SCHEMA = z.object({ state: z.string(), nonce: z.string() })

const startApp = async (key = 7) => {
  const config = {
    keyring: { current: Buffer.alloc(32, key), previous: [] },
    publicUrl: 'https://desk.example',
  }
  const options = { purpose: 'sign-in', path: '/api/auth', seconds: SECONDS }
  const flows = createOAuthFlows(config, options, SCHEMA)
  const app = Fastify()
  await app.register(cookie)
  app.get('/start', async ({ query }, reply) => {
    flows.start(reply, SCHEMA.parse(query))
    return {}
  })
  app.get('/finish', async (request, reply) => ({
    flow: flows.finish(request, reply, SCHEMA.parse(request.query).state),
  }))
  return {
    start: async (flow: { state: string; nonce: string }) => {
      const [set] = (await app.inject({ url: '/start', query: flow })).cookies
      if (!set) throw new Error('no cookie')
      return set
    },
    finish: async (state: string, cookies: Record<string, string>) => {
      const answer = await app.inject({ url: '/finish', query: { state, nonce: '' }, cookies })
      return { ...answer.json(), cleared: answer.cookies }
    },
  }
}

afterEach(() => {
  vi.useRealTimers()
})

it('accepts its own state until it expires, and clears its cookie', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const { start, finish } = await startApp()
  const flow = { state: newState('/vendors?page=2'), nonce: 'n' }
  const { name, value, ...attributes } = await start(flow)
  expect(attributes).toMatchObject({
    httpOnly: true,
    sameSite: 'Lax',
    secure: true,
    path: '/api/auth',
  })
  vi.advanceTimersByTime(SECONDS * 1_000 - 1)
  const finished = await finish(flow.state, { [name]: value })
  expect(finished.flow).toEqual(flow)
  expect(finished.cleared).toMatchObject([{ name, value: '', path: '/api/auth' }])
  vi.advanceTimersByTime(1)
  expect((await finish(flow.state, { [name]: value })).flow).toBeUndefined()
})

it('does not open in another browser, for another state, or with another key', async () => {
  const { start, finish } = await startApp()
  const flow = { state: newState('/'), nonce: 'n' }
  const { name, value } = await start(flow)
  expect((await finish(flow.state, {})).flow).toBeUndefined()
  expect((await finish(flow.state, { [name]: 'AAAA' })).flow).toBeUndefined()
  const secret = flow.state.slice(1)
  expect((await finish(`/other${secret}`, { [name]: value })).flow).toBeUndefined()
  const forged = await (await startApp(8)).start(flow)
  expect((await finish(flow.state, { [forged.name]: forged.value })).flow).toBeUndefined()
})

it('gives each flow its own secret and cookie, and allows only our own return paths', async () => {
  const { start } = await startApp()
  const [one, two] = [newState('//evil.example'), newState('/x#y')]
  expect(one).toMatch(/^\/#[\w-]{43}$/)
  const names = await Promise.all(
    [one, two, '/a#secret', '/b#c#secret'].map(
      async (state) => (await start({ state, nonce: '' })).name,
    ),
  )
  expect(names[0]).toMatch(/^desk-sign-in-[\w-]{16}$/)
  expect(names[0]).not.toBe(names[1])
  expect(names[2]).toBe(names[3])
})
