// A search field that tells what was typed after a pause; a search that comes from elsewhere, such as the
// back button, wins over what stands in it.
import { TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'

const PAUSE_MS = 250

type SearchInputProps = {
  readonly label?: string
  readonly placeholder: string
  readonly search: string
  readonly className?: string | undefined
  readonly onSearch: (search: string) => void
}

export const SearchInput = (props: SearchInputProps) => {
  const { label = 'Search', placeholder, search, className, onSearch } = props
  const [typed, setTyped] = useTyped(search, onSearch)
  return (
    <TextInput
      type="search"
      label={label}
      placeholder={placeholder}
      autoComplete="off"
      className={className}
      value={typed}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
    />
  )
}

const useTyped = (search: string, onSearch: (search: string) => void) => {
  const [typed, setTyped] = useState(search)
  const told = useRef(search)
  const tell = useRef(onSearch)
  tell.current = onSearch
  useEffect(() => {
    if (search === told.current) return
    told.current = search
    setTyped(search)
  }, [search])
  useEffect(() => {
    if (typed.trim() === told.current) return
    const timer = setTimeout(() => {
      told.current = typed.trim()
      tell.current(told.current)
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return [typed, setTyped] as const
}
