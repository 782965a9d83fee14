// Card or wallet.
import {
  PAYMENT_METHOD_IDS,
  PAYMENT_METHODS,
  type PaymentMethod,
} from '@invoice-desk/contract/payment-methods'
import classes from './method-choice.module.css'

type MethodChoiceProps = {
  readonly method: PaymentMethod
  readonly isLocked: boolean
  readonly onChoose: (method: PaymentMethod) => void
}

export const MethodChoice = ({ method, isLocked, onChoose }: MethodChoiceProps) => (
  <fieldset className={classes.choice} disabled={isLocked}>
    <legend className={classes.legend}>Payment method</legend>
    {PAYMENT_METHOD_IDS.map((each) => (
      <label key={each} className={classes.option}>
        <input
          type="radio"
          name="payment-method"
          className={classes.radio}
          value={each}
          checked={method === each}
          onChange={() => onChoose(each)}
        />
        {PAYMENT_METHODS[each].label}
      </label>
    ))}
  </fieldset>
)
