// The wallet provider's own button, between its window and our calls.
import type { PageSettings } from '@invoice-desk/contract/system'
import {
  PayPalButtons,
  PayPalScriptProvider,
  usePayPalScriptReducer,
} from '@paypal/react-paypal-js'
import { useMemo, useRef } from 'react'
import { styleNonce } from '../../../shared/page-settings.ts'
import { Loading } from '../../../shared/ui/loading.tsx'
import type { Payment } from '../attempt/use-payment.ts'
import type { WalletDraft } from './wallet-flow.ts'
import { WalletUnavailable } from './wallet-part.tsx'

type WalletButtonProps = {
  readonly settings: NonNullable<PageSettings['paypal']>
  readonly isEnabled: boolean
  readonly wallet: Payment['wallet']
  readonly draft: () => WalletDraft
}

export const WalletButton = ({ settings, ...button }: WalletButtonProps) => {
  const options = useMemo(
    () => ({
      clientId: settings.clientId,
      currency: 'USD',
      intent: 'capture',
      components: 'buttons,funding-eligibility',
      disableFunding: 'card',
      sdkBaseUrl: settings.scriptUrl,
      dataCspNonce: styleNonce(),
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

const LoadedButton = ({ isEnabled, wallet, draft }: Omit<WalletButtonProps, 'settings'>) => {
  const [{ isPending, isRejected }] = usePayPalScriptReducer()
  // A failed order ends in an error of the button too; the page has already said why.
  const isTold = useRef(false)
  if (isRejected) return <WalletUnavailable />
  return (
    <>
      {isPending ? <Loading /> : null}
      <PayPalButtons
        style={STYLE}
        disabled={!isEnabled}
        createOrder={() => {
          isTold.current = false
          return wallet.open(draft()).catch((error: unknown) => {
            isTold.current = true
            throw error
          })
        }}
        onApprove={({ orderID }, actions) => wallet.capture(orderID, () => actions.restart())}
        onCancel={() => wallet.cancel()}
        onError={() => {
          if (!isTold.current) wallet.fail()
          isTold.current = false
        }}
      />
    </>
  )
}
