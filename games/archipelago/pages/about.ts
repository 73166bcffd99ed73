import type { AboutGame } from '../../game.ts'

export const about = {
  summary: 'Play different games together: their items are shuffled into each other’s worlds.',
  since: 2020,
  paragraphs: [
    'Everybody plays a game of their own, such as a platformer or a role-playing game, and finds items for the others. A room hosts one multiworld, which a generator has created. The room connects the games, stores everything that was found, and lets players chat and ask for hints.',
    'A room’s pages show the tracker, spheres, hints and events. Players claim their slots, and webhooks report to Discord.',
  ],
  controls: [{ action: 'Chat, ask for hints', keys: 'The text client on a room’s page', touch: 'The same' }],
  originalClient: {
    name: 'any Archipelago client',
    page: 'https://github.com/ArchipelagoMW/Archipelago/releases',
    note: 'Each game has a client of its own, most of them in the Archipelago launcher. Enter the address of a room, as host:port or as the full wss:// address.',
  },
  defaultRoomTitle: 'The multiworld',
} as const satisfies AboutGame
