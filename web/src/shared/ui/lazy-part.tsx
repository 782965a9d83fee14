// A part of a page whose code loads on its own.
import { type ComponentType, createElement, lazy, type ReactNode, Suspense } from 'react'

type PropsOf<Part> = Part extends ComponentType<infer Props> ? Props : never

/** `load` imports the module that exports the part under this name. Until it's there, `waiting` is shown. */
export const lazyPart = <Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
  waiting: ReactNode = null,
): ComponentType<PropsOf<Module[Name]>> => {
  const Part = lazy(async () => ({ default: (await load())[name] as ComponentType<object> }))
  return (props) => <Suspense fallback={waiting}>{createElement(Part, props as object)}</Suspense>
}
