// Operates a page with the keyboard only, and expects a visible focus.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const maxStops = 150

const focused = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement as HTMLInputElement | null
    const labels = [...(at?.labels ?? [])].map(({ textContent }) => textContent)
    return [at?.getAttribute('aria-label'), ...labels, at?.textContent].join(' ').replace(/\s+/g, ' ').trim()
  })

/**
 * Whether the focus has a visible outline, with a contrast of 3:1 to the background around the element (WCAG 1.4.11).
 */
const isSeen = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement
    if (!at || at === document.body) return true
    const { width, height } = at.getBoundingClientRect()
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(at)
    let around = at.parentElement
    const background = () => (around ? getComputedStyle(around).backgroundColor : 'rgb(255, 255, 255)')
    while (around && /, 0\)$/.test(background())) around = around.parentElement
    const [outline = 0, ground = 0] = [outlineColor, background()].map((colour) => {
      const [red = 0, green = 0, blue = 0] = Array.from(colour.matchAll(/[\d.]+/g), ([part]) => {
        const share = Number(part) / 255
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    })
    const contrast = (Math.max(outline, ground) + 0.05) / (Math.min(outline, ground) + 0.05)
    return width > 0 && height > 0 && outlineStyle !== 'none' && outlineWidth !== '0px' && contrast >= 3
  })

/** Throws if no element of this name gets the focus. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let stop = 0; stop < maxStops; stop++) {
    await page.keyboard.press('Tab')
    if (name.test(await focused(page)))
      return expect([name, await isSeen(page)]).toEqual([name, true]) as void
  }
  throw new Error(`the keyboard does not come to ${name}`)
}

/** Replaces the content of the field. */
export async function fill(page: Page, name: RegExp, text: string): Promise<void> {
  await tabTo(page, name)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(text)
}

export async function press(page: Page, name: RegExp, key = 'Enter'): Promise<void> {
  await tabTo(page, name)
  await page.keyboard.press(key)
}
