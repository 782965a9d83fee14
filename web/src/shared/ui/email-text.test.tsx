// Where an email may wrap.
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { EmailText } from './email-text.tsx'

test('an email wraps after its signs, not within a word', () => {
  const markup = renderToStaticMarkup(<EmailText email="ann-lee.smith+bills@north_west.example" />)
  const lines = markup.split('<wbr/>')
  expect(lines.slice(0, -1)).toEqual([
    'ann-',
    'lee.',
    'smith+',
    'bills@',
    'north_',
    'west.',
    'example',
  ])
})
