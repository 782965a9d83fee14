// The zoom of a document, in percent or fitted to the panel's width.

export type Zoom = number | 'fit'

const STEPS = [25, 50, 75, 100, 125, 150, 200, 300, 400]

/** The next step up or down. `fitPercent` is what `fit` amounts to. */
export const zoomStep = (zoom: Zoom, direction: 1 | -1, fitPercent: number): Zoom => {
  const percent = zoom === 'fit' ? fitPercent : zoom
  const next =
    direction > 0 ? STEPS.find((step) => step > percent) : STEPS.findLast((step) => step < percent)
  return next ?? zoom
}
