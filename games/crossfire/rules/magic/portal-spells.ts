// [CF-22.21]

import type { Json } from '../../../game.ts'
import type { LevelPosition } from '../../model/definitions/level-plan.ts'
import { portalRecordKind } from '../../model/records/service-records.ts'
import { type GameState, isPlayer } from '../../model/state/game-state.ts'
import { putThing, removeThing } from '../../model/things/move-things.ts'
import { messageTypes } from '../../protocol/events/message-types.ts'
import { type EffectOf, failSpell, type SpellCast } from './spell-cast.ts'

interface PortalPage {
  readonly remembered?: LevelPosition
  readonly open?: readonly LevelPosition[]
}

export function openPortal(game: GameState, { archetypeId }: EffectOf<'portal'>, { by }: SpellCast): boolean {
  const kind = isPlayer(by)
    ? game.archetypes.conjured?.(archetypeId, { tag: by.tag, skill: undefined, levelsAbove: 0 })
    : undefined
  if (!isPlayer(by) || !kind) return false
  if (by.aboard || game.levels.isOwnCopy(by.levelName)) return failSpell(by, 'You cannot cast that here.')
  const name = by.name.toLowerCase()
  const page = (game.serviceRecords.get(portalRecordKind, name) ?? {}) as PortalPage
  const put = (changed: PortalPage) =>
    game.serviceRecords.put(portalRecordKind, name, changed as unknown as Json)
  const here = { level: by.levelName, x: by.x, y: by.y }
  if (!page.remembered) {
    put({ ...page, remembered: here })
    by.sendMessage(
      'You fix this place in your mind. You can come back from anywhere.',
      messageTypes.spellSuccess,
    )
    return true
  }
  closePortals(game, kind.id, page.open ?? [])
  const { remembered } = page
  const both = [here, remembered]
  if (!both.every((place) => hasRoom(game, place))) {
    put({})
    return failSpell(by, 'The portal finds no place there any more.')
  }
  const title = `${by.name}'s portal`
  for (const [place, to] of [
    [here, remembered],
    [remembered, here],
  ] as const) {
    const portal = game.createThing(kind.id, 1, {
      exit: to,
      name: { one: title, many: title },
      text: `You pass through ${title}.`,
    })
    putThing(portal, { in: 'cell', level: game.levels.open(place.level), x: place.x, y: place.y })
  }
  put({ open: both })
  by.sendMessage('The air moves and shows you the way.', messageTypes.spellSuccess)
  return true
}

/** A portal no longer exists if its map has reset. */
function closePortals(game: GameState, id: string, places: readonly LevelPosition[]): void {
  for (const { level, x, y } of places) {
    if (!game.levels.has(level)) continue
    const map = game.levels.open(level)
    const old = map.has(x, y) ? map.thingsAt(x, y) : []
    for (const thing of [...old]) if (thing.archetype.id === id) removeThing(thing)
  }
}

function hasRoom(game: GameState, { level, x, y }: LevelPosition): boolean {
  if (!game.levels.has(level)) return false
  const map = game.levels.open(level)
  return map.has(x, y) && map.hasRoomForPile(x, y)
}
