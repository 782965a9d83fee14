// Asks in place whether to add a bill although QuickBooks has a similar one.
import { similarBillsQuestion } from '@invoice-desk/contract/accounting/accounting'
import type { Task } from '@invoice-desk/contract/approval/approval'
import { parseCents } from '@invoice-desk/contract/values/money'
import { Button, Group, Stack, Text } from '@mantine/core'
import type { Question } from './use-task-actions.ts'

type SimilarQuestionProps = {
  readonly task: Task
  readonly question: Question
  readonly onAgree: () => void
  readonly onCancel: () => void
}

export const SimilarQuestion = ({ task, question, onAgree, onCancel }: SimilarQuestionProps) => (
  <Stack
    gap="sm"
    role="group"
    aria-labelledby="similar-title"
    aria-describedby="similar-text"
    onKeyDown={({ key }) => key === 'Escape' && onCancel()}
  >
    <div>
      <Text component="h3" id="similar-title" fz="inherit" fw={600}>
        Add this bill too?
      </Text>
      <p id="similar-text">
        {similarBillsQuestion(question.bills, parseCents(task.details.amount) ?? 0)}
      </p>
    </div>
    <Group gap="sm">
      <Button variant="light" autoFocus onClick={onCancel}>
        Cancel
      </Button>
      <Button variant="default" onClick={onAgree}>
        Add this bill too
      </Button>
    </Group>
  </Stack>
)
