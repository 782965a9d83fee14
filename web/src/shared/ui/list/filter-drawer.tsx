// All filters in one drawer, for phones.
import { Button, Drawer } from '@mantine/core'
import type { Filter } from './filter.ts'
import classes from './list.module.css'

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
    <div className={classes.drawer}>
      {filters.map(({ label, inputs }) => (
        <fieldset key={label} className={classes.fieldset}>
          <legend className={classes.legend}>{label}</legend>
          {inputs(stay)}
        </fieldset>
      ))}
      <Button onClick={onClose}>Show {unit}</Button>
    </div>
  </Drawer>
)
