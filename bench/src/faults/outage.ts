// Figure 13: QuickBooks, the mail server and the card service are down; contractors submit and staff approve all the
// same, and when the services are back everything that was promised happens.
import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { approveInvoice } from '@invoice-desk/contract/approval'
import { submitInvoice } from '@invoice-desk/contract/contractor'
import { type FaultFigure, seconds } from './figure.ts'
import { openTown, type Town } from './town.ts'

const BILLS = 20
const OUTAGE_MS = 120_000
const BACK_MS_MAX = 400_000
const EMAIL = 'contractor@bench.example'
const SERVICES = ['quickbooks', 'mail', 'stripe', 'paypal']

type Books = {
  quickbooks: {
    vendors: { DisplayName: string; Active?: boolean }[]
    accounts: { FullyQualifiedName: string; AccountType: string }[]
    bills: { DocNumber?: string }[]
  }
}

export const outageFigure: FaultFigure = {
  name: 'outage',
  run: async ({ payments }) => {
    const outageMs = Math.min(OUTAGE_MS, payments * 1_000)
    const town = await openTown()
    try {
      const contractor = await addContractor(town)
      for (const provider of SERVICES) {
        await town.control('/faults', { provider, mode: 'error', match: '', times: 100_000 })
      }
      const began = Date.now()
      const numbers = Array.from({ length: BILLS }, (_, index) => `O-${index}`)
      const submitted: string[] = []
      for (const number of numbers) submitted.push(await submit(town, contractor, number))
      const approved = await approveAll(town, submitted)
      await sleep(Math.max(0, outageMs - (Date.now() - began)))
      await town.control('/faults', undefined, 'DELETE')
      const { took, missing } = await waitUntilDone(town, numbers)
      return [
        {
          figure: '13 services down for minutes',
          done: `${SERVICES.join(', ')} down for ${seconds(outageMs)}`,
          result: `${submitted.filter(Boolean).length} of ${BILLS} submitted and ${approved} approved meanwhile; all bills and mails there ${seconds(took)} after`,
          problems: [
            ...(submitted.some((id) => id === '') ? ['a submission was refused'] : []),
            ...(approved < BILLS ? ['an approval was refused'] : []),
            ...missing,
          ],
        },
      ]
    } finally {
      await town.close()
    }
  },
}

const addContractor = async ({ pool, control }: Town) => {
  const { quickbooks } = (await control('/state')) as Books
  const vendor = quickbooks.vendors.find(({ Active }) => Active !== false)?.DisplayName ?? ''
  const account = quickbooks.accounts.find(({ AccountType }) => AccountType === 'Expense')
  const token = randomBytes(32).toString('base64url')
  await pool.query(
    'INSERT INTO vendor_mapping (email, vendor, qb_bill_account) VALUES ($1, $2, $3)',
    [EMAIL, vendor, account?.FullyQualifiedName],
  )
  await pool.query(
    `INSERT INTO verification (token_hash, email, expires_at) VALUES ($1, $2, now() + interval '1 day')`,
    [createHash('sha256').update(token).digest('hex'), EMAIL],
  )
  return { vendor, token }
}

/** The id of the bill, or nothing when it was refused. */
const submit = async (
  { caller, sandbox }: Town,
  { vendor, token }: { vendor: string; token: string },
  invoiceNumber: string,
): Promise<string> => {
  const check = await fetch(`${sandbox.url}/human-check/tokens`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: caller.url },
    body: JSON.stringify({
      key: sandbox.settings['human-check']?.RECAPTCHA_SITE_KEY,
      action: 'submit_invoice',
    }),
  })
  const { token: captchaToken } = (await check.json()) as { token: string }
  const form = new FormData()
  const dueDate = '2030-01-31'
  const fields = { email: EMAIL, amount: '125.00', invoiceNumber, dueDate, captchaToken }
  for (const [name, value] of Object.entries({ ...fields, vendorName: vendor, token })) {
    form.append(name, value)
  }
  const answer = await fetch(`${caller.url}${submitInvoice.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  })
  const { bill } = (await answer.json()) as { bill?: { id: string } }
  return bill?.id ?? ''
}

const approveAll = async ({ caller, staffToken: token }: Town, ids: readonly string[]) => {
  let approved = 0
  for (const taskId of ids) {
    const body = { taskId, action: 'approve', postLater: true }
    const { status } = await caller.call(approveInvoice, { token, body })
    if (status === 200) approved += 1
  }
  return approved
}

const waitUntilDone = async ({ control }: Town, numbers: readonly string[]) => {
  const began = Date.now()
  for (;;) {
    const { quickbooks } = (await control('/state')) as Books
    const mails = (await control(`/mail/messages?to=${EMAIL}`)) as { subject: string }[]
    const missing = numbers.flatMap((number) => {
      const bills = quickbooks.bills.filter(({ DocNumber }) => DocNumber === number).length
      const isTold = (word: string) =>
        mails.some(({ subject }) => subject === `Invoice ${number} ${word}`)
      return [
        ...(bills === 1 ? [] : [`${number} is ${bills} times in QuickBooks`]),
        ...(isTold('received') && isTold('approved') ? [] : [`${number}: a mail is missing`]),
      ]
    })
    const took = Date.now() - began
    if (missing.length === 0 || took > BACK_MS_MAX) return { took, missing }
    await sleep(1_000)
  }
}
