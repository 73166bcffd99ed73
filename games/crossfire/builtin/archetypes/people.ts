// People who talk. Keywords match anywhere in a player's speech, in any case; the last answer is the default.
import type { Archetype, Npc } from '../../model/definitions/archetype.ts'

export const people: readonly Archetype[] = [
  person('guard', 'guard', {
    replies: [
      [
        'wolf',
        'They come down from the Greywood at night. East of the gate. Do not go with a dagger and a grin.',
      ],
      ['goblin', 'They sit in the barrow like rats in a cellar. And under them is what they are afraid of.'],
      ['barrow', 'South-east, behind the graves. Take a torch.'],
      ['', 'Keep the peace, and the peace keeps you. Mind the wolves.'],
    ],
    guardStats: { wc: 6, damage: 14, speed: 0.4, sightRange: 8 },
  }),
  person('innkeeper', 'innkeeper', {
    replies: [
      ['room', 'The beds are free. Lie down, and this is where you wake when things go badly.'],
      [
        'food',
        'Bread, cheese, and a brew that has killed nobody yet. All on the floor there: pick it up and it is yours.',
      ],
      ['key', 'A goblin took it off its hook, bold as you like, and ran for the barrow. Iron, it was.'],
      ['cellar', 'Rats. I locked it and left them to it. The treasure goes to the brave.'],
      ['', 'Welcome to the Leaning Post! Ask me for a room, for food, or about the cellar.'],
    ],
    shop: { tradedRoles: ['food'], payPercent: 40 },
  }),
  person('smith', 'smith', {
    replies: [
      ['sword', 'Good steel. It hits hard and it stays in your hand. You want more?'],
      ['mail', 'Heavy, I know. So is a goblin club.'],
      [
        '',
        'Pick up what you want and walk out with your purse lighter. I buy iron too, if it still has an edge.',
      ],
    ],
    shop: { tradedRoles: ['weapon', 'armour', 'launcher', 'missile'], payPercent: 50 },
  }),
  person('shopkeeper', 'shopkeeper', {
    replies: [
      ['sell', 'Drop it on my floor. If I like it I pay for it, and I like nearly everything.'],
      ['spell', 'Those books cost what they cost. Learning is dear.'],
      ['', 'Odds and ends, ends and odds! Pick it up, and pay at the door.'],
    ],
    shop: { payPercent: 45 },
  }),
  person('priestess', 'priestess', {
    face: 'priest_south.111',
    animation: 'priest',
    replies: [
      ['pray', 'Kneel on the marble and pray. It gives back what spells of healing have taken.'],
      ['heal', 'Pray here, or buy a book and learn to do it yourself.'],
      ['bone', 'There was a lord once who would not lie down. He still does not.'],
      ['', 'Peace on you. The altar is for everybody.'],
    ],
  }),
  person('elder', 'elder', {
    replies: [
      ['crown', 'The dead lord wears it still, below the barrow. Bring it out, and the dead will sleep.'],
      [
        'barrow',
        'Two floors. Goblins keep the upper one, and the key to the lower. Their chief wears purple, as thieves will.',
      ],
      ['secret', 'Old walls have old doors. Search along them where a room should be.'],
      ['', 'Sit. Ask me about the barrow, the crown, or secrets.'],
    ],
  }),
  person('villager', 'villager', {
    replies: [
      ['wolf', 'My sister lost a goat to them. And the fence.'],
      ['elder', 'She lives west of the square, by the pond. She knows about the barrow.'],
      ['', 'Fine day. When it is not night.'],
    ],
    ticksPerStep: 25,
  }),
  person('goodwife', 'goodwife', {
    face: 'villager.112',
    replies: [
      ['apple', 'From the tree behind the house. Take one if you are hungry.'],
      ['', 'Wipe your boots!'],
    ],
    ticksPerStep: 40,
  }),
  person('child', 'child', {
    replies: [
      ['secret', 'I know a wall that is no wall! In the barrow. My brother said so.'],
      ['', 'Are you going to fight something? Can I see?'],
    ],
    ticksPerStep: 12,
  }),
  person('hermit', 'hermit', {
    face: 'villager.111',
    replies: [
      [
        'lake',
        'There is a ring on the island, they say. I have never seen a ring. I have seen a lot of lake.',
      ],
      ['', 'Quiet here. It was.'],
    ],
    ticksPerStep: 30,
  }),
]

function person(id: string, name: string, about: Omit<Npc, 'role'> & Partial<Archetype>): Archetype {
  const { replies, shop, ticksPerStep, guardStats, ...more } = about
  const can = {
    ...(shop && { shop }),
    ...(ticksPerStep && { ticksPerStep }),
    ...(guardStats && { guardStats }),
  }
  const is: Npc = { role: 'person', replies, ...can }
  const look = id === 'guard' ? { face: 'guard_south.111', animation: 'guard' } : { face: `${id}.111` }
  const names = { one: name, many: name === 'child' ? 'children' : `${name}s` }
  return { id, name: names, layer: 'creature', type: 0, weight: -1, ...look, ...more, traits: is }
}
