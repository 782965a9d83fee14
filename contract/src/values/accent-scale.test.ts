// Tests that pages are readable with any business color.
import { describe, expect, it } from 'vitest'
import { accentScale, contrast, DEFAULT_COLOR } from './accent-scale.ts'

const COLORS = [
  DEFAULT_COLOR,
  '#000000',
  '#ffffff',
  '#808080',
  '#ff0000',
  '#00ff00',
  '#0000ff',
  '#ffeb3b',
  '#7b1fa2',
  '#d6002a',
  '#f4a7c1',
]
const AA = 4.5

it('leaves the default unchanged', () => {
  expect(accentScale(DEFAULT_COLOR)[7]).toBe('#0d545e')
  expect(accentScale('#0D545E')[0]).toBe('#eaf4f4')
})

it('keeps the business’s own color if text in it is readable', () => {
  expect(accentScale('#7B1FA2')[7]).toBe('#7b1fa2')
  expect(accentScale('#ffeb3b')[7]).not.toBe('#ffeb3b')
})

describe.each(COLORS)('with %s', (color) => {
  const scale = accentScale(color)

  it('text is readable on buttons, in light and dark mode', () => {
    expect(contrast(scale[3], '#06201f')).toBeGreaterThanOrEqual(AA)
    for (const shade of [scale[6], scale[7], scale[8]]) {
      expect(contrast(shade, '#ffffff')).toBeGreaterThanOrEqual(AA)
    }
  })

  it('links are readable on every background of a light page', () => {
    for (const background of ['#ffffff', '#f6f5f1', '#efede7', scale[0]]) {
      expect(contrast(scale[7], background)).toBeGreaterThanOrEqual(AA)
    }
    expect(contrast(scale[8], scale[0])).toBeGreaterThanOrEqual(AA)
  })

  it('links are readable on every background of a dark page', () => {
    for (const background of ['#0e1615', '#151f1e', '#1c2827']) {
      expect(contrast(scale[3], background)).toBeGreaterThanOrEqual(AA)
      expect(contrast(scale[2], background)).toBeGreaterThanOrEqual(AA)
    }
  })
})
