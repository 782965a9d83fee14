// Uses a page as a person does: finds controls by name and waits for them.
import { waitFor } from '@invoice-desk/testing/wait-for'
import { type Driver, frameOf, type Place } from './driver.ts'

/** Runs in the browser: the first visible control whose name begins with this. */
const findControl = (name: string): Element | undefined => {
  const labelOf = (element: Element) =>
    'labels' in element ? (element.labels as NodeListOf<Element> | null)?.[0] : undefined
  const nameOf = (element: Element) =>
    element.getAttribute('aria-label') ?? (labelOf(element) ?? element).textContent
  const controls = [...document.querySelectorAll('button, a, input, textarea, select')]
  const found = controls.find(
    (element) => element.checkVisibility() && nameOf(element).trim().startsWith(name),
  )
  // A radio button may be invisible, with only its label drawn.
  return found?.clientWidth === 0 ? (labelOf(found) ?? found) : found
}

const control = (name: string) => `(${findControl})(${JSON.stringify(name)})`

export type Page = ReturnType<typeof createPage>

export const createPage = (driver: Driver) => {
  const find = (name: string, frame?: Place) =>
    waitFor(async () => {
      const element = control(name)
      const ready = `(${element})?.matches(':enabled, a, label')`
      if (!(await driver.evaluate(ready, frame))) throw new Error(`No control named “${name}”.`)
      return element
    })

  /** Only elements in the viewport can be clicked. */
  const clickOn = async (element: string, frame?: Place) => {
    const intoView = `scrollIntoView({ block: 'center' })`
    if (frame !== undefined) await driver.evaluate(`void ${frameOf(frame)}.${intoView}`)
    await driver.evaluate(`void ${element}.${intoView}`, frame)
    await driver.click(element, frame)
  }

  return {
    ...driver,
    show: driver.open,
    /** Opens a page and waits until the app has replaced the static first view. */
    open: async (url: string) => {
      await driver.open(url)
      await waitFor(async () => {
        const hasStarted = await driver.evaluate('document.querySelector(".first-view") === null')
        if (!hasStarted) throw new Error(`The app didn't start at ${url}.`)
      })
    },
    click: async (name: string, frame?: Place) => clickOn(await find(name, frame), frame),
    /** Replaces the field's text. */
    fill: async (name: string, text: string, frame?: Place) => {
      const field = await find(name, frame)
      await clickOn(field, frame)
      await driver.evaluate(`void ${field}.select()`, frame)
      await driver.press(text, frame)
    },
    /** Types the date as a US date field expects it: month, day, year. */
    fillDate: async (name: string, day: string) => {
      const field = await find(name)
      await driver.evaluate(`void ${field}.focus()`)
      const [year, ...monthAndDay] = day.split('-')
      await driver.press([...monthAndDay, year].join(driver.nextPart))
    },
    /** Chooses a file in the page's only file input, which is invisible. */
    attach: (path: string) => driver.attach('document.querySelector("input[type=file]")', path),
    see: (text: string, frame?: Place) =>
      waitFor(async () => {
        const shown = await driver.evaluate<string>('document.body.innerText', frame)
        if (!shown.replace(/\s+/g, ' ').includes(text)) {
          throw new Error(`The page doesn't show “${text}”:\n${shown}`)
        }
      }),
  }
}
