// Tests reCAPTCHA: whether it accepts the secret key, and with a token from the browser whether both keys belong together.
import { type Finding, HUMAN_CHECK_TEST } from '@invoice-desk/contract/system/service-checks'
import {
  createHumanCheck,
  SCORE_MIN,
  secretProblemOf,
  type Verdict,
} from '../../../providers/human-check.ts'
import { MADE_UP_TOKEN } from '../../../providers/settings-test.ts'
import { type Check, note, ok, problem, skipped } from './check.ts'
import { failureOf } from './provider-failures.ts'

const ADMIN = 'google.com/recaptcha/admin'

export const checkHumanCheck: Check = async ({ config }, { humanCheckToken }) => {
  const { ask } = createHumanCheck(config)
  try {
    const findings = [secretFinding(await ask(MADE_UP_TOKEN))]
    if (findings[0]?.state === 'problem') return findings
    if (humanCheckToken === undefined) return [...findings, NO_TOKEN]
    if (humanCheckToken === '') return [...findings, NO_TOKEN_IN_BROWSER]
    const { hostname } = new URL(config.publicUrl)
    return [...findings, ...pairFindings(await ask(humanCheckToken), hostname)]
  } catch (error) {
    return [failureOf(error, 'reCAPTCHA', config.humanCheck.verifyUrl)]
  }
}

const NO_TOKEN = skipped(
  'Whether both keys belong together can only be tested in a browser. Open Settings → Health, and test reCAPTCHA there.',
)

const NO_TOKEN_IN_BROWSER = problem(
  'The browser got no token for RECAPTCHA_SITE_KEY.',
  `Copy the site key, not the secret key, of a v3 key at ${ADMIN} into RECAPTCHA_SITE_KEY, and add the host name of PUBLIC_URL to its domains. If both are right, test again without browser extensions that block scripts.`,
)

/** reCAPTCHA checks the secret key even if the token is made up. */
const secretFinding = (verdict: Verdict): Finding => {
  if (secretProblemOf(verdict)) {
    return problem(
      'reCAPTCHA refused RECAPTCHA_SECRET_KEY.',
      `Copy the secret key, not the site key, from the settings of your key at ${ADMIN} into RECAPTCHA_SECRET_KEY.`,
    )
  }
  return verdict['error-codes'].includes('invalid-input-response')
    ? ok('reCAPTCHA accepts the secret key.')
    : note(
        "We couldn't tell from reCAPTCHA's answer whether it accepts the secret key.",
        'Submit a test invoice to find out.',
      )
}

const WRONG_PAIR = problem(
  "RECAPTCHA_SITE_KEY and RECAPTCHA_SECRET_KEY don't belong together.",
  `Copy both keys again from the settings of one v3 key at ${ADMIN}.`,
)

const REFUSALS: Readonly<Record<string, Finding>> = {
  'invalid-keys': WRONG_PAIR,
  'invalid-input-response': WRONG_PAIR,
  'browser-error': problem(
    'reCAPTCHA had an error in your browser.',
    `Add the host name of PUBLIC_URL to the domains of the key at ${ADMIN}. If it's there, test again without browser extensions that block scripts.`,
  ),
  'timeout-or-duplicate': note(
    'The token from your browser was too old or already used.',
    'Test again.',
  ),
}

const pairFindings = (verdict: Verdict, hostname: string): Finding[] => {
  const { success, score, action } = verdict
  if (!success) {
    const [code = ''] = verdict['error-codes']
    const unknown = `reCAPTCHA refused the token from your browser (${code || 'without a reason'}).`
    return [REFUSALS[code] ?? note(unknown, 'Reload the page and test again.')]
  }
  if (verdict.hostname !== hostname) {
    return [
      problem(
        `The token is for the host ${verdict.hostname}, but PUBLIC_URL has ${hostname}.`,
        'Open this page at PUBLIC_URL and test again. If this is the right address, correct PUBLIC_URL.',
      ),
    ]
  }
  if (score === undefined) {
    return [
      problem(
        "The keys work together, but they aren't for reCAPTCHA v3.",
        `Create a key of the type “Score based (v3)” at ${ADMIN}, and set both RECAPTCHA_SITE_KEY and RECAPTCHA_SECRET_KEY.`,
      ),
    ]
  }
  if (action !== HUMAN_CHECK_TEST) {
    return [note('The token from your browser is for another action.', 'Test again.')]
  }
  return [ok('Both keys belong together, and they are for this host name.'), scoreFinding(score)]
}

const scoreFinding = (score: number): Finding =>
  score >= SCORE_MIN
    ? ok(`reCAPTCHA thinks you are a person: this browser's score is ${score}.`)
    : note(
        `reCAPTCHA thinks this browser is a bot: its score is ${score}, and we need ${SCORE_MIN}. New keys often give low scores at first.`,
        `Try another browser or network, and look at the scores at ${ADMIN} after a day.`,
      )
