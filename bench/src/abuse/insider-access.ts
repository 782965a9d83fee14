// What still works after access has ended: tokens after sign-out, a disabled account, a link whose details were accepted.
import { setTimeout as sleep } from 'node:timers/promises'
import { getAccount, signOut, validateGoogleSignIn } from '@invoice-desk/contract/identity/identity'
import { acceptVendorDetails } from '@invoice-desk/contract/vendors/vendor-invitations'
import { invite, sendDetails } from '@invoice-desk/testing/contractor/vendor-details'
import { chooseAccount } from '@invoice-desk/testing/http/caller'
import { createCookieJar } from '@invoice-desk/testing/http/cookie-jar'
import { ACCOUNT, COLLEAGUE, type InsiderLab, setDisabled } from './insider-lab.ts'

/** Each process may remember a caller for five seconds. */
const REMEMBERED_MS = 6_000

export type Ending = { readonly what: string; readonly worked: number }

export const tryEndedAccess = async (lab: InsiderLab, tries: number): Promise<Ending[]> => [
  await useSignedOutTokens(lab, tries),
  await useDisabledAccount(lab, tries),
  await useAcceptedLink(lab, tries),
]

const signInAs = async ({ caller }: InsiderLab, email: string) => {
  const jar = createCookieJar()
  const returned = await chooseAccount(caller, jar, email)
  const { body } = await caller.call(validateGoogleSignIn, { jar, body: returned })
  return { jar, token: String(body.idToken) }
}

const times = <T>(count: number, run: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => run(index)))

const countAccepted = async ({ caller }: InsiderLab, tokens: readonly string[]) => {
  const answers = await Promise.all(tokens.map((token) => caller.call(getAccount, { token })))
  return answers.filter(({ status }) => status === 200).length
}

const useSignedOutTokens = async (lab: InsiderLab, tries: number): Promise<Ending> => {
  const signedIn = await times(tries, () => signInAs(lab, COLLEAGUE))
  const tokens = signedIn.map(({ token }) => token)
  const before = await countAccepted(lab, tokens)
  if (before !== tries) throw new Error(`only ${before} tokens worked before the sign-out`)
  await Promise.all(signedIn.map(({ jar }) => lab.caller.call(signOut, { jar, body: {} })))
  await sleep(REMEMBERED_MS)
  const worked = await countAccepted(lab, tokens)
  return { what: 'tokens after their sign-out', worked }
}

const useDisabledAccount = async (lab: InsiderLab, tries: number): Promise<Ending> => {
  const signedIn = await times(tries, () => signInAs(lab, COLLEAGUE))
  await setDisabled(lab, true)
  await setDisabled(lab, false)
  await sleep(REMEMBERED_MS)
  const tokens = signedIn.map(({ token }) => token)
  const worked = await countAccepted(lab, tokens)
  return { what: 'tokens of an account that was disabled for a moment', worked }
}

const useAcceptedLink = async (lab: InsiderLab, tries: number): Promise<Ending> => {
  const { caller, tokens } = lab
  const { id, version, token } = await invite(caller, tokens.insider)
  await sendDetails(caller, token)
  const accepted = await caller.call(acceptVendorDetails, {
    token: tokens.insider,
    body: {
      ...{ id, version: version + 1, mappingVersion: 0, name: `Fern ${Date.now()}` },
      ...{ qbBillAccount: ACCOUNT, track1099: true },
    },
  })
  if (accepted.status !== 200) throw new Error(JSON.stringify(accepted.body))
  const answers = await times(tries, (n) =>
    sendDetails(caller, token, { legalName: `Shell ${n} LLC` }),
  )
  const worked = answers.filter(({ status }) => status === 200).length
  return { what: 'details sent by a link after they were accepted', worked }
}
