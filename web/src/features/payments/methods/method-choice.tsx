// Card or wallet.
import { PAYMENT_METHODS, type PaymentMethod } from '@invoice-desk/contract/payments'
import classes from './method-choice.module.css'

const LABELS = {
  stripe: 'Credit Card',
  paypal: 'PayPal',
} as const satisfies Record<PaymentMethod, string>

type MethodChoiceProps = {
  readonly method: PaymentMethod
  readonly isLocked: boolean
  readonly onChoose: (method: PaymentMethod) => void
}

export const MethodChoice = ({ method, isLocked, onChoose }: MethodChoiceProps) => (
  <fieldset className={classes.choice} disabled={isLocked}>
    <legend className={classes.legend}>Payment method</legend>
    {PAYMENT_METHODS.map((each) => (
      <label key={each} className={classes.option}>
        <input
          type="radio"
          name="payment-method"
          className={classes.radio}
          value={each}
          checked={method === each}
          onChange={() => onChoose(each)}
        />
        {LABELS[each]}
      </label>
    ))}
  </fieldset>
)
