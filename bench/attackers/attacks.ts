import { arcaneVariants } from './variants/arcane-sector.ts'
import { crossfireVariants } from './variants/crossfire.ts'
import { doomVariants } from './variants/doom-2077.ts'
import { soaprunVariants } from './variants/soaprun.ts'
import type { AttackVariants } from './variants/variant.ts'

/** Descriptions of the attacks. A key is the game and the variant. */
export const attacks: { readonly [attack: string]: string } = {
  'archipelago says': '20,000 Says in a frame of 1 MiB',
  'archipelago bounce': 'a Bounce of 100,000 tags',
  'archipelago data': 'Bounces of 900 kB to 20 other clients',
  'archipelago received': 'Bounces of 60 kB, received by 20 other clients',
  'archipelago deep': 'a Set that doubles and halves a deep list 3,000 times',
  'archipelago alike': 'a Set that compares lists that are nearly alike',
  'archipelago powers': 'a Set of 6,000 operations on long integers',
  'archipelago digits': 'a Set that joins 800 kB of text',
  'archipelago repeated': 'LocationScouts of one location 100,000 times',
  'archipelago hints': '2,000 LocationScouts with hints',
  'archipelago hinted': 'LocationScouts of all locations, with hints',
  'archipelago created': '2,000 CreateHints of 50 locations',
  'archipelago statuses': '20,000 StatusUpdates',
  'archipelago status': 'a StatusUpdate of 400 kB',
  'archipelago updates': '12,000 UpdateHints',
  'archipelago keys': 'a Get of 90,000 keys',
  'archipelago values': '500 Gets of 800 kB',
  'archipelago tags': '8,000 ConnectUpdates that change the tags',
  'archipelago checks': '20,000 LocationChecks',
  'archipelago say': 'a Say of 900 kB',
  'archipelago packages': '20,000 GetDataPackages',
  'archipelago syncs': '60,000 Syncs',
  'archipelago watches': 'SetNotify of 80,000 keys',
  'archipelago commands': '20,000 commands with long answers',
  'archipelago objects': 'a Bounce of 340,000 objects',
  'crossfire commands': 'say and info, without a pause',
  'crossfire askface': 'askface of every face, without a pause',
  'soaprun draws': 'DrFl, without a pause',
  'arcane-sector flood': 'MOVE and SAYS, without a pause',
  'doom-2077 datagrams': 'MOVE, CHAT, FIRE and PING in turn, 4,000 datagrams a second',
  ...attacksOf('crossfire', crossfireVariants),
  ...attacksOf('soaprun', soaprunVariants),
  ...attacksOf('arcane-sector', arcaneVariants),
  ...attacksOf('doom-2077', doomVariants),
}
/** A key of `attacks`. */
export type Attack = string

export const attackNames: readonly Attack[] = Object.keys(attacks)

function attacksOf(game: string, variants: AttackVariants<unknown>): { readonly [attack: string]: string } {
  return Object.fromEntries(
    Object.entries(variants).map(([variant, { description }]) => [`${game} ${variant}`, description]),
  )
}

/** Four players, so that a measurement takes 15 s. One player would need a minute for the same number of requests. */
export const honestPlayerCount = 4

export function gameOf(attack: Attack): string {
  return attack.split(' ')[0]!
}

export function variantOf(attack: Attack): string {
  return attack.slice(gameOf(attack).length + 1)
}

/** The room under attack: the port of its listener, and for Archipelago also the players' slots. */
export interface AttackedRoom {
  readonly port: number
  readonly slots: readonly { readonly name: string; readonly game: string }[]
}
