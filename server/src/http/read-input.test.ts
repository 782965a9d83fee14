import { expect, it } from 'vitest'
import { z } from 'zod'
import { readInput } from './read-input.ts'

it('refuses an object as `length`, at any depth', () => {
  const schema = z.object({ list: z.array(z.object({ text: z.string().max(5) })) })
  const input = { list: [{ text: { length: { toString: 'x' } } }] }
  expect(() => readInput(schema, input)).toThrow(expect.objectContaining({ code: 'invalid_input' }))
})

it('drops what people cannot see, before it counts characters', () => {
  const schema = z.object({ lines: z.array(z.object({ name: z.string().trim().min(1) })) })
  const named = (name: string) => ({ lines: [{ name }] })
  expect(readInput(schema, named('\u202eAcme\u200b'))).toEqual(named('Acme'))
  expect(() => readInput(schema, named('\u202e'))).toThrow(
    expect.objectContaining({ code: 'invalid_input', field: 'lines.0.name' }),
  )
})

it('does not hide a bug in a schema', () => {
  const schema = z.string().transform(() => {
    throw new TypeError('our bug')
  })
  expect(() => readInput(schema, 'x')).toThrow(TypeError)
})
