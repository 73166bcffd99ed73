// [CF-21.14]

import type { Traits } from '../../../model/definitions/archetype.ts'
import type { GameState, Player, Thing } from '../../../model/state/game-state.ts'
import { changeArchetype, consumeThing, putThing } from '../../../model/things/move-things.ts'
import { isPackFull } from '../../../model/things/pile-limits.ts'
import { maxPileCount, nameOf, withContents } from '../../../model/things/thing.ts'
import { messageTypes } from '../../../protocol/events/message-types.ts'

/** [CF-21.14] Turns the marked thing into the product that its `slaying` names for this tool. */
export function transformMarkedItem(
  game: GameState,
  player: Player,
  tool: Thing,
  { verb, uses }: Extract<Traits, { readonly role: 'transformer' }>,
): void {
  const refuse = (text: string) => player.sendMessage(text, messageTypes.applyError)
  const name = nameOf(tool).one
  const marked = player.markedTag === undefined ? undefined : player.findCarried(player.markedTag)
  if (!marked) return refuse(`Use the ${name} with what? Mark a thing first.`)
  const result = resultOf(marked, tool)
  if (!result || marked === tool || [...withContents(marked)].some(({ unpaid }) => unpaid) || marked.locked)
    return refuse(`You cannot use the ${name} with your ${nameOf(marked).one}.`)
  const kind = game.archetypes.get(`arch ${result.archetype}`)
  if (kind.layer !== 'item' || kind.face === '')
    return refuse(`The ${nameOf(marked).one} is strange. Leave it be.`)
  if (isPackFull(player)) return refuse('You cannot carry more things.')
  player.sendMessage(`You ${verb} the ${nameOf(marked).one}.`, messageTypes.applied)
  putThing(game.createThing(kind.id, result.count), { in: 'pack', player })
  consumeThing(marked)
  if (uses === undefined) return
  const less = game.archetypes.improved?.(tool.archetype, new Map([['food', String(uses - 1)]]))
  if (uses > 1 && less) changeArchetype(tool, less)
  else consumeThing(tool)
}

/** `slaying`: `TOOL:5 PRODUCT;OTHER_TOOL:PRODUCT`. */
function resultOf(
  { archetype }: Thing,
  tool: Thing,
): { readonly archetype: string; readonly count: number } | undefined {
  const name = tool.archetype.matchProperties?.archetype
  for (const each of (archetype.attributes?.get('slaying') ?? '').split(';')) {
    const [by, makes = ''] = each.trim().split(':')
    const [, count = '', product = ''] = /^(\d*) *(.*)$/.exec(makes) ?? []
    if (by === name && product !== '')
      return { archetype: product, count: Math.min(maxPileCount, Math.max(1, Number(count))) }
  }
  return undefined
}
