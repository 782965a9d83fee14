// What devices sent, as an endless table that refreshes itself, newest first.
import {
  RELAY_DAYS_KEPT,
  RELAY_MESSAGE_STATES,
  type RelayDevice,
  type RelayMessage,
} from '@invoice-desk/contract/relay/mail-relay'
import { Button, Text, Title } from '@mantine/core'
import { useEndless } from '../../shared/lists/use-infinite-list.ts'
import { EmptyState } from '../../shared/ui/feedback/empty-state.tsx'
import { Loaded } from '../../shared/ui/feedback/loaded.tsx'
import { FilterBar } from '../../shared/ui/list/filter-bar.tsx'
import { optionFilter } from '../../shared/ui/list/option-filter.tsx'
import { Pill } from '../../shared/ui/pill.tsx'
import { type Column, DataTable } from '../../shared/ui/table/data-table.tsx'
import { EndlessList } from '../../shared/ui/table/endless-list.tsx'
import { TableSkeleton } from '../../shared/ui/table/table-skeleton.tsx'
import {
  ALL_MESSAGES,
  MESSAGE_STATES,
  type MessageView,
  messagesQuery,
  useMailboxOf,
} from './api.ts'
import classes from './relay.module.css'
import {
  messageTone,
  nextTryText,
  recipientsText,
  repeatedText,
  shortMoment,
  sizeText,
} from './relay-texts.ts'
import { ResendButton } from './send-buttons.tsx'

type MessageListProps = {
  readonly devices: readonly RelayDevice[]
  readonly view: MessageView
  readonly onView: (part: Partial<MessageView>) => void
}

export const MessageList = ({ devices, view, onView }: MessageListProps) => {
  const list = useEndless(messagesQuery(view))
  return (
    <section aria-labelledby="messages">
      <Title order={2} fz="lg" mb="xs" id="messages" tabIndex={-1} className={classes.heading}>
        Recent messages
      </Title>
      <p className={`quiet mb-3 ${classes.note}`}>
        From the last {RELAY_DAYS_KEPT} days. If a recipient’s server returns a message later, Gmail
        puts the notice in the Gmail account’s inbox, not here.
      </p>
      <Filters {...{ devices, view, onView }} />
      <Loaded query={list} waiting={<TableSkeleton label="Loading messages..." />}>
        {({ rows }) => (
          <EndlessList list={list} unit={['message', 'messages']}>
            {rows.length === 0 ? (
              <Empty view={view} onView={onView} />
            ) : (
              <DataTable
                caption="Recent messages"
                columns={COLUMNS}
                rows={rows}
                rowKey={({ id }) => id}
              />
            )}
          </EndlessList>
        )}
      </Loaded>
    </section>
  )
}

const Filters = ({ devices, view, onView }: MessageListProps) => (
  <FilterBar
    unit="messages"
    filters={[
      optionFilter({
        label: 'Device',
        options: devices.map(({ id, name }) => ({ value: id, label: name })),
        value: view.device,
        onValue: (device) => onView({ device }),
      }),
      optionFilter({
        label: 'State',
        options: MESSAGE_STATES,
        value: view.state,
        onValue: (state) => onView({ state: state as MessageView['state'] }),
      }),
    ]}
    onClearAll={() => onView(ALL_MESSAGES)}
  />
)

const Empty = ({ view, onView }: Omit<MessageListProps, 'devices'>) =>
  view.device || view.state ? (
    <EmptyState title="No messages match these filters.">
      <Button variant="default" mt="sm" onClick={() => onView(ALL_MESSAGES)}>
        Clear filters
      </Button>
    </EmptyState>
  ) : (
    <EmptyState title="No messages yet.">
      <p>Send a test message, or let a device send one.</p>
    </EmptyState>
  )

const COLUMNS: readonly Column<RelayMessage>[] = [
  {
    header: 'Message',
    heading: true,
    cell: ({ subject, sender, recipients }) => (
      <div className={`anywhere ${classes.message}`}>
        {subject || '(no subject)'}
        <Text size="sm" fw={400} c="dimmed">
          {sender} → {recipientsText(recipients)}
        </Text>
      </div>
    ),
  },
  {
    header: 'Received',
    phoneLabel: '',
    cell: ({ acceptedAt, deviceName }) => (
      <>
        <time className="nowrap" dateTime={acceptedAt}>
          {shortMoment(acceptedAt)}
        </time>
        <div className="quiet">{deviceName}</div>
      </>
    ),
  },
  {
    header: 'State',
    phoneLabel: '',
    width: '33%',
    cell: (message) => <State message={message} />,
  },
  {
    header: 'Size',
    align: 'end',
    phone: 'hidden',
    wideOnly: true,
    cell: ({ bytes }) => sizeText(bytes),
  },
  {
    header: 'Actions',
    align: 'end',
    phone: 'action',
    cell: (message) => (message.canResend ? <ResendButton message={message} /> : null),
  },
]

const State = ({ message }: { message: RelayMessage }) => {
  const { state, problem, nextTryAt, mayBeRepeated, deviceId } = message
  const isConnected = useMailboxOf(deviceId)?.state === 'connected'
  return (
    <div>
      <Pill tone={messageTone(message)}>{RELAY_MESSAGE_STATES[state]}</Pill>
      {problem && state !== 'sent' ? (
        <Text size="sm" className="anywhere">
          {problem}
        </Text>
      ) : null}
      {nextTryAt && state === 'queued' && problem && isConnected ? (
        <Text size="sm" c="dimmed">
          Next try {nextTryText(nextTryAt, Date.now())}
        </Text>
      ) : null}
      {mayBeRepeated ? (
        <Text size="sm" c="dimmed">
          {repeatedText(state)}
        </Text>
      ) : null}
    </div>
  )
}
