// Gifts of a god to players who pray at their altar. [CF-24.4]
import { messageTypes } from '../hearing/text-kinds.ts'
import { perform } from '../magic/casting.ts'
import { spellNamed } from '../magic/spells.ts'
import { isBound, loosen } from '../magic/things.ts'
import { skillLevel } from '../people/figures.ts'
import { roll } from '../scene/dice.ts'
import type { Gift, God } from '../scene/god.ts'
import type { Player, Scene } from '../scene/scene.ts'
import { become, put } from '../things/contents.ts'
import { nameOf, withArticle, withContents } from '../things/thing.ts'

/** [CF-24.4] Maximum grace restored to a player without any. */
const graceRestored = 10
/** [CF-24.4] Maximum magic bonus of a blessed weapon. */
const mostPlus = 10
/** [CF-16.4] Maximum piles in a pack, and recorded gifts of a god. */
const most = { piles: 100, granted: 100 } as const

/** [CF-24.4] Grants the first gift that its chance selects and that the player needs. */
export function intervene(scene: Scene, player: Player, god: God): void {
  player.tell('You feel a holy presence.', messageTypes.miscellaneous)
  for (const gift of god.gifts) {
    if (scene.context.random() * 100 >= gift.chance) continue
    if (gift.gift === 'limit' && lacksGrace(player, gift.grace)) break
    if (grants(scene, player, god, gift)) return
  }
  player.tell(`${god.name} hears you.`, messageTypes.miscellaneous)
}

function lacksGrace({ grace, figures: { maxGrace } }: Player, limit: number): boolean {
  return grace < limit || grace < maxGrace
}

/** Returns false if the player does not need it. */
function grants(scene: Scene, player: Player, god: God, gift: Gift): boolean {
  const { maxHp, maxSp } = player.figures
  switch (gift.gift) {
    case 'limit':
      return false
    case 'grace':
      if (player.grace > 0) return false
      player.grace = roll(scene, graceRestored)
      return told(player, 'You are returned to a state of grace.')
    case 'hp':
      if (player.hp >= maxHp) return false
      player.hp = maxHp
      return told(player, 'A white light surrounds you, and your wounds close.')
    case 'sp':
      if (2 * player.sp >= maxSp) return false
      player.sp = Math.max(player.sp, Math.floor((maxSp * gift.percent) / 100))
      return told(
        player,
        'Something strikes you like lightning, and does not hurt. Your head is full of power.',
      )
    case 'freeing':
      return frees(player, gift.damned)
    case 'blessing':
      return blesses(player, god, gift.levels)
    case 'healing':
      return heals(scene, player, gift.spell)
    case 'word':
      player.tell(gift.text, messageTypes.dialog)
      return true
    case 'prayer':
      return teaches(player, god, gift.spell)
    case 'thing':
      return gives(scene, player, gift.id)
    case 'one':
      return gives(scene, player, gift.ids[roll(scene, gift.ids.length) - 1]!)
  }
}

function told(player: Player, text: string): true {
  player.keep()
  player.tell(text, messageTypes.goodEffect)
  return true
}

/** [CF-25.8] */
function frees(player: Player, damned: boolean): boolean {
  const bound = player.inventory.filter((thing) => isBound(thing, damned))
  for (const thing of bound) loosen(player, thing)
  return bound.length > 0
}

/** Blesses the wielded weapon if it is from this world. */
function blesses(player: Player, god: God, levels: number): boolean {
  const weapon = player.inventory.find(({ applied, kind }) => applied && kind.is.role === 'weapon')
  const most = Math.min(mostPlus, Math.floor(skillLevel(player, 'praying') / levels))
  const blessed = weapon && player.kinds?.blessed?.(weapon.kind, most)
  if (!blessed) return false
  become(weapon, blessed)
  player.tell(`${god.name} blesses your ${nameOf(weapon).one}.`, messageTypes.itemChanged)
  return true
}

/** Heals only if the player needs it, without a message otherwise. */
function heals(scene: Scene, player: Player, id: string): boolean {
  const spell = spellNamed(id, scene.kinds)
  if (spell?.does.deed !== 'heal') return false
  const { cures = [], hp, sp = 0, food = 0 } = spell.does
  const ill = cures.some((ail) => player.effects.has(ail))
  const weak = (hp[1] > 0 && player.hp < player.figures.maxHp) || (sp > 0 && player.sp < player.figures.maxSp)
  if (!ill && !weak && !(food > 0 && player.food < food)) return false
  return perform(scene, player, spell, player.facing, 0)
}

function teaches(player: Player, god: God, id: string): boolean {
  const spell = spellNamed(id, player.kinds)
  if (!spell || player.spells.has(id) || spell.level > skillLevel(player, 'praying')) return false
  player.spells.add(id)
  note(player, id)
  return told(player, `${god.name} teaches you a prayer: ${spell.name}.`)
}

/** Gives nothing that the player has already. */
function gives(scene: Scene, player: Player, id: string): boolean {
  const carried = player.inventory.flatMap((thing) => [...withContents(thing)])
  if (player.inventory.length >= most.piles || carried.some(({ kind }) => kind.id === id)) return false
  const thing = put(scene.make(id), { in: 'pack', player })
  note(player, id)
  player.tell(`${withArticle(thing)} appears before your eyes.`, messageTypes.itemGained)
  return true
}

/** [CF-24.2] Records the gift: it is lost with the faith. */
function note(player: Player, id: string): void {
  const { faith } = player
  if (!faith || faith.granted.size >= most.granted) return
  player.faith = { ...faith, granted: new Set([...faith.granted, id]) }
  player.keep()
}
