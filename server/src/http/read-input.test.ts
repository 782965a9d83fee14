import { expect, it } from 'vitest'
import { z } from 'zod'
import { readInput } from './read-input.ts'

it('refuses an object as `length`, at any depth', () => {
  const schema = z.object({ list: z.array(z.object({ text: z.string().max(5) })) })
  const input = { list: [{ text: { length: { toString: 'x' } } }] }
  expect(() => readInput(schema, input)).toThrow(expect.objectContaining({ code: 'invalid_input' }))
})

it('does not hide a bug in a schema', () => {
  const schema = z.string().transform(() => {
    throw new TypeError('our bug')
  })
  expect(() => readInput(schema, 'x')).toThrow(TypeError)
})
