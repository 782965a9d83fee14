// How browsers are named.
import { expect, it } from 'vitest'
import { browserName } from './browser-name.ts'

const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko)'
const WINDOWS = MAC.replace(/\(.*?\)/, '(Windows NT 10.0; Win64; x64)')
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'

it.each([
  ['Chrome on Windows', `${WINDOWS} Chrome/140.0.0.0 Safari/537.36`],
  ['Edge on Windows', `${WINDOWS} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`],
  ['Safari on Mac', `${MAC} Version/18.0 Safari/605.1.15`],
  ['Safari on iPhone', `${IPHONE} Version/18.0 Mobile/15E148 Safari/604.1`],
  ['Chrome on iPhone', `${IPHONE} CriOS/140.0.0.0 Mobile/15E148 Safari/604.1`],
  ['Firefox on Linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'],
  ['Unknown browser', ''],
])('%s', (name, userAgent) => expect(browserName(userAgent)).toBe(name))
