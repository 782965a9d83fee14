import { expect, it } from 'vitest'
import { colorAdvice } from './color-advice.ts'

it('says how a color is adjusted', () => {
  expect(colorAdvice('#7b1fa2')).toBeUndefined()
  expect(colorAdvice('#FFD500')).toMatch(/too light to read.* darker shade, #[0-9a-f]{6}\.$/)
  expect(colorAdvice('#000000')).toMatch(/lighter shade, #[0-9a-f]{6}\.$/)
})
