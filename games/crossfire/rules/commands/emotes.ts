// [CF-10.7]

import { playersNear } from '../../model/state/broadcast.ts'
import type { GameState, Player } from '../../model/state/game-state.ts'
import { sanitizeText, truncateText } from '../../model/state/player-texts.ts'
import { messageTypes } from '../../protocol/events/message-types.ts'
import type { TextCommand } from './command.ts'

/**
 * An emote: its word, the verb after "You", the verb after a name, and the end of the sentence without and with a
 * target. `#` is the name of the target.
 */
type Emote = readonly [word: string, you: string, others: string, toNobody: string, toOne: string]

const emotes: readonly Emote[] = [
  ['accuse', 'accuse', 'accuses', 'everybody', '#'],
  ['beg', 'beg', 'begs', 'for mercy', '# for mercy'],
  ['bleed', 'bleed', 'bleeds', 'all over the place', 'all over #'],
  ['blush', 'blush', 'blushes', '', 'at the sight of #'],
  ['bounce', 'bounce', 'bounces', 'up and down', 'around #'],
  ['bow', 'bow', 'bows', '', 'to #'],
  ['burp', 'burp', 'burps', '', 'at #'],
  ['cackle', 'cackle', 'cackles', 'like a hen with a secret', 'at #'],
  ['chuckle', 'chuckle', 'chuckles', '', 'at #'],
  ['clap', 'clap', 'claps', '', 'for #'],
  ['cough', 'cough', 'coughs', '', 'at #'],
  ['cringe', 'cringe', 'cringes', '', 'before #'],
  ['cry', 'cry', 'cries', '', 'in front of #'],
  ['dance', 'dance', 'dances', 'for joy', 'with #'],
  ['flip', 'turn', 'turns', 'a somersault', 'a somersault over #'],
  ['frown', 'frown', 'frowns', '', 'at #'],
  ['gasp', 'gasp', 'gasps', 'for air', 'at #'],
  ['giggle', 'giggle', 'giggles', '', 'at #'],
  ['glare', 'glare', 'glares', 'at nobody', 'at #'],
  ['grin', 'grin', 'grins', '', 'at #'],
  ['groan', 'groan', 'groans', '', 'at #'],
  ['growl', 'growl', 'growls', '', 'at #'],
  ['hiccup', 'hiccup', 'hiccups', '', 'at #'],
  ['hug', 'hug', 'hugs', 'the empty air', '#'],
  ['kiss', 'kiss', 'kisses', 'the empty air', '#'],
  ['laugh', 'laugh', 'laughs', 'out loud', 'at #'],
  ['lick', 'lick', 'licks', 'ten fingers, one by one', '#'],
  ['nod', 'nod', 'nods', '', 'to #'],
  ['poke', 'poke', 'pokes', 'around', '#'],
  ['pout', 'pout', 'pouts', '', 'at #'],
  ['puke', 'throw', 'throws', 'up', 'up over #'],
  ['scream', 'scream', 'screams', '', 'at #'],
  ['shake', 'shake', 'shakes', 'all over', 'hands with #'],
  ['shiver', 'shiver', 'shivers', '', 'at the thought of #'],
  ['shrug', 'shrug', 'shrugs', '', 'at #'],
  ['sigh', 'sigh', 'sighs', '', 'over #'],
  ['slap', 'slap', 'slaps', 'the nearest knee', '#'],
  ['smile', 'smile', 'smiles', '', 'at #'],
  ['smirk', 'smirk', 'smirks', '', 'at #'],
  ['snap', 'snap', 'snaps', 'two fingers', 'two fingers at #'],
  ['sneeze', 'sneeze', 'sneezes', '', 'at #'],
  ['snicker', 'snicker', 'snickers', '', 'at #'],
  ['sniff', 'sniff', 'sniffs', 'the air', 'at #'],
  ['snore', 'snore', 'snores', '', 'beside #'],
  ['spit', 'spit', 'spits', 'on the ground', 'at #'],
  ['strut', 'strut', 'struts', 'up and down', 'around #'],
  ['sulk', 'sulk', 'sulks', '', 'because of #'],
  ['thank', 'thank', 'thanks', 'everybody', '#'],
  ['think', 'think', 'thinks', 'hard', 'hard about #'],
  ['twiddle', 'twiddle', 'twiddles', 'two thumbs', 'two thumbs at #'],
  ['wave', 'wave', 'waves', '', 'to #'],
  ['whistle', 'whistle', 'whistles', 'a tune', 'at #'],
  ['wink', 'wink', 'winks', '', 'at #'],
  ['yawn', 'yawn', 'yawns', '', 'at #'],
]

export const emoteCommands: readonly TextCommand[] = emotes.map((emote) => ({
  name: emote[0],
  usage: '[NAME]',
  help: 'Show this emote to everybody near you, or to one player.',
  broadcasts: true,
  run: (game, player, words) => sendEmote(game, player, emote, words),
}))

/** [CF-10.7] */
function sendEmote(
  game: GameState,
  player: Player,
  [, you, others, toNobody, toOne]: Emote,
  words: string,
): void {
  const near = playersNear(player.level!, player)
  const named = words === '' ? undefined : game.players.get(words.toLowerCase())
  if (words !== '' && !(named && near.includes(named)))
    return player.sendMessage(
      `There is no ${truncateText(sanitizeText(words), 40)} near you.`,
      messageTypes.error,
    )
  const rest = (whom: string) => (named ? toOne.replace('#', whom) : toNobody)
  const oneself = named === player
  for (const each of near) {
    const whom = oneself ? 'themselves' : each === named ? 'you' : (named?.name ?? '')
    const told =
      each === player
        ? joinSentence('You', you, rest(oneself ? 'yourself' : whom))
        : joinSentence(player.name, others, rest(whom))
    each.sendMessage(told, messageTypes.emote)
  }
}

function joinSentence(...parts: readonly string[]): string {
  return `${parts.filter((part) => part !== '').join(' ')}.`
}
