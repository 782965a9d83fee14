// A debounced search field. A search set from outside, e.g. by the Back button, replaces the typed text.
import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'

const DEBOUNCE_MS = 250

type SearchInputProps = {
  readonly placeholder: string
  /** By default, it's visible. */
  readonly isLabelHidden?: boolean
  readonly search: string
  readonly onSearch: (search: string) => void
}

export const SearchInput = (props: SearchInputProps) => {
  const { placeholder, isLabelHidden = false, search, onSearch } = props
  const [typed, setTyped] = useState(search)
  const reported = useRef(search)
  const report = useDebouncedCallback((text: string) => {
    if (text === reported.current) return
    reported.current = text
    onSearch(text)
  }, DEBOUNCE_MS)
  useEffect(() => {
    if (search === reported.current) return
    reported.current = search
    report.cancel()
    setTyped(search)
  }, [search, report])
  return (
    <TextInput
      type="search"
      {...(isLabelHidden ? { 'aria-label': 'Search' } : { label: 'Search' })}
      placeholder={placeholder}
      autoComplete="off"
      flex={{ base: '1 1 100%', sm: '1 1 12.5rem' }}
      maw={{ sm: '24rem' }}
      value={typed}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value)
        report(value.trim())
      }}
    />
  )
}
