// Reads the picture on the canvas of a page.
import type { Page } from 'playwright-core'

/** The number of different colours, which is one if the picture is empty, and 0 without a canvas. */
export const colourCount = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const screen = document.querySelector<HTMLCanvasElement>('canvas.screen')
    const data = screen?.getContext('2d')?.getImageData(0, 0, screen.width, screen.height).data
    return new Set(data && new Uint32Array(data.buffer)).size
  })

/** The number of pixels of a colour, in the whole picture or in a part of it. */
export const pixelCount = (
  page: Page,
  colour: readonly number[],
  part?: readonly number[],
): Promise<number> =>
  page.evaluate(
    ([colour, part]) => {
      const screen = document.querySelector<HTMLCanvasElement>('canvas.screen')
      const [x, y, width, height] = part ?? [0, 0, screen?.width, screen?.height]
      const data = screen?.getContext('2d')?.getImageData(x!, y!, width!, height!).data ?? []
      let found = 0
      for (let at = 0; at < data.length; at += 4)
        if (colour.every((value, n) => data[at + n] === value)) found++
      return found
    },
    [colour, part] as const,
  )
