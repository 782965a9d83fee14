// The home page: links to every emulator, the fault form and the reset button.
import type { FastifyPluginAsync } from 'fastify'
import { ERROR_STATUS, FAULT_DELAY_MS, FAULT_TIMES } from './control.ts'
import type { Emulator } from './emulator.ts'
import { FAULT_MODES, type Fault, type Faults } from './faults.ts'
import {
  badge,
  buttonForm,
  cardList,
  dataTable,
  fieldsForm,
  type Html,
  html,
  numberField,
  selectField,
  sendPage,
  textField,
} from './web/pages.ts'

type HomeParts = {
  readonly emulators: readonly Emulator[]
  readonly faults: Faults
  readonly appUrl: () => string
}

const DONE: Readonly<Record<string, string>> = {
  fault: 'Fault set. It applies to the next matching calls.',
  'no-faults': 'All faults are off.',
  reset: 'All emulators are back to their sample data.',
}

export const homePage =
  ({ emulators, faults, appUrl }: HomeParts): FastifyPluginAsync =>
  async (app) => {
    app.get<{ Querystring: { done?: string } }>('/', (request, reply) =>
      sendPage(reply, {
        title: 'Sandbox services',
        notice: DONE[request.query.done ?? ''],
        body: html`<p>The app at <a href="${appUrl()}">${appUrl()}</a> uses these instead of the real services.
Their data survives a restart.</p>
<p class="actions"><a class="button" href="/try/customer">Pay as a customer</a>
<a class="button" href="/try/contractor">Submit as a contractor</a>
<a class="button" href="/try/approver">Approve as staff</a></p>
${cardList(emulators.map((emulator) => emulator.page()))}
${faultForm(emulators, faults)}
<h2 id="calls">JSON API</h2>
<p>The same data as JSON: <a href="/settings">settings</a>, <a href="/state">state</a>,
<a href="/faults">faults</a>, <a href="/calls">calls</a> and <a href="/mail/messages">email</a>.</p>
<h2 id="reset">Reset</h2>
<p>Restores the sample data of all emulators. We'll ask you to confirm first.</p>
<p><a class="button danger" href="/reset">Reset…</a></p>`,
      }),
    )
  }

const faultForm = (emulators: readonly Emulator[], faults: Faults): Html => {
  const providers = Object.fromEntries(emulators.map(({ name }) => [name, name]))
  const modes = Object.entries(FAULT_MODES).map(([mode, text]) => [mode, `${mode}: ${text}`])
  return html`<h2 id="faults">Faults</h2>
<p>Make the next calls to a service fail or wait the way they do at real services. Each fault ends after the given number
of calls, or applies to every call if you leave the number empty.</p>
${fieldsForm(
  '/faults',
  html`${selectField('Service', 'provider', providers)}
${selectField('What happens', 'mode', Object.fromEntries(modes))}
${numberField('Error status', 'status', 500, ERROR_STATUS)}
${textField('Only calls that contain', 'match', '', 'All calls')}
${numberField('Delay if slow (ms)', 'delayMs', 300, FAULT_DELAY_MS)}
${numberField('Number of calls', 'times', 1, { ...FAULT_TIMES, optional: true })}`,
  'Set fault',
)}
${dataTable(
  'Active faults',
  ['Service', 'What happens', 'Only calls that contain', { title: 'Calls left', numeric: true }],
  faults
    .list()
    .map((fault) => [
      fault.provider,
      html`${badge(fault.mode, 'warning')} ${FAULT_MODES[fault.mode]}${detailOf(fault)}`,
      fault.match === ''
        ? html`<span class="muted">All calls</span>`
        : html`<code>${fault.match}</code>`,
      fault.times ?? 'All',
    ]),
  'No faults. All services work normally.',
)}
${faults.list().length > 0 && html`<div class="after">${buttonForm('/faults/clear', 'Turn off all faults')}</div>`}`
}

const detailOf = ({ mode, status, delayMs }: Fault): string | undefined => {
  if (mode === 'slow') return ` (${delayMs} ms)`
  return mode === 'error' && status !== undefined ? ` ${status}` : undefined
}
