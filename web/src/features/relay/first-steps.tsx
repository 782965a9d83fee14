// What someone without a Gmail account in the relay does first.
import { Title } from '@mantine/core'
import { Problem } from '../../shared/ui/feedback/problem.tsx'
import { BusyButton } from '../../shared/ui/form/busy-button.tsx'
import { useConnect } from './mailboxes-panel.tsx'
import classes from './relay.module.css'

const STEPS = [
  {
    title: 'Connect a Gmail account',
    text: 'Google asks whether Invoice Desk may send email for you. We can’t read your mail.',
  },
  {
    title: 'Add a device',
    text: 'Each scanner, printer or program gets its own user name and password.',
  },
  {
    title: 'Copy the settings',
    text: 'Enter the server, port, user name and password on the device, then send something from it.',
  },
]

export const FirstSteps = () => {
  const { connect, error, isBusyWith } = useConnect()
  return (
    <section className="panel card stack" aria-labelledby="first-steps">
      <Title order={2} fz="lg" id="first-steps">
        Let your devices send email again
      </Title>
      <p className="quiet">
        Google no longer accepts passwords from scanners, printers and older programs. They can send
        to the relay instead, and it sends through your Gmail account.
      </p>
      <ol className={classes.steps}>
        {STEPS.map(({ title, text }) => (
          <li key={title}>
            <h3 className="strong">{title}</h3>
            <p className="quiet">{text}</p>
          </li>
        ))}
      </ol>
      {error ? <Problem error={error} /> : null}
      <BusyButton
        className="self-start"
        isBusy={isBusyWith()}
        announced="Opening Google..."
        onClick={() => connect()}
      >
        Connect a Gmail account
      </BusyButton>
    </section>
  )
}
