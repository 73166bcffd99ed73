import type { ItemKind } from '../../../items/items.ts'
import type { Place } from '../../../terrain/terrain.ts'
import type { Site } from '../draft/geography.ts'
import type { DoorGroup } from './structures.ts'

/** The client's colour bytes. A colour ends at the next `plain`. */
const [plain, green, gold, sky] = ['\x0f', '\x12', '\x13', '\x16']

/** Encodes a spell for the client: 0xff and the rune's byte for each rune. */
const runes = (spell: string) => [...spell].map((rune) => `\xff${rune}`).join('')

/** [AS-7.3] */
const spells = {
  fireArrow: runes('JZ'),
  forceRam: runes('QQQ'),
  bindRing: runes('vwxy'),
} as const

const named = (name: string) => `${gold}${name}${plain}`

/** The signs in front of the outdoor doors. */
export const doorSigns: { readonly [group in DoorGroup]: string } = {
  inn: `${named('The Copper Kettle')}. Beds, broth, and flasks that want filling.`,
  apothecary: `${named('Apothecary')}. Bring herbs, take heart.`,
  school: `${named('School of Runes')}. Speak softly, cast outside.`,
  light: `${named('The Light')}. Its keeper holds one of the three levers.`,
  chapel: `${named('Chapel of the Quiet Hour')}. Enter, and pull nothing that you do not understand.`,
  hermit: 'GO AWAY. (Beneath, smaller: or bring mint.)',
  fleet: `${named('The Fleet-master')}. The lock is of gold, and so is what it wants.`,
  hollow: `${named('The Hollow')}. Blades forged within remember where you stood.`,
  'underway-south': `${named('The Underway')}, southern stair. The old road beneath the Shoulders: keep to the halls.`,
  'underway-north': `${named('The Underway')}, northern stair.`,
  'underway-vale': `${named('The Vale')}. The finder told nobody, and came back for the herbs.`,
}

/** Texts of the signs at sites, and of the signs along roads that name the regions. */
export const signTexts = {
  welcome:
    `Welcome to ${named('Hearthwick')}, traveller. North of the green is the inn, west the apothecary, east the ` +
    'school of runes. No beast comes within sight of our fire.',
  saltmouth: `${named('Saltmouth')}. The fleet is out. It has been out for forty years.`,
  pier: 'Next boat to the mainland:',
  shut: 'Gone with the fleet, and the door walled up.',
  ruin: `${named('The Broken Hall')}. Burnt into the last standing stone: ${spells.fireArrow}`,
  stones: `${named('The Listening Stones')}. They repeat one word, three times: ${spells.forceRam}`,
  mosswood: `${named('Mosswood')}. The paths move. The trees say they do not.`,
  coldpine: `${named('Coldpine')}. Here the wind has the right of way.`,
  ashenWood: `${named('Ashen Wood')}. Nothing grows but rumours.`,
  strand: `${named('The Long Strand')}. Finders keepers.`,
} as const

/** Texts on walls and boards inside buildings. */
export const inscriptions = {
  inn: `House rules of the Copper Kettle. 1: daggers stay in your pack. 2: what lies on the floor is anybody's. 3: ask the keeper of the Light about the ${named('strongroom')}.`,
  recipes:
    `For the mind: ${green}Fria${plain} and ${green}Spoglow Mint${plain}. For the body: ${green}Widow's Comfrey${plain} ` +
    `and ${green}Weasel Clover${plain}. Nothing else into the flask, or it goes off.`,
  school:
    'A spell is drawn rune by rune, and each rune takes its toll of the mind. Fire flies where you look; the ram moves who ' +
    'stands with you; the ring you must go and find.',
  light: `Three levers open the ${named('strongroom')} in the Underway: here, in the Chapel, and with the Hermit. All three must be down at once.`,
  chapel: 'Of three hands that let go, one was ours.',
  fleet: 'Sailed with the fleet. If you read this you have my key: water the Kingsberry.',
  hermit: 'They gave me a lever and asked me to be discreet.',
  hollow: `Hold your ring, stand still, and say with the hand: ${spells.bindRing}`,
  gate: `${sky}The strongroom. Shut since the fleet left.${plain} The Light, the Chapel, the Hermit: all or none.`,
  vault: 'Well done. Leave something for the next.',
  lake: 'The water is cold and older than the mountain.',
} as const

/** Players can take scrolls away, so each text is also on a wall. */
const scroll = (name: string, text: string): Readonly<ItemKind> => ({ type: 'scroll', name, text })

export const scrolls = {
  fireArrow: scroll('Scroll of the Fire Arrow', `${spells.fireArrow} Face it, mean it, let go.`),
  forceRam: scroll('Scroll of the Ram', `${spells.forceRam} For those who stand too close.`),
  bindRing: scroll(
    'Scroll of Binding',
    `${spells.bindRing} It will bring you back to where it learned your name.`,
  ),
  recipe: scroll(
    'Recipe',
    "Widow's Comfrey, Weasel Clover, a clean flask. Drink it before the fight, not instead of it.",
  ),
} as const

export type SignpostTarget = Pick<Site, 'name' | 'x' | 'y'>

/** One line per destination. */
export function signpost(from: Place, to: readonly SignpostTarget[]): string {
  return to.map(({ name, x, y }) => `\n${bearing(x - from.x, y - from.y)}: ${named(name)}`).join('')
}

function bearing(dx: number, dy: number): string {
  const vertical = dy < 0 ? 'North' : 'South'
  const horizontal = dx < 0 ? 'West' : 'East'
  if (Math.abs(dx) * 2 < Math.abs(dy)) return vertical
  if (Math.abs(dy) * 2 < Math.abs(dx)) return horizontal
  return `${vertical}-${horizontal.toLowerCase()}`
}
