// A QR code for a scanner: black on white in either color scheme, with the margin that scanners need.
import { type Ref, useMemo } from 'react'
import { encode } from 'uqr'

/** In modules, as the standard asks for. */
const MARGIN = 4

type QrCodeProps = {
  readonly text: string
  readonly label: string
  readonly className?: string | undefined
  readonly ref?: Ref<SVGSVGElement>
}

export const QrCode = ({ text, label, className, ref }: QrCodeProps) => {
  const { size, path } = useMemo(() => draw(text), [text])
  return (
    <svg
      ref={ref}
      xmlns="http://www.w3.org/2000/svg"
      viewBox={`0 0 ${size} ${size}`}
      width="240"
      height="240"
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
      className={className}
    >
      <rect width={size} height={size} fill="#ffffff" />
      <path d={path} fill="#000000" />
    </svg>
  )
}

/** A square of one unit for each dark module. */
const draw = (text: string) => {
  const { size, data } = encode(text, { ecc: 'M', border: MARGIN })
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('')
  return { size, path }
}
