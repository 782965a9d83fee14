// What an import did, with the vendors that it skipped.
import { Button, Group, Stack, Text } from '@mantine/core'
import type { ImportOutcome } from './api.ts'
import { vendorCount } from './choice.ts'
import classes from './import.module.css'

export const outcomeText = ({ added, invited }: ImportOutcome): string => {
  const imported = `${vendorCount(added)} imported.`
  if (invited === 0) return imported
  return `${imported} ${invited} ${invited === 1 ? 'invitation' : 'invitations'} sent.`
}

type ImportResultProps = { readonly outcome: ImportOutcome; readonly onClose: () => void }

export const ImportResult = ({ outcome, onClose }: ImportResultProps) => (
  <Stack gap="md">
    <p role="alert">
      {outcomeText(outcome)} {vendorCount(outcome.skipped.length)} skipped:
    </p>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls needs focus for the keyboard */}
    <section className={classes.list} aria-label="Skipped vendors" tabIndex={0}>
      <ul>
        {outcome.skipped.map(({ name, reason }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          <li key={index} className={classes.row}>
            <Text fw={600}>{name}</Text>
            <Text c="dimmed" fz="sm">
              {reason}
            </Text>
          </li>
        ))}
      </ul>
    </section>
    <Group justify="flex-end">
      <Button autoFocus onClick={onClose}>
        Close
      </Button>
    </Group>
  </Stack>
)
