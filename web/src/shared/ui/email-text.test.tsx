import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { EmailText } from './email-text.tsx'

test('an email wraps after punctuation, not within a word', () => {
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
