// How large photos become.
import { expect, it } from 'vitest'
import { isModerate, paintedSize } from './photo-size.ts'

it.each([
  ['a small one', [640, 480], [640, 480]],
  ['one from a camera', [4000, 3000], [3266, 2449]],
  ['a long receipt', [1080, 9000], [1000, 8333]],
  ['a wide screenshot', [9000, 1080], [8333, 1000]],
  ['one that is too long for a canvas', [1080, 40_000], [442, 16_384]],
  ['a line', [1, 40_000], [1, 16_384]],
])('paints %s', (_, [width = 0, height = 0], painted) => {
  expect(Object.values(paintedSize({ width, height }))).toEqual(painted)
})

it('leaves images of up to 8 megapixels as they are', () => {
  expect(isModerate({ width: 4000, height: 2000 })).toBe(true)
  expect(isModerate({ width: 4000, height: 2001 })).toBe(false)
})
