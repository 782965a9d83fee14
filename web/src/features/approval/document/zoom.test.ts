import { expect, it } from 'vitest'
import { zoomStep } from './zoom.ts'

it('zooms in steps, from the width that fits', () => {
  expect([zoomStep('fit', 1, 70), zoomStep('fit', -1, 70)]).toEqual([75, 50])
  expect([zoomStep(100, 1, 70), zoomStep(100, -1, 70)]).toEqual([125, 75])
})

it('stays at the largest and smallest zoom', () => {
  expect([zoomStep(400, 1, 70), zoomStep(25, -1, 70)]).toEqual([400, 25])
})
