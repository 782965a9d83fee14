// The rights of an account: a role, or its own choice of tools. The role follows from the tools and isn't stored.
import {
  ADMIN_EXPLANATION,
  describeRights,
  ROLE_NAMES,
  ROLES,
  type Role,
  TOOL_EXPLANATIONS,
  TOOLS_BY_USE,
} from '@invoice-desk/contract/identity/roles'
import { TOOL_LABELS } from '@invoice-desk/contract/identity/tools'
import { Checkbox, Radio, SimpleGrid, Stack, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { type AccountFields, roleChoiceOf } from './account-fields.ts'

type RightsFieldsProps = { readonly form: UseFormReturnType<AccountFields> }

const COLUMNS = {
  cols: { base: 1, xs: 2 },
  spacing: 'lg',
  verticalSpacing: 'sm',
  mt: 'xs',
} as const

const EVERYONE =
  'Every account can also see the overview and Amazon purchases, refresh data from QuickBooks, and retry failed jobs.'

const CHOICES = [
  ...ROLE_NAMES.map((value) => ({ value, label: ROLES[value].label, text: ROLES[value].text })),
  { value: 'custom', label: 'Custom', text: 'Choose the tools yourself.' },
]

export const RightsFields = ({ form }: RightsFieldsProps) => {
  const choice = roleChoiceOf(form.values)
  const choose = (value: string) => {
    const role = ROLE_NAMES.find((name) => name === value)
    // Custom keeps the tools.
    if (!role) return form.setFieldValue('isCustom', true)
    const { admin, tools } = ROLES[role]
    form.setValues({ admin, tools: [...tools], isCustom: false })
  }
  return (
    <>
      <Radio.Group
        label="Role"
        required
        value={choice}
        onChange={choose}
        error={choice === '' && form.errors.role}
      >
        <SimpleGrid {...COLUMNS}>
          {CHOICES.map(({ value, label, text }) => (
            <Radio key={value} value={value} label={label} description={text} data-path="role" />
          ))}
        </SimpleGrid>
      </Radio.Group>
      {choice === 'custom' ? <ToolFields form={form} /> : null}
      {choice && choice !== 'custom' ? <Included role={choice} /> : null}
    </>
  )
}

const ToolFields = ({ form }: RightsFieldsProps) => (
  <>
    <Checkbox.Group label="Tools" description={EVERYONE} {...form.getInputProps('tools')}>
      <SimpleGrid {...COLUMNS} mb="xs">
        {TOOLS_BY_USE.map((tool) => (
          <Checkbox
            key={tool}
            value={tool}
            label={TOOL_LABELS[tool]}
            description={TOOL_EXPLANATIONS[tool].text}
          />
        ))}
      </SimpleGrid>
    </Checkbox.Group>
    <Checkbox
      label="Administrator"
      description={ADMIN_EXPLANATION}
      {...form.getInputProps('admin', { type: 'checkbox' })}
    />
  </>
)

const Included = ({ role }: { readonly role: Role }) => (
  <Stack gap={4} fz="sm">
    <Text inherit fw={500}>
      {ROLES[role].label}s can:
    </Text>
    <ul>
      {describeRights(ROLES[role]).map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
    <Text inherit c="dimmed">
      {EVERYONE}
    </Text>
  </Stack>
)
