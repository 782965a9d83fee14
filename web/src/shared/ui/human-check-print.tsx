// The notice that Google requires on pages that hide the reCAPTCHA badge.
import { pageSettings } from '../page-settings.ts'
import classes from './human-check-print.module.css'

export const HumanCheckPrint = ({ what }: { what: string }) =>
  pageSettings.humanCheck ? (
    <p className={classes.print} data-print="never">
      {what} is protected by reCAPTCHA. The Google{' '}
      <a href="https://policies.google.com/privacy">Privacy Policy</a> and{' '}
      <a href="https://policies.google.com/terms">Terms of Service</a> apply.
    </p>
  ) : null
