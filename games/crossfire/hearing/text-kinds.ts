// Kinds of texts: type, subtype and colour of today's `drawextinfo` [CF-10.3]. Clients of 1997 get the colour only.

/** Colours of texts and bitmaps. */
export const colours = {
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

export interface TextKind {
  readonly kind: number
  readonly subtype: number
  readonly colour: number
  /** [CF-10.6] Minimum listening level to receive the text; absent: everybody receives it. */
  readonly from?: number
}

function text(kind: number, subtype: number, colour: number = colours.black, from?: number): TextKind {
  return { kind, subtype, colour, ...(from !== undefined && { from }) }
}

/** All kinds of texts, grouped by subject. */
export const textKinds = {
  // Reading matter.
  book: text(1, 1, colours.navy),
  card: text(2, 1, colours.navy),
  paper: text(3, 1, colours.navy),
  scroll: text(3, 10, colours.navy),
  sign: text(4, 1, colours.navy),
  monument: text(5, 1, colours.navy),
  dialog: text(6, 1, colours.navy),
  // From the server and its owner.
  motd: text(7, 0, colours.seaGreen),
  rules: text(8, 1, colours.seaGreen),
  news: text(8, 2, colours.seaGreen),
  arrival: text(8, 3, colours.darkOrange, 5),
  administrator: text(8, 4, colours.darkSeaGreen),
  saved: text(8, 6),
  welcome: text(8, 7),
  serverVersion: text(8, 8),
  serverError: text(8, 9, colours.red),
  // Shops.
  listing: text(9, 1),
  payment: text(9, 2),
  sale: text(9, 3),
  shop: text(9, 4),
  // Replies to commands.
  who: text(10, 1),
  maps: text(10, 2),
  statistics: text(10, 6),
  info: text(10, 8),
  quests: text(10, 9),
  error: text(10, 11),
  success: text(10, 12),
  failure: text(10, 13),
  examine: text(10, 14),
  inventory: text(10, 15),
  help: text(10, 16),
  newPlayer: text(10, 18, colours.dodgerBlue),
  echo: text(10, 0),
  // The player's state.
  protectionGained: text(11, 3),
  protectionLost: text(11, 4),
  badEffect: text(11, 7),
  badEffectOver: text(11, 8),
  statGained: text(11, 9),
  statLost: text(11, 10),
  levelGained: text(11, 11, colours.red),
  levelLost: text(11, 12, colours.red),
  goodEffect: text(11, 13),
  goodEffectOver: text(11, 14),
  // Skills.
  skillMissing: text(12, 1),
  skillError: text(12, 2),
  skillSuccess: text(12, 3),
  skillFailure: text(12, 4),
  skillList: text(12, 6),
  // Applying things.
  applyError: text(13, 1),
  unapplied: text(13, 2),
  applied: text(13, 3),
  applyFailure: text(13, 4),
  applyCursed: text(13, 5),
  trap: text(13, 6, colours.red),
  // Fighting.
  hit: text(14, 1),
  fumble: text(14, 3),
  kill: text(14, 4),
  noKey: text(14, 6, colours.navy),
  noAttack: text(14, 7),
  pushed: text(14, 8),
  missed: text(14, 9),
  // Conversation.
  overheard: text(15, 1, colours.navy),
  say: text(15, 2, colours.white),
  me: text(15, 3, colours.dodgerBlue),
  tell: text(15, 4, colours.orange),
  emote: text(15, 5, colours.dodgerBlue),
  party: text(15, 6, colours.white),
  shout: text(15, 7, colours.red, 1),
  chat: text(15, 8, colours.dodgerBlue, 9),
  // Spells.
  healed: text(16, 1),
  spellFailure: text(16, 3),
  spellEnd: text(16, 4),
  spellSuccess: text(16, 5),
  spellError: text(16, 6),
  spellTarget: text(16, 8),
  spellInfo: text(16, 9),
  // Things that appear, disappear or change.
  itemLost: text(17, 1),
  itemGained: text(17, 2),
  itemChanged: text(17, 3),
  itemInfo: text(17, 4),
  // Other texts, and damage to the player.
  miscellaneous: text(18, 0),
  wasHit: text(19, 2),
  stolen: text(19, 3),
  spellHit: text(19, 4),
  died: text(19, 5, colours.red),
  wasPushed: text(19, 6),
} as const satisfies { readonly [name: string]: TextKind }
