// [AS-16.7]
import { directionOfMove, moveDirections } from '../../terrain/directions.ts'
import type { Art } from '../art/art.ts'
import type { Colour } from '../art/primitives/image.ts'
import { type ColourRamp, createColourRamp, type Painting } from '../art/primitives/painting.ts'
import { isRune } from '../art/runes.ts'
import { screenSize } from '../first-person/projection.ts'
import type { Point, ViewInput } from '../first-person/view-input.ts'
import { drawConsole } from './console.ts'
import { Font, type Glyph, glyphsWidth, letterSize, nameColour, plainGlyphs } from './font.ts'
import {
  type Box,
  barBoxes,
  castButtonBox,
  compassLayout,
  frameTop,
  modeButtonBox,
  portraitBox,
  runeGridLayout,
  slotBoxes,
  spellRowLayout,
} from './layout.ts'
import { drawMinimap } from './minimap.ts'
import { drawPanel } from './panel.ts'

/** Maximum length of an object's name, in letters. */
const longestName = 40
const [health, mana]: readonly ColourRamp[] = [createColourRamp(0xc8323c), createColourRamp(0x3a6ae0)]

export class Hud {
  readonly #art: Art
  readonly #letters = new Font()
  readonly #slotsPanel: Painting
  readonly #runesPanel: Painting

  constructor(art: Art) {
    this.#art = art
    this.#slotsPanel = drawPanel(art.grain, false)
    this.#runesPanel = drawPanel(art.grain, true)
  }

  /** `name`: the name of the object at the mouse. */
  draw(on: Painting, input: ViewInput, name: string | undefined): void {
    const { vitals, lines, typed, mouse } = input
    on.pixels.set((input.runes ? this.#runesPanel : this.#slotsPanel).pixels, frameTop * screenSize.width)
    this.#bar(on, barBoxes.health, vitals.hp, vitals.hpMax, health!, 'right')
    this.#bar(on, barBoxes.mana, vitals.mana, vitals.manaMax, mana!, 'left')
    const { portraits } = this.#art
    on.lay(portraits[input.portrait % portraits.length]!, portraitBox.left, portraitBox.top)
    if (input.runes) this.#spell(on, input.runes)
    else this.#slots(on, input)
    this.#mode(on, input.runes !== undefined)
    drawConsole(on, this.#letters, lines, typed)
    this.#compass(on, input.eye.facing)
    drawMinimap(on, input)
    if (mouse && name) this.#name(on, mouse, name)
  }

  #bar(on: Painting, box: Box, value: number, most: number, ramp: ColourRamp, from: 'left' | 'right'): void {
    const filled = most > 0 ? Math.round((box.width * Math.min(value, most)) / most) : 0
    const left = from === 'left' ? box.left : box.left + box.width - filled
    on.rect(left, box.top, filled, box.height, ramp[2]!).rect(left, box.top + 1, filled, 5, ramp[3]!)
    on.rect(left, box.top + 2, filled, 1, ramp[5]!).rect(left, box.top + box.height - 1, filled, 1, ramp[1]!)
    this.#centred(on, plainGlyphs(`${value}/${most}`), box.left + box.width / 2, box.top + 1)
  }

  #slots(on: Painting, { slots: things }: ViewInput): void {
    for (const [n, { left, top }] of slotBoxes.entries()) {
      const thing = things[n]
      if (thing) on.lay(this.#art.item(thing.gfxId).image, left + 4, top + 4)
      else if (n >= 8) on.lay(this.#art.hand, left + 4, top + 4, n === 9)
    }
  }

  #spell(on: Painting, spoken: readonly number[]): void {
    const { first, columns, rows, left, top, width, height } = runeGridLayout
    for (let n = 0; n < columns * rows; n++)
      this.#rune(on, first + n, left + (n % columns) * width, top + Math.floor(n / columns) * height)
    for (const [n, rune] of spoken.filter(isRune).slice(0, 8).entries())
      this.#rune(on, rune, spellRowLayout.left + n * spellRowLayout.step, spellRowLayout.top)
    on.lay(this.#art.spark, castButtonBox.left + 4, castButtonBox.top + 4)
  }

  #rune(on: Painting, code: number, left: number, top: number): void {
    this.#letters.write(on, [{ code, isRune: true, colour: nameColour }], left, top)
  }

  /** The button switches between runes and slots. It shows an item while the panel shows runes, otherwise a rune. */
  #mode(on: Painting, showsRunes: boolean): void {
    if (showsRunes) on.lay(this.#art.item('unknown').image, modeButtonBox.left + 4, modeButtonBox.top + 4)
    else this.#rune(on, 0x67, modeButtonBox.left + 6, modeButtonBox.top + 8)
  }

  #compass(on: Painting, facing: number): void {
    const { frame, letter } = compassLayout
    const { left, top, width, height } = frame
    on.rect(left + 1, top, width - 2, height, 0x1d1610)
      .rect(left, top, width, height - 2, 0x1d1610)
      .rect(left + 1, top, width - 2, height - 2, 0x8a7a52)
      .rect(left + 3, top, width - 6, height - 4, 0x2c2016)
    const write = (direction: number, colour: Colour, x: number) =>
      this.#letters.write(on, plainGlyphs('NSWE'[direction]!, colour), x, letter.y)
    write(directionOfMove(facing, moveDirections.left), faint, left + 7)
    write(facing, nameColour, letter.x)
    write(directionOfMove(facing, moveDirections.right), faint, left + width - 12)
  }

  /** Draws the name above the mouse, but inside the picture. */
  #name(on: Painting, { x, y }: Point, name: string): void {
    const signs = plainGlyphs(name.slice(0, longestName), nameColour)
    const half = glyphsWidth(signs) / 2
    const middle = Math.max(half + 2, Math.min(screenSize.width - half - 2, x))
    this.#centred(on, signs, middle, Math.max(2, y - 2 * letterSize.height))
  }

  #centred(on: Painting, signs: readonly Glyph[], middle: number, top: number): void {
    this.#letters.write(on, signs, Math.round(middle - glyphsWidth(signs) / 2), top)
  }
}

const faint: Colour = 0x9a8a68
