// PayPal's button, connected to our payment flow.
import type { PaymentPageSettings } from '@invoice-desk/contract/system/system'
import {
  PayPalButtons,
  PayPalScriptProvider,
  usePayPalScriptReducer,
} from '@paypal/react-paypal-js'
import { type ReactNode, useMemo, useRef } from 'react'
import { pageNonce } from '../../../shared/api/page-settings.ts'
import { Loading } from '../../../shared/ui/feedback/loading.tsx'
import type { Payment } from '../attempt/use-payment.ts'
import type { WalletDraft } from './wallet-flow.ts'

type WalletButtonProps = {
  readonly settings: PaymentPageSettings
  readonly isEnabled: boolean
  readonly wallet: Payment['wallet']
  readonly draft: () => WalletDraft
  /** Shown when PayPal's script fails to load. */
  readonly unavailable: ReactNode
}

export const WalletButton = ({ settings, ...button }: WalletButtonProps) => {
  const options = useMemo(
    () => ({
      clientId: settings.publicKey,
      currency: 'USD',
      intent: 'capture',
      components: 'buttons,funding-eligibility',
      disableFunding: 'card',
      sdkBaseUrl: settings.scriptUrl,
      dataCspNonce: pageNonce(),
    }),
    [settings],
  )
  return (
    <PayPalScriptProvider options={options}>
      <LoadedButton {...button} />
    </PayPalScriptProvider>
  )
}

const STYLE = { layout: 'vertical', color: 'gold', label: 'pay', height: 48 } as const

type LoadedButtonProps = Omit<WalletButtonProps, 'settings'>

const LoadedButton = ({ isEnabled, wallet, draft, unavailable }: LoadedButtonProps) => {
  const [{ isPending, isRejected }] = usePayPalScriptReducer()
  // A failed order also makes PayPal call onError, after the page has already shown why.
  const isErrorShown = useRef(false)
  if (isRejected) return unavailable
  return (
    <>
      {isPending ? <Loading /> : null}
      <PayPalButtons
        style={STYLE}
        disabled={!isEnabled}
        createOrder={() => {
          isErrorShown.current = false
          return wallet.open(draft()).catch((error: unknown) => {
            isErrorShown.current = true
            throw error
          })
        }}
        onApprove={({ orderID }, actions) => wallet.capture(orderID, () => actions.restart())}
        onCancel={() => wallet.cancel()}
        onError={() => {
          if (!isErrorShown.current) wallet.fail()
          isErrorShown.current = false
        }}
      />
    </>
  )
}
