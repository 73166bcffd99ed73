// Kinds of texts: type, subtype and colour of today's `drawextinfo` [CF-10.3]. Clients of 1997 get the colour only.

export const textColours = {
  black: 0,
  white: 1,
  navy: 2,
  red: 3,
  orange: 4,
  dodgerBlue: 5,
  darkOrange: 6,
  seaGreen: 7,
  darkSeaGreen: 8,
  grey: 9,
  sienna: 10,
  gold: 11,
  khaki: 12,
} as const

export interface MessageType {
  readonly kind: number
  readonly subtype: number
  readonly colour: number
  /** [CF-10.6] Level of `listen`; undefined if all players receive the text. */
  readonly minListenLevel?: number
}

function messageType(
  kind: number,
  subtype: number,
  colour: number = textColours.black,
  from?: number,
): MessageType {
  return { kind, subtype, colour, ...(from !== undefined && { minListenLevel: from }) }
}

export const messageTypes = {
  // Reading matter.
  book: messageType(1, 1, textColours.navy),
  card: messageType(2, 1, textColours.navy),
  paper: messageType(3, 1, textColours.navy),
  scroll: messageType(3, 10, textColours.navy),
  sign: messageType(4, 1, textColours.navy),
  monument: messageType(5, 1, textColours.navy),
  dialog: messageType(6, 1, textColours.navy),
  // Texts from the server and the room's owner.
  motd: messageType(7, 0, textColours.seaGreen),
  rules: messageType(8, 1, textColours.seaGreen),
  news: messageType(8, 2, textColours.seaGreen),
  arrival: messageType(8, 3, textColours.darkOrange, 5),
  administrator: messageType(8, 4, textColours.darkSeaGreen),
  saved: messageType(8, 6),
  welcome: messageType(8, 7),
  serverVersion: messageType(8, 8),
  serverError: messageType(8, 9, textColours.red),
  listing: messageType(9, 1),
  payment: messageType(9, 2),
  sale: messageType(9, 3),
  shop: messageType(9, 4),
  // Replies to commands.
  who: messageType(10, 1),
  maps: messageType(10, 2),
  statistics: messageType(10, 6),
  info: messageType(10, 8),
  quests: messageType(10, 9),
  error: messageType(10, 11),
  success: messageType(10, 12),
  failure: messageType(10, 13),
  examine: messageType(10, 14),
  inventory: messageType(10, 15),
  help: messageType(10, 16),
  newPlayer: messageType(10, 18, textColours.dodgerBlue),
  echo: messageType(10, 0),
  // Texts about the player's state.
  protectionGained: messageType(11, 3),
  protectionLost: messageType(11, 4),
  badEffect: messageType(11, 7),
  badEffectOver: messageType(11, 8),
  statGained: messageType(11, 9),
  statLost: messageType(11, 10),
  levelGained: messageType(11, 11, textColours.red),
  levelLost: messageType(11, 12, textColours.red),
  goodEffect: messageType(11, 13),
  goodEffectOver: messageType(11, 14),
  skillMissing: messageType(12, 1),
  skillError: messageType(12, 2),
  skillSuccess: messageType(12, 3),
  skillFailure: messageType(12, 4),
  skillList: messageType(12, 6),
  applyError: messageType(13, 1),
  unapplied: messageType(13, 2),
  applied: messageType(13, 3),
  applyFailure: messageType(13, 4),
  applyCursed: messageType(13, 5),
  trap: messageType(13, 6, textColours.red),
  hit: messageType(14, 1),
  fumble: messageType(14, 3),
  kill: messageType(14, 4),
  noKey: messageType(14, 6, textColours.navy),
  noAttack: messageType(14, 7),
  pushed: messageType(14, 8),
  missed: messageType(14, 9),
  overheard: messageType(15, 1, textColours.navy),
  say: messageType(15, 2, textColours.white),
  me: messageType(15, 3, textColours.dodgerBlue),
  tell: messageType(15, 4, textColours.orange),
  emote: messageType(15, 5, textColours.dodgerBlue),
  party: messageType(15, 6, textColours.white),
  shout: messageType(15, 7, textColours.red, 1),
  chat: messageType(15, 8, textColours.dodgerBlue, 9),
  healed: messageType(16, 1),
  pet: messageType(16, 2),
  spellFailure: messageType(16, 3),
  spellEnd: messageType(16, 4),
  spellSuccess: messageType(16, 5),
  spellError: messageType(16, 6),
  spellTarget: messageType(16, 8),
  spellInfo: messageType(16, 9),
  // Texts about things that appear, disappear or change.
  itemLost: messageType(17, 1),
  itemGained: messageType(17, 2),
  itemChanged: messageType(17, 3),
  itemInfo: messageType(17, 4),
  // Other texts, and damage to the player.
  miscellaneous: messageType(18, 0),
  wasHit: messageType(19, 2),
  stolen: messageType(19, 3),
  spellHit: messageType(19, 4),
  died: messageType(19, 5, textColours.red),
  wasPushed: messageType(19, 6),
} as const satisfies { readonly [name: string]: MessageType }
