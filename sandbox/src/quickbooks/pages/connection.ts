// The connection with the app, and the switches that do now what QuickBooks would do some day.

import { SLOW_MATCH_LENGTH_MAX, SLOW_MS_MAX } from '../../slow-calls.ts'
import { badge, dataTable, type Html, html } from '../../web/pages.ts'
import type { QuickBooks } from '../quickbooks.ts'
import type { SwitchName } from '../switches/switches.ts'

/** What each switch has just done. */
export const SWITCHED: Readonly<Record<string, string>> = {
  'expire-access-tokens': 'All access tokens have expired. The app has to refresh.',
  'kill-refresh-tokens': 'The connection is revoked. The app has to connect anew.',
  'refresh-token-days': 'The connection now ends when you said.',
  rotation: 'Saved.',
  webhooks: 'Saved.',
  rate: 'Saved.',
  slow: 'Saved.',
  overlap: 'Saved.',
  'forget-requests': 'A request id that was used before now counts as new.',
  fill: 'The records are added to the first company.',
} satisfies Record<SwitchName, string>

export const connectionBody = (quickbooks: QuickBooks): Html => {
  const { connected, connections, refreshes, refused, revocations } = quickbooks.oauth.summary()
  return html`<p>The app connects from its own page; here you see what it holds, and can take it away.</p>
${dataTable(
  'Connections',
  ['Company', 'Status', 'Refresh token lives until'],
  connected.map(({ realmId, refreshTokenExpiresAt }) => [
    quickbooks.findBooks(realmId)?.company.name ?? realmId,
    badge('connected', 'good'),
    refreshTokenExpiresAt.slice(0, 16).replace('T', ' '),
  ]),
  'The app is not connected to any company.',
)}
<p class="after muted">Connected ${connections}×, refreshed ${refreshes}×, refused ${refused}×, revoked by the app ${revocations}×.</p>
<h2>Tokens</h2>
<div class="actions">
<form method="post" action="/quickbooks/switches/expire-access-tokens"><button>Expire access tokens</button></form>
<form method="post" action="/quickbooks/switches/kill-refresh-tokens"><button class="danger">Revoke the connection</button></form>
</div>
<form class="fields after" method="post" action="/quickbooks/switches/refresh-token-days">
<label>Days until the connection ends<input name="days" type="number" min="0" max="100" value="7" required></label>
<button>Set days</button>
</form>
${settingsForms(quickbooks)}
<h2>Many records</h2>
<p>Adds made-up vendors and bills to the first company, to see how the app copes.</p>
<form class="fields" method="post" action="/quickbooks/switches/fill">
<label>Vendors<input name="vendors" type="number" min="0" max="20000" value="100" required></label>
<label>Bills<input name="bills" type="number" min="0" max="20000" value="0" required></label>
<button>Add records</button>
</form>`
}

const settingsForms = ({ settings }: QuickBooks): Html => {
  const { rotation, webhooks, rate, slow, overlap } = settings.get()
  const options = (choices: readonly (readonly [string, string])[], current: string) =>
    choices.map(
      ([value, text]) =>
        html`<option value="${value}"${value === current && html` selected`}>${text}</option>`,
    )
  return html`<form class="fields" method="post" action="/quickbooks/switches/rotation">
<label>New refresh token<select name="mode">${options(
    [
      ['always', 'at every refresh'],
      ['daily', 'once a day, as QuickBooks does'],
    ],
    rotation,
  )}</select></label>
<button>Save</button>
</form>
<h2>Webhooks</h2>
<p>Changes are told to the app a moment later, signed, while a company is connected.</p>
<form class="fields" method="post" action="/quickbooks/switches/webhooks">
<label>Format<select name="mode">${options(
    [
      ['cloudevents', 'CloudEvents'],
      ['notifications', 'the older eventNotifications'],
      ['off', 'none'],
    ],
    webhooks,
  )}</select></label>
<button>Save</button>
</form>
<h2>Rate limits</h2>
<p>Calls past the limit are answered with 429. QuickBooks allows 10 per second and 500 per minute; 0 is no limit.</p>
<form class="fields" method="post" action="/quickbooks/switches/rate">
<label>Calls a second<input name="perSecond" type="number" min="0" max="100000" value="${rate.perSecond}" required></label>
<label>Calls a minute<input name="perMinute" type="number" min="0" max="100000" value="${rate.perMinute}" required></label>
<label>Retry-After, seconds (0: not said)<input name="retryAfterSeconds" type="number" min="0" max="3600" value="${rate.retryAfterSeconds}" required></label>
<button>Save</button>
</form>
<h2>Slow writes</h2>
<p>A write is done after the wait, even if the app has hung up by then.</p>
<form class="fields" method="post" action="/quickbooks/switches/slow">
<label>Writes take, ms<input name="ms" type="number" min="0" max="${SLOW_MS_MAX}" value="${slow.ms}" required></label>
<label>Only calls containing<input name="match" maxlength="${SLOW_MATCH_LENGTH_MAX}" value="${slow.match}" placeholder="every write" autocomplete="off"></label>
<button>Save</button>
</form>
<form class="fields" method="post" action="/quickbooks/switches/overlap">
<label>Same request id while the first still runs<select name="mode">${options(
    [
      ['replay', 'waits and gets the first answer'],
      ['refuse', 'is refused'],
    ],
    overlap,
  )}</select></label>
<button>Save</button>
</form>
<form method="post" action="/quickbooks/switches/forget-requests"><button>Forget request ids</button></form>`
}
