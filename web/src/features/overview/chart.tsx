// The chart itself, in a file of its own because its library is large.
import { formatDollars } from '@invoice-desk/contract/values/money'
import { BarChart } from '@mantine/charts'
import '@mantine/charts/styles.layer.css'
import { type ChartProps, ticksOf } from './chart-data.ts'

const compact = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  // Without it, WebKit writes "$700.0".
  minimumFractionDigits: 0,
  maximumFractionDigits: 1,
})

export const Chart = ({ rows, series, stacked = false, height }: ChartProps) => {
  const ticks = ticksOf({ rows, series, stacked })
  return (
    <BarChart
      h={height}
      // After a resize, the tooltip stays where it was, which can be outside of a narrower page.
      style={{ overflow: 'clip' }}
      data={rows.map(({ label, values }) => ({ label, ...values }))}
      dataKey="label"
      series={[...series]}
      type={stacked ? 'stacked' : 'default'}
      tickLine="none"
      gridAxis="x"
      gridColor="var(--chart-grid)"
      textColor="var(--muted)"
      valueFormatter={(value) => formatDollars(value)}
      yAxisProps={{
        width: 52,
        ticks,
        domain: [ticks[0] ?? 0, ticks.at(-1) ?? 0],
        tickFormatter: (value: number) => compact.format(value),
      }}
      xAxisProps={{ interval: 'preserveStartEnd', minTickGap: 12 }}
      barProps={{ isAnimationActive: false, maxBarSize: 28 }}
      tooltipAnimationDuration={0}
      // The table beside it is for keyboards and screen readers.
      barChartProps={{ accessibilityLayer: false, stackOffset: 'sign' }}
    />
  )
}
