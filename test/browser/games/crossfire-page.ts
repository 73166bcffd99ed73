// Controls a Crossfire player in a browser with keyboard and mouse, by the visible page. Finds paths on the built-in
// maps and reads the player's position.
import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect } from 'vitest'
import {
  directionNames,
  directions,
  offsetOf,
} from '../../../games/crossfire/model/definitions/directions.ts'
import type { Site } from '../../end-to-end/running-site.ts'
import { canStand, type Spot, thingsAt } from '../../games/crossfire/scenarios/explore-all-maps.ts'
import { pollOptions } from '../../timeouts.ts'
import type { OpenPage } from '../browser-test.ts'

const keys: { readonly [direction: string]: string } = {
  north: 'ArrowUp',
  northeast: 'PageUp',
  east: 'ArrowRight',
  southeast: 'PageDown',
  south: 'ArrowDown',
  southwest: 'End',
  west: 'ArrowLeft',
  northwest: 'Home',
}
/** Maximum number of attempts to walk a path. Attempts can fail, because other players can block the path. */
const maxTries = 40

export class CrossfirePage {
  readonly page: Page
  readonly name: string

  private constructor(page: Page, name: string) {
    this.page = page
    this.name = name
  }

  static async opened(
    open: OpenPage,
    site: Site,
    name: string,
    options: BrowserContextOptions = {},
  ): Promise<CrossfirePage> {
    const page = await open({ viewport: { width: 1280, height: 800 }, ...options })
    await page.goto(`${site.url}/crossfire/harbor/play`)
    await page.getByText('With an account').click()
    await page.getByLabel('Account name').waitFor()
    return new CrossfirePage(page, name)
  }

  /** Opens the play page and enters the game with a default character. */
  static async playing(...given: Parameters<typeof CrossfirePage.opened>): Promise<CrossfirePage> {
    const one = await CrossfirePage.opened(...given)
    await one.enter()
    return one
  }

  /** Creates an account and a character, of the default class if none is given, and closes the help. */
  async enter(className?: string): Promise<void> {
    const { page, name } = this
    await this.makeAccount()
    await page.getByLabel('Character name').fill(name)
    const next = page.locator('.making button[type=submit]')
    for (const step of ['Race', 'Class', 'Abilities', 'Start at']) {
      await next.click()
      await page.locator('legend', { hasText: step }).waitFor()
      if (step === 'Class' && className) await page.getByText(className, { exact: true }).click()
    }
    await next.click()
    await page.getByRole('button', { name: 'Continue' }).click()
  }

  async makeAccount(): Promise<void> {
    const { page, name } = this
    await page.getByLabel('Account name').fill(`of ${name}`)
    await page.getByLabel('Password', { exact: true }).fill('a secret')
    await page.getByLabel('Password again').fill('a secret')
    await page.getByRole('button', { name: 'Create account' }).click()
  }

  async type(line: string): Promise<void> {
    const input = this.page.getByLabel('Message or command')
    await input.fill(line)
    await input.press('Enter')
  }

  get lines(): Promise<string[]> {
    return this.page.getByRole('log').locator('[data-channel]').allInnerTexts()
  }

  /** Waits for a line that matches `text`, not counting the first `from` lines, and returns the last such line. */
  async reads(text: RegExp, from = 0): Promise<string> {
    const found = async () => (await this.lines).slice(from).findLast((line) => text.test(line)) ?? ''
    await expect.poll(found, pollOptions).toMatch(text)
    return found()
  }

  async where(): Promise<Spot> {
    const before = (await this.lines).length
    await this.type('/mapinfo')
    const told = await this.reads(/You are at/, before)
    const [, x, y, map] = /You are at (\d+), (\d+) of .* \(([\w-]+)\),/.exec(told)!
    return { map: map!, x: Number(x), y: Number(y) }
  }

  /** Checks the position, and tries again if the path was blocked. */
  async walk(to: Spot): Promise<void> {
    for (let tries = 0; tries < maxTries; tries++) {
      const from = await this.where()
      if (from.map !== to.map || (from.x === to.x && from.y === to.y)) return
      for (const direction of shortestPath(from, to)) await this.page.keyboard.press(keys[direction]!)
    }
    throw new Error(`${this.name} does not get to ${to.map} ${to.x},${to.y}`)
  }

  async goThrough(to: string): Promise<void> {
    const { map } = await this.where()
    const exit = exitTo(map, to)
    await this.walk(exit)
    if ((await this.where()).map === map) await this.page.keyboard.press('e')
    await expect.poll(async () => (await this.where()).map, pollOptions).toBe(to)
  }

  get things(): Promise<string[]> {
    return this.page.locator('.pack .name').allInnerTexts()
  }
}

function exitTo(map: string, to: string): Spot {
  for (let y = 0; y < 64; y++)
    for (let x = 0; x < 64; x++)
      if (thingsAt({ map, x, y }).some(({ exit }) => exit?.map === to)) return { map, x, y }
  throw new Error(`nothing on ${map} leads to ${to}`)
}

/** Returns the steps of a shortest path that uses no exits. */
function shortestPath(from: Spot, to: Spot): string[] {
  const key = ({ x, y }: Spot) => `${x} ${y}`
  const came = new Map<string, { readonly spot: Spot; readonly steps: readonly string[] }>()
  const waiting = [{ spot: from, steps: [] as readonly string[] }]
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const { spot, steps } = next
    if (spot.x === to.x && spot.y === to.y) return [...steps]
    for (const direction of directions) {
      const { dx, dy } = offsetOf(direction)
      const beside = { map: from.map, x: spot.x + dx, y: spot.y + dy }
      const isGoal = beside.x === to.x && beside.y === to.y
      if (came.has(key(beside)) || !canStand(beside)) continue
      if (!isGoal && thingsAt(beside).some(({ exit, id }) => exit || id.startsWith('secret'))) continue
      const reached = { spot: beside, steps: [...steps, directionNames[direction - 1]!] }
      came.set(key(beside), reached)
      waiting.push(reached)
    }
  }
  throw new Error(`no way from ${key(from)} to ${key(to)} on ${from.map}`)
}
