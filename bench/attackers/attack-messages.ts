// The attackers' messages. The bench sends them as fast as possible. The tests in test/cost compute what they cost.
import type { FromClient as FromArcaneClient } from '../../games/arcane-sector/packets.ts'
import type { FromClient as FromCrossfireClient } from '../../games/crossfire/protocol/packets/index.ts'
import type { FromClient as FromDoomClient } from '../../games/doom-2077/packets.ts'
import type { FromClient as FromSoaprunClient } from '../../games/soaprun/packets.ts'
import { arcaneVariants } from './variants/arcane-sector.ts'
import { crossfireVariants } from './variants/crossfire.ts'
import { doomVariants } from './variants/doom-2077.ts'
import { soaprunVariants } from './variants/soaprun.ts'
import type { AttackerPosition, AttackVariants } from './variants/variant.ts'

/** The tags of the clients that receive the attackers' Bounces. */
export const bounceTargetTags: readonly string[] = [
  'Drowned',
  ...Array.from({ length: 62 }, (_, tag) => `t${tag * 1000}`),
]

const faces = 400

/** Returns the packets of the attack `variant`, or undefined if `variants` lacks it. */
function ofVariant<P>(
  variants: AttackVariants<P>,
  variant: string,
  nth: number,
  at: AttackerPosition,
): readonly P[] | undefined {
  return Object.hasOwn(variants, variant) ? variants[variant]!.messages(nth, at) : undefined
}
const nowhere: AttackerPosition = { x: 0, y: 0 }

export function crossfireMessage(variant: string, nth: number): FromCrossfireClient {
  const [packet] = ofVariant(crossfireVariants, variant, nth, nowhere) ?? []
  if (packet) return packet
  if (variant === 'askface') return { type: 'askface', face: 1 + (nth % faces) }
  return { type: 'ncom', packet: nth % 256, repeat: -1, text: nth % 2 ? `say ${nth}` : 'info' }
}

/** The attack `draws`, which is not in `soaprunVariants`, draws one tile at the player's position in changing colours. */
export function soaprunMessage(
  { x, y }: AttackerPosition,
  nth: number,
  variant = 'draws',
): FromSoaprunClient {
  const [packet] = ofVariant(soaprunVariants, variant, nth, { x, y }) ?? []
  if (packet) return packet
  return { type: 'DrFl', nodes: [{ x, y }], x, y, tile: 12 + (nth % 4) }
}

/** The attack `flood`, which is not in `arcaneVariants`, repeats a step forward, talk, a step back and talk. */
export function arcaneMessage(nth: number, variant = 'flood'): FromArcaneClient {
  const [packet] = ofVariant(arcaneVariants, variant, nth, nowhere) ?? []
  if (packet) return packet
  if (nth % 2) return { type: 'SAYS', packetId: 0n, text: `word ${nth} `.repeat(20) }
  return { type: 'MOVE', packetId: 0n, direction: nth % 4 === 0 ? 0 : 1 }
}

const doomSays: readonly FromDoomClient[] = [
  { type: 'MOVE', x: 0, y: 0, z: 0, angle: 0 },
  { type: 'CHAT', msg: 'x'.repeat(60) },
  { type: 'FIRE', weapon: 1 },
  { type: 'PING', data: new Uint8Array(8) },
]

export const doomMessage = (nth: number): FromDoomClient => doomSays[nth % doomSays.length]!

export function doomMessages(variant: string, nth: number, at: AttackerPosition): readonly FromDoomClient[] {
  return ofVariant(doomVariants, variant, nth, at) ?? [doomMessage(nth)]
}
