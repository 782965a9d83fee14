import { expect, it } from 'vitest'
import { zoneLabel, zoneOptions } from './time-zones.ts'

it('names zones as people do', () => {
  expect(zoneLabel('America/New_York')).toBe('America/New York (Eastern Time)')
  expect(zoneLabel('UTC')).toBe('UTC')
})

it('lists each zone once, in order', () => {
  expect(zoneOptions(['UTC', 'Europe/Paris', 'UTC']).map(({ value }) => value)).toEqual([
    'Europe/Paris',
    'UTC',
  ])
})
