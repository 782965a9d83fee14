// Says that scraping isn't available yet.
import { Button, Group, Stack } from '@mantine/core'
import { Dialog } from '../../../shared/ui/dialog/dialog.tsx'

export const ComingSoonDialog = ({ onClose }: { onClose: () => void }) => (
  <Dialog title="Coming Soon" onClose={onClose}>
    <Stack gap="lg">
      <p>Amazon transaction scraping will be available soon through browser extensions.</p>
      <Group justify="flex-end">
        <Button onClick={onClose} data-autofocus>
          Got it
        </Button>
      </Group>
    </Stack>
  </Dialog>
)
