import { Writable } from 'node:stream'
import { DrizzleQueryError } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { createLog } from './log.ts'

const logged = async (error: unknown): Promise<string> => {
  let text = ''
  const lines = new Writable({
    write: (chunk, _encoding, done) => {
      text += chunk
      done()
    },
  })
  createLog({ logLevel: 'error' }, lines).error({ err: error }, 'failed')
  await new Promise((resolve) => setImmediate(resolve))
  return text
}

it('leaves out the values of a failed statement, also from a cause', async () => {
  const cause = new Error('canceling statement due to statement timeout')
  const failed = new DrizzleQueryError('UPDATE vendor SET name = $1', ['Fern\n    at Fable'], cause)
  for (const error of [failed, new Error('not saved', { cause: failed })]) {
    const text = await logged(error)
    expect(text).toContain('UPDATE vendor SET name = $1')
    expect(text).toContain('statement timeout')
    expect(text).toContain('log.test.ts')
    expect(text).not.toMatch(/Fern|Fable/)
  }
})
