// Tests that an email is safe and readable whatever names, words and colors it contains.
import { contrast, DEFAULT_COLOR } from '@invoice-desk/contract/values/accent-scale'
import { describe, expect, it } from 'vitest'
import { renderMail } from './layout.ts'

const SENDER = {
  businessName: 'Harbor & Finch <Studio>',
  businessColor: '#7b1fa2',
  businessLogo: undefined,
  businessAddress: ['12 Wharf <Street>', 'Portland, ME 04101'],
  contactEmail: 'billing@harborfinch.example',
}
const HOSTILE = '<script>alert(1)</script>" onload="x'
const ARABIC = 'شركة النور للمقاولات'
const LONG = 'W'.repeat(300)

const rendered = renderMail(SENDER, {
  subject: HOSTILE,
  heading: HOSTILE,
  amount: '$1,234.50',
  caption: HOSTILE,
  paragraphs: [HOSTILE],
  callout: { tone: 'warning', label: HOSTILE, text: HOSTILE },
  facts: [
    [HOSTILE, HOSTILE],
    ['Vendor', ARABIC],
    ['Invoice number', LONG],
  ],
  total: ['Total paid', '$1,234.50'],
  items: [HOSTILE],
  button: { text: HOSTILE, url: `https://desk.example/?a=1&b="${HOSTILE}`, showsUrl: true },
  link: { text: HOSTILE, url: `https://desk.example/pay?a=1&b="${HOSTILE}` },
  notes: [HOSTILE],
  reason: HOSTILE,
})

describe('the HTML of an email', () => {
  it('shows names as text', () => {
    expect(rendered.html).not.toMatch(/<script|" onload/)
    expect(rendered.html).toContain('Harbor &amp; Finch &lt;Studio&gt;')
    expect(rendered.html).toContain('href="https://desk.example/?a=1&amp;b=&quot;&lt;script')
    expect(rendered.html).toContain('href="https://desk.example/pay?a=1&amp;b=&quot;&lt;script')
    expect(rendered.html).toContain(', 12 Wharf &lt;Street&gt;, Portland, ME 04101')
  })

  it('loads nothing: its only image is inside the email', () => {
    expect(rendered.html.match(/src="[^"]*"/g)).toEqual(['src="cid:logo"'])
    expect(rendered.html).not.toMatch(/url\(|@import|<link/)
    expect(rendered.attachments).toMatchObject([{ cid: 'logo', contentType: 'image/png' }])
  })

  it('lets long words wrap, and text from right to left keep its direction', () => {
    const cellOf = (text: string) => rendered.html.match(`<td[^>]*>${text}`)?.[0]
    expect(cellOf(LONG)).toContain('overflow-wrap:anywhere')
    expect(cellOf(ARABIC)).toContain('dir="auto"')
  })
})

it('says the same in plain text', () => {
  const address = '<Studio>\n12 Wharf <Street>\nPortland, ME 04101\n'
  const urls = ['https://desk.example/?a=1', 'https://desk.example/pay?a=1']
  for (const part of [HOSTILE, ARABIC, LONG, 'Total paid: $1,234.50', address, ...urls])
    expect(rendered.text).toContain(part)
})

it.each([DEFAULT_COLOR, '#000000', '#ffffff', '#ffeb3b', '#ff0000', '#00ff00', '#f4a7c1'])(
  'has readable buttons and links in light and dark mode with %s',
  (businessColor) => {
    const { html } = renderMail(
      { ...SENDER, businessColor },
      {
        subject: '',
        heading: '',
        paragraphs: [],
        button: { text: 'Pay', url: '' },
        reason: '',
      },
    )
    const inline = (role: string) => html.match(`class="${role}" style="[^"]*?(#\\w{6});"`)?.[1]
    const dark = (role: string) => html.match(`\\.${role}\\{[a-z]+:(#\\w{6})`)?.[1]
    for (const colorOf of [inline, dark]) {
      const [button = '', onButton = '', link = ''] = ['button', 'onButton', 'link'].map(colorOf)
      expect(contrast(button, onButton)).toBeGreaterThanOrEqual(4.5)
      expect(contrast(link, colorOf('page') ?? '')).toBeGreaterThanOrEqual(4.5)
    }
  },
)
