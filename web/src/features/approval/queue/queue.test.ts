import { expect, it } from 'vitest'
import { neighborsIn, nextAfter, positionText, rowsAround } from './queue.ts'

const rows = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => ({ id }))
const ids = (openId: string | undefined, size: number) =>
  rowsAround(rows, openId, size)
    .map(({ id }) => id)
    .join('')

it('says where the open invoice is in the queue', () => {
  expect(positionText({ rows, total: 6 }, 'b')).toBe('2 of 6, oldest first')
  expect(positionText({ rows, total: 80 }, 'z')).toBe('80 pending, oldest first')
  expect(positionText({ rows: [], total: 0 }, 'z')).toBe('Nothing left to review')
})

it('shows the invoices around the open one', () => {
  expect([ids('a', 4), ids('d', 4), ids('f', 4)]).toEqual(['abcd', 'bcde', 'cdef'])
  expect([ids('z', 4), ids('c', 9)]).toEqual(['abcd', 'abcdef'])
})

it('knows the neighbors of a loaded invoice', () => {
  expect(neighborsIn(rows, 'b')).toEqual({ previousTaskId: 'a', nextTaskId: 'c' })
  expect(neighborsIn(rows, 'f').nextTaskId).toBeUndefined()
  expect(neighborsIn(rows, 'z')).toEqual({ previousTaskId: undefined, nextTaskId: undefined })
})

it('goes on with the next invoice, then with the oldest', () => {
  expect(nextAfter({ id: 'b', nextTaskId: 'c' }, rows)).toBe('c')
  expect(nextAfter({ id: 'f', nextTaskId: undefined }, rows)).toBe('a')
  expect(nextAfter({ id: 'a', nextTaskId: undefined }, [{ id: 'a' }])).toBeUndefined()
})

it('skips invoices that wait for someone else', () => {
  const approval = { given: 1, needed: 2, isYours: false }
  const queue = rows.map((row) => (row.id === 'c' || row.id === 'd' ? { ...row, approval } : row))
  expect(nextAfter({ id: 'b', nextTaskId: 'c' }, queue)).toBe('e')
  expect(nextAfter({ id: 'f', nextTaskId: 'g' }, queue)).toBe('g')
  expect(nextAfter({ id: 'b', nextTaskId: 'c' }, queue.slice(1, 4))).toBeUndefined()
})
