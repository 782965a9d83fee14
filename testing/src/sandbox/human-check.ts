// The sandbox's human check: its outcome, and tokens as the page's script gets them.
import { askSandbox, type SandboxSite } from './control.ts'

export const setHumanCheck = (
  { sandbox }: { readonly sandbox: Pick<SandboxSite, 'url'> },
  settings: Readonly<Record<string, unknown>>,
) => askSandbox(sandbox, 'POST', '/human-check/settings', settings)

type Site = { readonly url: string; readonly sandbox: SandboxSite }

export const passHumanCheck = async (
  desk: Site,
  { action = 'submit_invoice', origin = desk.url } = {},
): Promise<string> => {
  const answer = await fetch(`${desk.sandbox.url}/human-check/tokens`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ key: desk.sandbox.settings['human-check']?.RECAPTCHA_SITE_KEY, action }),
  })
  return ((await answer.json()) as { token: string }).token
}
