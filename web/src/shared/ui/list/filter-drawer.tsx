// All filters in one drawer, for phones.
import { Button, Drawer } from '@mantine/core'
import type { Filter } from './filter.ts'

type FilterDrawerProps = {
  readonly unit: string
  readonly filters: readonly Filter[]
  readonly onClose: () => void
}

const stay = () => {}

export const FilterDrawer = ({ unit, filters, onClose }: FilterDrawerProps) => (
  <Drawer
    opened
    onClose={onClose}
    position="bottom"
    size="85%"
    title="Filters"
    withinPortal={false}
    closeButtonProps={{ 'aria-label': 'Close' }}
    transitionProps={{ duration: 0 }}
    // Without a portal, it would start where the page's text does.
    styles={{ inner: { left: 0 } }}
  >
    <div className="stack gap-4">
      {filters.map(({ label, inputs }) => (
        <fieldset key={label}>
          <legend className="strong mb-2">{label}</legend>
          {inputs(stay)}
        </fieldset>
      ))}
      <Button onClick={onClose}>Show {unit}</Button>
    </div>
  </Drawer>
)
