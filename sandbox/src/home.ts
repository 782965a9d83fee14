// The start page: a door to every stand-in, the fault switches, and a way to start over.
import type { FastifyPluginAsync } from 'fastify'
import { ERROR_STATUS, FAULT_MATCH_LENGTH_MAX, FAULT_TIMES_MAX } from './control.ts'
import type { Emulator } from './emulator.ts'
import { FAULT_MODES, type FaultMode, type Faults } from './faults.ts'
import { badge, dataTable, type Html, html, sendPage } from './web/pages.ts'

type HomeParts = {
  readonly emulators: readonly Emulator[]
  readonly faults: Faults
  readonly appUrl: () => string
}

const DONE: Readonly<Record<string, string>> = {
  fault: 'The fault is set and waits for the next calls that match.',
  'no-faults': 'All faults are off.',
  reset: 'Everything is back to the sample data.',
}

const MODE_TEXTS: Readonly<Record<FaultMode, string>> = {
  error: 'answers with an error',
  timeout: 'does nothing and never answers',
  'timeout-after': 'does the work, then never answers',
  cut: 'does the work, then drops the connection',
  garble: 'does the work, then answers with JSON that makes no sense',
  throttle: 'says there were too many calls',
  'expire-token': 'says the token has expired',
}

export const homePage =
  ({ emulators, faults, appUrl }: HomeParts): FastifyPluginAsync =>
  async (app) => {
    app.get<{ Querystring: { done?: string } }>('/', (request, reply) =>
      sendPage(reply, {
        title: 'Stand-ins for the outside services',
        notice: DONE[request.query.done ?? ''],
        body: html`<p>The app at <a href="${appUrl()}">${appUrl()}</a> talks to these instead of the real
services. What they hold survives a restart.</p>
<p class="actions"><a class="button" href="/try/customer">Pay as a customer</a>
<a class="button" href="/try/contractor">Submit as a contractor</a>
<a class="button" href="/try/approver">Approve as staff</a></p>
${doors(emulators)}
${faultSwitches(emulators, faults)}
<h2 id="calls">For programs</h2>
<p>The same over HTTP: <a href="/settings">settings</a>, <a href="/state">state</a>,
<a href="/faults">faults</a> and <a href="/mail/messages">mail</a> answer in JSON.</p>
<h2 id="reset">Start over</h2>
<p>Puts every stand-in back to its sample data. You are asked once more before anything is deleted.</p>
<p><a class="button danger" href="/reset">Start over…</a></p>`,
      }),
    )
  }

const doors = (emulators: readonly Emulator[]): Html =>
  html`<ul class="cards">${emulators.map(
    ({ page }) =>
      page &&
      html`<li class="card"><h2><a href="${page.path}">${page.title}</a></h2><p>${page.summary}</p></li>`,
  )}</ul>`

const faultSwitches = (emulators: readonly Emulator[], faults: Faults): Html => html`
<h2 id="faults">Faults</h2>
<p>Make the next calls of a stand-in fail the way real services do. A fault strikes as often as it says and is then gone.</p>
<form class="fields" method="post" action="/faults">
<label>Stand-in<select name="provider">${emulators.map(
  ({ name }) => html`<option>${name}</option>`,
)}</select></label>
<label class="wide">What happens<select name="mode">${FAULT_MODES.map(
  (mode) => html`<option value="${mode}">${mode}: ${MODE_TEXTS[mode]}</option>`,
)}</select></label>
<label class="short">Status of an error<input name="status" type="number" min="${ERROR_STATUS.min}" max="${ERROR_STATUS.max}" value="500" required></label>
<label>Only calls containing<input name="match" maxlength="${FAULT_MATCH_LENGTH_MAX}" placeholder="every call" autocomplete="off"></label>
<label class="short">Times<input name="times" type="number" min="1" max="${FAULT_TIMES_MAX}" value="1" required></label>
<button class="primary">Set fault</button>
</form>
${dataTable(
  'Faults that wait',
  ['Stand-in', 'What happens', 'Only calls containing', { title: 'Times left', numeric: true }],
  faults
    .list()
    .map(({ provider, mode, status, match, times }) => [
      provider,
      html`${badge(mode, 'warning')} ${MODE_TEXTS[mode]}${mode === 'error' && status !== undefined && ` ${status}`}`,
      match === '' ? html`<span class="muted">every call</span>` : html`<code>${match}</code>`,
      times,
    ]),
  'No faults: every stand-in answers as it should.',
)}
${
  faults.list().length > 0 &&
  html`<form class="after" method="post" action="/faults/clear"><button>Switch all faults off</button></form>`
}`
