// [CF-23.16]
import type { InsultStyle } from '../../../model/definitions/script.ts'
import { rollDie } from '../../../model/state/dice.ts'
import { withArticle } from '../../../model/things/thing.ts'
import { messageTypes } from '../../../protocol/events/message-types.ts'
import type { ScriptCall } from '../dialogue/script-call.ts'

/**
 * `opens`: the beginnings, before the article and the noun. The first adjective determines whether the article is `a`
 * or `an`.
 */
const words: {
  readonly [style in InsultStyle]: {
    readonly opens: readonly string[]
    readonly first: string
    readonly second: string
    readonly nouns: string
  }
} = {
  shakespear: {
    opens: ['Thou art', 'Thy sire was'],
    first:
      'addled barren craven envious fulsome idle knavish loathsome maundering onerous prating sodden unwashed',
    second:
      'ale-soaked crow-footed dim-lanterned ditch-born flea-ridden moss-brained tallow-faced toad-hearted',
    nouns:
      'barrel-dreg carrion-crow dunghill gallows-fruit hobgoblin maggot mooncalf pottage-thief turnip wart',
  },
  texas: {
    opens: ['Yer', 'Yer horse is'],
    first: 'ornery addle-headed bone-idle empty-holstered dusty no-good sorry ugly',
    second: 'barn-raised boot-stealin cactus-huggin fence-post-dumb mule-faced saddle-sore',
    nouns: 'armadillo chicken-rustler hayseed polecat tenderfoot tumbleweed',
  },
  dwarf: {
    opens: ['You are', 'Your forge-master is'],
    first: 'bald ale-watering idle smooth-chinned soft-handed unbearded',
    second: 'blunt-picked cave-shy daylight-loving elf-haired tin-clad',
    nouns: 'goblin-friend leaf-licker mushroom pebble-counter twig-dancer',
  },
}

export function insultPlayer({ game, player }: ScriptCall, style: InsultStyle): void {
  const pick = (from: readonly string[]) => from[rollDie(game, from.length) - 1]!
  const { opens, first, second, nouns } = words[style]
  const called = [first, second, nouns].map((list) => pick(list.split(' '))).join(' ')
  player.sendMessage(
    `${pick(opens)} ${withArticle({ one: called, many: called })}!`,
    messageTypes.miscellaneous,
  )
}
