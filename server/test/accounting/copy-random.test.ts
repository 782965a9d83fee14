// Changes the books at random while webhooks get lost, late, repeated or reordered and calls fail: after the next
// refresh, our copy equals the books.
import { type Company, openCompany } from '@invoice-desk/testing/quickbooks/company'
import { compareCopy } from '@invoice-desk/testing/quickbooks/copy'
import { createEditor } from '@invoice-desk/testing/quickbooks/random-edits'
import { createRandom } from '@invoice-desk/testing/random'
import { afterAll, beforeAll, expect, it } from 'vitest'

let company: Company
beforeAll(async () => {
  company = await openCompany()
})
afterAll(() => company.desk.close())

const EDITS = 60
const FAULTS = ['error', 'cut', 'garble', 'throttle'] as const

it.each([1, 2, 3])(
  'the copy equals the books after random changes and faults (seed %i)',
  async (seed) => {
    const random = createRandom(seed)
    await company.startOver()
    const edit = createEditor(company, random)
    await company.throwSwitch('webhook-delivery', {
      delayMs: random.between(0, 300),
      dropPercent: 40,
      repeatPercent: 30,
      shuffle: true,
      seed,
    })
    await company.refreshCopy({ overlapMs: 1_000 })
    for (let count = 0; count < EDITS; count += 1) {
      await edit()
      const event = random.next()
      if (event < 0.1) await company.fault(random.pick(FAULTS), 'GET', random.between(1, 5))
      else if (event < 0.2) await company.refreshCopy({ overlapMs: 1_000 })
    }
    await company.clearFaults()
    await company.refreshCopy({ overlapMs: 1_000 })
    expect(await compareCopy(company)).toEqual([])
  },
)
