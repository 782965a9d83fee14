// The page of the connection to the app and all switches.
import {
  badge,
  buttonForm,
  dataTable,
  fieldsForm,
  type Html,
  html,
  numberField,
  selectField,
  textField,
  timeText,
} from '../../web/pages.ts'
import type { QuickBooks } from '../quickbooks.ts'
import { LIMITS } from '../switches.ts'

export const connectionBody = (quickbooks: QuickBooks): Html => {
  const { connected, connections, refreshes, refused, revocations } = quickbooks.oauth.summary()
  return html`<p>The app connects from its own pages. Here you can see its connections and end them.</p>
${dataTable(
  'Connections',
  ['Company', 'Status', 'Refresh token expires', 'Connection ends'],
  connected.map(({ realmId, refreshTokenExpiresAt, endsAt }) => [
    quickbooks.findBooks(realmId)?.company.name ?? realmId,
    badge('connected', 'good'),
    timeText(refreshTokenExpiresAt),
    timeText(endsAt),
  ]),
  "The app isn't connected to a company.",
)}
<p class="after muted">Connected: ${connections}. Refreshed: ${refreshes}. Refused: ${refused}. Revoked by the app: ${revocations}.</p>
<h2>Tokens</h2>
<div class="actions">
${buttonForm('/quickbooks/switches/expire-access-tokens', 'Expire access tokens')}
${buttonForm('/quickbooks/switches/kill-refresh-tokens', 'Revoke the connection', 'danger')}
</div>
<div class="after">
${fieldsForm(
  '/quickbooks/switches/refresh-token-days',
  numberField('Days until the refresh token expires', 'days', 7, LIMITS.days),
  'Set',
)}
${fieldsForm(
  '/quickbooks/switches/connection-days',
  numberField(
    'Days until the connection ends, even if it’s used',
    'days',
    30,
    LIMITS.connectionDays,
  ),
  'Set',
)}
</div>
${settingsForms(quickbooks)}
<h2>Sample records</h2>
<p>Adds generated records to the first company, to test the app with a lot of data. The app gets webhooks only about
vendors and bills. Each payment pays one of the new invoices.</p>
${fieldsForm(
  '/quickbooks/switches/fill',
  html`${numberField('Vendors', 'vendors', 100, LIMITS.records)}${numberField('Bills', 'bills', 0, LIMITS.records)}
${numberField('Customers', 'customers', 0, LIMITS.records)}${numberField('Invoices', 'invoices', 0, LIMITS.invoices)}
${numberField('Payments', 'payments', 0, LIMITS.payments)}`,
  'Add records',
)}`
}

const settingsForms = ({ settings }: QuickBooks): Html => {
  const { rotation, webhooks, delivery, rate, slow, queryLag, overlap, company } = settings.get()
  const modeForm = (name: string, label: string, choices: Record<string, string>, now: string) =>
    fieldsForm(`/quickbooks/switches/${name}`, selectField(label, 'mode', choices, now))
  return html`${modeForm(
    'rotation',
    'New refresh token',
    { always: 'With every refresh', daily: 'Once a day, as QuickBooks does' },
    rotation,
  )}
<h2>Webhooks</h2>
<p>While a company is connected, the app gets a signed webhook shortly after each change.</p>
${modeForm(
  'webhooks',
  'Format',
  { cloudevents: 'CloudEvents', notifications: 'eventNotifications (older)', off: 'No webhooks' },
  webhooks,
)}
${fieldsForm(
  '/quickbooks/switches/webhook-delivery',
  html`${numberField('Delay (ms)', 'delayMs', delivery.delayMs, LIMITS.slowMs)}
${numberField('Lost events (%)', 'dropPercent', delivery.dropPercent, LIMITS.percent)}
${numberField('Events sent twice (%)', 'repeatPercent', delivery.repeatPercent, LIMITS.percent)}
${selectField('Order', 'shuffle', { false: 'In order', true: 'Shuffled' }, String(delivery.shuffle))}
${selectField('Entries about no record', 'strangers', { false: 'None', true: 'One in each post' }, String(delivery.strangers))}`,
)}
<h2>Rate limits</h2>
<p>Calls over the limit get status 429. QuickBooks allows 10 per second and 500 per minute. 0 means no limit.</p>
${fieldsForm(
  '/quickbooks/switches/rate',
  html`${numberField('Calls per second', 'perSecond', rate.perSecond, LIMITS.calls)}
${numberField('Calls per minute', 'perMinute', rate.perMinute, LIMITS.calls)}
${numberField('Retry-After in seconds (0: none)', 'retryAfterSeconds', rate.retryAfterSeconds, LIMITS.retryAfter)}`,
)}
<h2>Company settings</h2>
${fieldsForm(
  '/quickbooks/switches/company',
  html`${textField('Home currency', 'homeCurrency', company.homeCurrency)}
${textField('Time zone', 'timeZone', company.timeZone)}`,
)}
<h2>Late queries</h2>
<p>Queries and change data capture show records as they were before. Reads by id and writes use the current records.</p>
${fieldsForm(
  '/quickbooks/switches/query-lag',
  numberField('Lag (seconds)', 'seconds', queryLag.seconds, LIMITS.lagSeconds),
)}
<h2>Slow writes</h2>
<p>A slow write happens after the delay, even if the app has hung up by then. To delay only answers, set the fault
“slow” on the <a href="/#faults">home page</a>.</p>
${fieldsForm(
  '/quickbooks/switches/slow',
  html`${numberField('Delay (ms)', 'ms', slow.ms, LIMITS.slowMs)}
${textField('Delay only calls that contain', 'match', slow.match, 'All writes')}`,
)}
${modeForm(
  'overlap',
  'A repeated request while the first one is running',
  { replay: 'Waits and gets the same answer', refuse: 'Is refused' },
  overlap,
)}
${buttonForm('/quickbooks/switches/forget-requests', 'Forget request ids')}`
}
