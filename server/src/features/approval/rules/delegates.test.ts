import { describe, expect, it } from 'vitest'
import { type Absences, delegateOn, findCircle } from './delegates.ts'

const away = (delegate: string, firstDay: string, lastDay: string) => ({
  delegate,
  firstDay: `2026-11-${firstDay}`,
  lastDay: `2026-11-${lastDay}`,
})
const on = (absences: Absences, day: string) => delegateOn(absences, 'ada', `2026-11-${day}`)

describe('the delegate', () => {
  it('acts from the first through the last day', () => {
    const absences = new Map([['ada', away('bo', '16', '20')]])
    expect(['15', '16', '20', '21'].map((day) => on(absences, day))).toEqual([
      undefined,
      'bo',
      'bo',
      undefined,
    ])
  })

  it('is replaced by their own delegate while they are away too', () => {
    const absences = new Map([
      ['ada', away('bo', '16', '20')],
      ['bo', away('cy', '18', '25')],
    ])
    expect(['17', '18'].map((day) => on(absences, day))).toEqual(['bo', 'cy'])
  })
})

describe('a circle', () => {
  const bo = ['bo', away('cy', '18', '25')] as const
  const cy = ['cy', away('ada', '20', '30')] as const

  it('is found if all are away on the same day', () => {
    const absences = new Map([['ada', away('bo', '16', '20')], bo, cy])
    expect(findCircle(absences, 'ada')).toEqual(['ada', 'bo', 'cy', 'ada'])
  })

  it('is none if they are away one after the other', () => {
    expect(findCircle(new Map([['ada', away('bo', '16', '19')], bo, cy]), 'ada')).toBeUndefined()
  })
})
