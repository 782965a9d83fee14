import { expect, it } from 'vitest'
import { readConfig } from './config.ts'

it.each(['America/New_Yrok', 'Eastern', '-05:00'])('refuses the time zone %s by name', (zone) => {
  expect(() => readConfig({ BUSINESS_TIME_ZONE: zone })).toThrow(
    'BUSINESS_TIME_ZONE: must be the name of a time zone, such as America/New_York',
  )
})
