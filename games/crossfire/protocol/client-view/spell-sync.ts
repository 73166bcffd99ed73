// [CF-14.1]

import { faceNumberOf } from '../../builtin/pictures/face-table.ts'
import type { Spell } from '../../model/definitions/spell.ts'
import { findSkill } from '../../model/players/characters.ts'
import type { Player } from '../../model/state/game-state.ts'
import { spellCost, spellDamage } from '../../rules/magic/casting.ts'
import { findSpell } from '../../rules/magic/spells.ts'
import type { SendToClient } from '../dialects/dialect.ts'
import type { SpellEntry } from '../packets/index.ts'
import type { FaceAndAnimationSender } from './inventory-sync.ts'

export class SpellSync {
  readonly #send: SendToClient
  readonly #faces: FaceAndAnimationSender
  readonly #sent = new Map<string, Costs>()
  #detail = 0
  /** While the player's stats are the same object, the spells cannot have changed. */
  #lastStats: Player['stats'] | undefined

  constructor(send: SendToClient, faces: FaceAndAnimationSender) {
    this.#send = send
    this.#faces = faces
  }

  resendAll(): void {
    this.#sent.clear()
    this.#lastStats = undefined
  }

  /** `detail`: the client's setting `spellmon`; 0 sends nothing, 2 includes usage and requirements. */
  sync(player: Player, detail: number): void {
    if (detail !== this.#detail) this.resendAll()
    this.#detail = detail
    if (detail === 0 || this.#lastStats === player.stats) return
    this.#lastStats = player.stats
    for (const [id, { tag }] of [...this.#sent]) if (!player.spells.has(id)) this.#sendDeletion(id, tag)
    for (const id of player.spells) {
      const spell = findSpell(id, player.archetypes)
      if (spell) this.#sendSpell(player, spell, detail)
    }
  }

  /** [CF-14.3] */
  #sendDeletion(id: string, tag: number): void {
    this.#sent.delete(id)
    this.#send({ type: 'delspell', tag })
  }

  #sendSpell(player: Player, spell: Spell, detail: number): void {
    const costs = costsOf(player, spell)
    const before = this.#sent.get(spell.id)
    this.#sent.set(spell.id, costs)
    if (!before) return this.#sendNewSpell(player, spell, costs, detail)
    const { mana, grace, damage } = costs
    if (mana === before.mana && grace === before.grace && damage === before.damage) return
    // [CF-14.2]
    this.#send({
      type: 'updspell',
      tag: spell.tag,
      ...(mana !== before.mana && { mana }),
      ...(grace !== before.grace && { grace }),
      ...(damage !== before.damage && { damage }),
    })
  }

  /** [CF-14.1] Each spell has its own packet, because clients cannot separate several spells without the usage. */
  #sendNewSpell(
    player: Player,
    { level, ticks, skill, path, face, picture, name, description, acceptsText }: Spell,
    costs: Costs,
    detail: number,
  ): void {
    const number = picture ?? faceNumberOf(face)
    this.#faces.sendFace(number)
    const sentSpell: SpellEntry = {
      ...costs,
      level,
      castingTime: ticks,
      skill: skill === undefined ? 0 : (findSkill(player.characterRules, skill)?.number ?? 0),
      path,
      face: number,
      name,
      message: description,
      // A usage of 2 is an optional text.
      ...(detail >= 2 && { usage: acceptsText ? 2 : 0, requirements: '' }),
    }
    this.#send({ type: 'addspell', spells: [sentSpell] })
  }
}

interface Costs {
  readonly tag: number
  readonly mana: number
  readonly grace: number
  readonly damage: number
}

function costsOf(player: Player, spell: Spell): Costs {
  const { sp: mana, grace } = spellCost(player, spell)
  return { tag: spell.tag, mana, grace, damage: spellDamage(player, spell) }
}
