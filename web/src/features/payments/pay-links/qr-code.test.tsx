import { renderToStaticMarkup } from 'react-dom/server'
import { encode } from 'uqr'
import { expect, it } from 'vitest'
import { QrCode } from './qr-code.tsx'

const URL = 'https://pay.example/pay-invoice?invoice=1008&date=2026-09-17'

it('draws the code of the text in black on white, with the margin that scanners need', () => {
  const svg = renderToStaticMarkup(<QrCode text={URL} label="QR code" />)
  const code = encode(URL, { ecc: 'M', border: 0 })
  const drawn = new Set(
    Array.from(svg.matchAll(/M(\d+) (\d+)h1v1h-1z/g), ([, x, y]) => `${x} ${y}`),
  )
  const dark = code.data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? `${x + 4} ${y + 4}` : [])),
  )
  expect([...drawn].sort()).toEqual(dark.sort())
  expect(svg).toContain(`viewBox="0 0 ${code.size + 8} ${code.size + 8}"`)
  expect(svg).toMatch(/<rect [^>]*fill="#ffffff"/)
  expect(svg).toMatch(/<path [^>]*fill="#000000"/)
})
