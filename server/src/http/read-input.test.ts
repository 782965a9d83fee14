import { expect, it } from 'vitest'
import { z } from 'zod'
import { readInput } from './read-input.ts'

it('refuses a length that is no number, however deep it lies', () => {
  const schema = z.object({ list: z.array(z.object({ text: z.string().max(5) })) })
  const input = { list: [{ text: { length: { toString: 'x' } } }] }
  expect(() => readInput(schema, input)).toThrow(expect.objectContaining({ code: 'invalid_input' }))
})

it('does not blame the sender for a mistake of a schema', () => {
  const schema = z.string().transform(() => {
    throw new TypeError('a mistake of ours')
  })
  expect(() => readInput(schema, 'x')).toThrow(TypeError)
})
