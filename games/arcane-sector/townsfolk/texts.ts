// The colour \x12 marks the words to which townspeople answer.
import type { TownspersonRole } from '../state/townsperson.ts'

export interface QuestTexts {
  readonly offer: string
  readonly pending: string
  readonly thanks: string
}

const word = (text: string) => `\x12${text}\x17`

/** Greetings of the townspeople, who also answer unknown words with them. */
export const greetings: { readonly [role in TownspersonRole]: string } = {
  warden: `Well met, traveller. Speak, and we listen: say ${word('work')} to any of us. I also know your ${word('rank')}. West is the apothecary, north the inn.`,
  innkeeper: `Come in, come in. Say ${word('rest')} and I find you a bed, or ${word('work')} if you would rather earn your broth.`,
  apothecary: `Mind the flasks. Say ${word('recipe')} and I tell you what goes into them, or ${word('work')}: I am short of one herb.`,
  lightkeeper: `You have come far. Say ${word('key')} and I tell you what it opens, or ${word('work')}, if you have it.`,
}

export const questTexts: { readonly [role in TownspersonRole]: QuestTexts } = {
  warden: {
    offer: 'The drow come nearer every night. Slay three of them beyond our fires, and come back to me.',
    pending: 'Three of the drow, I said. Beyond the fires, in the fields and the woods.',
    thanks: 'That makes three. Take this, and drink it before the next fight, not instead of it.',
  },
  innkeeper: {
    offer: 'The broth wants a Frogberry. They grow in the woods. Bring me one, and I have a blade for you.',
    pending: 'No Frogberry, no broth. Look in the woods, and carry it in your pack.',
    thanks: 'Into the pot with it! Here: somebody left this under a pillow.',
  },
  apothecary: {
    offer: 'Moonsedge grows on bare rock, in caves most of all. Bring me one.',
    pending: 'No Moonsedge yet? Bare rock, and caves. Carry it in your pack.',
    thanks: 'Moonsedge! The mind is a flask too. Drink.',
  },
  lightkeeper: {
    offer:
      "In the Fleet-master's garden in Saltmouth grew Kingsberry. Bring me one, and you shall have my ring.",
    pending: "Kingsberry, from the Fleet-master's garden. His door wants a gold key.",
    thanks: 'The last time I tasted this the fleet was in. The ring is yours; it remembers where you stand.',
  },
}

/** The answer to the words that only this townsperson knows. */
export const loreTexts: { readonly [role in Exclude<TownspersonRole, 'warden' | 'innkeeper'>]: string } = {
  apothecary:
    "Fria and Spoglow Mint for the mind. Widow's Comfrey and Weasel Clover for the body. All four grow in meadows.",
  lightkeeper:
    'There is one in the strongroom of the Underway: three levers open that, here, in the Chapel and with the Hermit. Some of the Drow Sentinels carry another.',
}

export const questDoneText = 'You have done what I asked, and I shall not forget it.'
export const noSpaceText = 'Your hands are full, and so is the floor. Come back when you can take something.'
export const innRestText = 'You sleep like a stone, and wake as new.'
export const restRefusedText = 'Not with blood on your hands. Sit down first, and breathe.'
