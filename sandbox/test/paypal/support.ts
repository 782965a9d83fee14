// Shared by the PayPal tests: PayPal's own library, pointed at a sandbox.
import {
  type CheckoutPaymentIntent,
  Client,
  CustomError,
  type OrderRequest,
  OrdersController,
  PaymentsController,
} from '@paypal/paypal-server-sdk'
import type { Sandbox } from '../../src/start.ts'
import { jsonOf, openSandbox, postJson, temporaryFolder } from '../support.ts'

export type PayPalSettings = Record<
  'PAYPAL_CLIENT_ID' | 'PAYPAL_CLIENT_SECRET' | 'PAYPAL_WEBHOOK_ID' | 'PAYPAL_API_URL',
  string
>

export const settingsOf = ({ settings }: Sandbox): PayPalSettings =>
  settings.paypal as PayPalSettings

/** The library knows only PayPal's own hosts, so requests are redirected. */
class PointedClient extends Client {
  readonly #url: string

  constructor(url: string, settings: PayPalSettings, timeout: number) {
    super({
      clientCredentialsAuthCredentials: {
        oAuthClientId: settings.PAYPAL_CLIENT_ID,
        oAuthClientSecret: settings.PAYPAL_CLIENT_SECRET,
      },
      timeout,
    })
    this.#url = url
  }

  override getRequestBuilderFactory(): ReturnType<Client['getRequestBuilderFactory']> {
    const create = super.getRequestBuilderFactory()
    return (method, path) => {
      const builder = create(method, path)
      builder.interceptRequest((request) => ({
        ...request,
        url: request.url.replace(/^https:\/\/api-m(\.sandbox)?\.paypal\.com/, this.#url),
      }))
      return builder
    }
  }
}

export const clientOf = (
  sandbox: Sandbox,
  change: Partial<PayPalSettings> = {},
  timeoutMs = 20_000,
) => {
  const settings = { ...settingsOf(sandbox), ...change }
  const client = new PointedClient(settings.PAYPAL_API_URL, settings, timeoutMs)
  return { orders: new OrdersController(client), payments: new PaymentsController(client) }
}

export const openPayPal = async (dataDir = temporaryFolder()) => {
  const sandbox = await openSandbox(dataDir)
  return { sandbox, ...clientOf(sandbox) }
}

export const newRequestId = (): string => `request-${crypto.randomUUID()}`

/** An order request like the app's. */
export const orderOf = (value = '123.45', more: Record<string, unknown> = {}): OrderRequest => ({
  intent: 'CAPTURE' as CheckoutPaymentIntent,
  purchaseUnits: [
    {
      referenceId: 'default',
      amount: { currencyCode: 'USD', value },
      description: 'Invoices 1001, 1002',
      customId: 'attempt-1',
      ...more,
    },
  ],
  paymentSource: {
    paypal: {
      emailAddress: 'payer@customer.example',
      name: { givenName: 'Pat', surname: 'Payer' },
      experienceContext: {
        brandName: 'Harbor & Finch Studio',
        returnUrl: 'http://localhost:39999/pay-invoice?done=1',
        cancelUrl: 'http://localhost:39999/pay-invoice',
      },
    },
  },
})

/** Answers the payer's window. */
export const answerWindow = (sandbox: Sandbox, orderId: string, choice: string, framed = 'yes') =>
  fetch(`${sandbox.url}/paypal/checkoutnow?token=${orderId}${framed && `&framed=${framed}`}`, {
    method: 'POST',
    body: new URLSearchParams({ choice }),
    redirect: 'manual',
  })

export const setSwitches = (sandbox: Sandbox, change: Record<string, unknown>) =>
  postJson(`${sandbox.url}/paypal/switches`, change)

export const tokenOf = async (sandbox: Sandbox): Promise<string> => {
  const { PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET } = settingsOf(sandbox)
  const answer = await jsonOf<{ access_token: string }>(
    fetch(`${sandbox.url}/paypal/v1/oauth2/token`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${PAYPAL_CLIENT_ID}:${PAYPAL_CLIENT_SECRET}`).toString('base64')}`,
      },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    }),
  )
  return answer.access_token
}

/** Calls the API with PayPal's own field names, which the library hides. */
export const call = async (
  sandbox: Sandbox,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Response> =>
  fetch(`${sandbox.url}/paypal${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${await tokenOf(sandbox)}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })

type Refusal = { name?: string; debug_id?: string; details?: { issue: string }[] }

/** The status and issues of the library's error. The library parses the body only for known statuses. */
export const refusalOf = async (work: Promise<unknown>) => {
  try {
    await work
  } catch (error) {
    if (!(error instanceof CustomError)) throw error
    const body: Refusal =
      error.result ?? (typeof error.body === 'string' ? JSON.parse(error.body) : {})
    const issues = body.details?.map(({ issue }) => issue) ?? []
    return { status: error.statusCode, name: body.name, issues, debugId: body.debug_id }
  }
  throw new Error('Expected an error.')
}
